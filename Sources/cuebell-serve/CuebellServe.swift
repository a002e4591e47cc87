#if Serve
import ArgumentParser
import DisplayServer
import Glibc
import HostSystem
import Hummingbird
import LiveRuns
import Logging
import NIOPosix
import PageFiles
import ServerOptions
import WorkoutModel

/// The server of the wall display and the remote.
///
/// `cuebell serve` executes it; started directly, it executes `cuebell serve` first, which knows the user's settings.
/// `cuebell mqtt` executes its part for brokers.
/// It has no state to save, so a signal ends it as soon as its log is written.
@main struct CuebellServe: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cuebell-serve", abstract: "Show and control workouts in a browser; cuebell serve starts it.")

  @OptionGroup var arguments: ServeArguments

  @Option(help: .private) var command: String?
  @Option(help: .private) var release = ""
  @Flag(help: .private) var companion = false

  func run() throws {
    guard let command else {
      let failure = OwnProgram.becomeCommand(["serve"] + CommandLine.arguments.dropFirst())
      throw Failure(description: "cuebell: \(failure)", code: ServerSetup.cannotListen)
    }
    defer { LogWriter.flush() }
    // On the first thread, before others start: it would die of a signal that it does not block. SIGPIPE is ignored, as
    // a closed connection must not end the process.
    try? SignalWatch.start([SIGINT, SIGTERM]) { signal in
      LimitedCommand.endAll()
      LogWriter.flush()
      SignalWatch.end(by: signal)
    }
    LogWriter.open()
    if companion { try Self.endWithInput() }
    RequestLog.bootstrap(verbose: arguments.verbose)
    var setup = try ServerSetup(arguments, command: command, release: release)
    if arguments.links { return setup.printLinks() }
    if let proxy = setup.settings.trustedProxy { ConnectionGuard.trust(proxy) }
    let owner = Admission(setup)
    if let digits = arguments.allow { return try owner.letIn(digits) }
    if arguments.open, owner.isAnswered { return try owner.openLibrary() }
    if !companion { setup.tellPhones() }
    let hub = try LiveRunHub(setup.runs)
    let server = PageServer(setup.settings, assets: Assets.all + [Assets.engine].compactMap(\.self), hub: hub)
    let requests = RequestLog()
    let address = arguments.listen
    let application = Application(
      responder: server.responder(record: requests.record),
      server: .http1(configuration: ConnectionGuard.configuration),
      configuration: ApplicationConfiguration(address: .hostname(address.host, port: address.port)),
      onServerRunning: { [setup, arguments] _ in
        setup.announce()
        if arguments.open { Self.open(owner) }
      },
      eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup(numberOfThreads: 1)),
      logger: Logger(label: "hummingbird"))
    let ending = Mailbox<Failure?>(capacity: 1)
    Task {
      do {
        try await application.run()
        ending.put(nil)
      } catch {
        // A run beside a server has its display there.
        if companion, ServerSetup.isTaken(error), owner.isAnswered { return setup.printLinks() }
        let reason = ServerSetup.explanation(of: error) + (companion ? "" : ServerSetup.advice(on: error))
        ending.put(Failure(description: "\(address): \(reason)", code: ServerSetup.cannotListen))
      }
    }
    // An asynchronous main would let the first thread take all signals.
    ending.wait()
    LimitedCommand.endAll()
    if let failure = ending.drain().messages.first ?? nil { throw failure }
  }

  /// Opens the library, while the server answers.
  private static func open(_ owner: Admission) {
    try? HostThread {
      do { try owner.openLibrary() } catch { LogWriter.write("\((error as? Failure)?.description ?? "\(error)")") }
    }.detach()
  }

  /// Ends when stdin is closed, which the starting run holds open.
  private static func endWithInput() throws {
    try HostThread {
      while (try? FileDescriptor.standardInput.read(atMost: 64))?.isEmpty == false {}
      LimitedCommand.endAll()
      Glibc.exit(0)
    }.detach()
  }

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    do {
      if arguments.first == BridgeCommand.name { return try BridgeCommand.parse(Array(arguments.dropFirst())).run() }
      var command = try parseAsRoot()
      try command.run()
    } catch let failure as Failure {
      _ = OutputWriter.write(SafeText.filtered(failure.description) + "\n", to: STDERR_FILENO)
      Glibc.exit(failure.code)
    } catch {
      exit(withError: error)
    }
  }
}

/// The reason why the server can't start, with the exit status.
struct Failure: Error {
  let description: String
  let code: Int32
}
#else
import Glibc
import HostSystem

/// The executable without the trait `Serve`, which has no server.
@main struct CuebellServe {
  static func main() {
    _ = OutputWriter.write("This was built without the server: make serve builds it.\n", to: STDERR_FILENO)
    exit(69)
  }
}
#endif
