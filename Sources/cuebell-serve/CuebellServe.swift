#if Serve
import ArgumentParser
import DisplayServer
import Glibc
import HostSystem
import Hummingbird
import Logging
import NIOPosix
import ServerOptions
import WorkoutModel

/// The server of the wall display and the remote.
///
/// `cuebell serve` executes it; started directly, it executes `cuebell serve` first, which knows the user's settings.
/// It has no state to save, so a signal ends it as soon as its log is written.
@main struct CuebellServe: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cuebell-serve", abstract: "Show and control workouts in a browser; cuebell serve starts it.")

  @OptionGroup var arguments: ServeArguments

  @Option(help: .private) var command: String?
  @Option(help: .private) var release = ""
  @Flag(help: .private) var companion = false

  func run() async throws {
    guard let command else { throw CommandStart.become() }
    let log = LogWriter()
    defer { log.flush() }
    // Before any other thread starts; SIGPIPE is ignored, too: a closed connection must not end the process.
    try? SignalWatch.start([SIGINT, SIGTERM]) { signal in
      log.flush()
      SignalWatch.end(by: signal)
    }
    log.open()
    if companion { try Self.endWithInput() }
    RequestLog.bootstrap(log, verbose: arguments.verbose)
    let setup = try ServerSetup(arguments, command: command, release: release)
    if arguments.links { return setup.printLinks() }
    let hub = try RunHub(setup.runs)
    let server = PageServer(setup.settings, assets: Assets.all, hub: hub)
    let requests = RequestLog()
    let address = arguments.listen
    let application = Application(
      responder: server.responder(record: requests.record),
      server: .http1(configuration: ConnectionGuard.configuration),
      configuration: ApplicationConfiguration(address: .hostname(address.host, port: address.port)),
      onServerRunning: { _ in setup.announce() },
      eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup(numberOfThreads: 1)),
      logger: Logger(label: "hummingbird"))
    do { try await application.run() } catch {
      throw Failure(description: "\(address): \(ServerSetup.explanation(of: error))", code: ServerSetup.cannotListen)
    }
  }

  /// Ends when stdin is closed, which the starting run holds open.
  private static func endWithInput() throws {
    try HostThread {
      while (try? FileDescriptor.standardInput.read(atMost: 64))?.isEmpty == false {}
      Glibc.exit(0)
    }.detach()
  }

  static func main() async {
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
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
