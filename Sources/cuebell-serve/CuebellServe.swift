#if Serve
import ArgumentParser
import DisplayServer
import Glibc
import HostSystem
import Hummingbird
import Logging
import NIOPosix
import ServerOptions

/// The server of the wall display and the remote; `cuebell serve` becomes it, and it becomes that where somebody starts
/// it by hand: the command knows the settings of the user.
///
/// It keeps nothing that an end could lose: a signal ends it at once.
@main struct CuebellServe: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cuebell-serve", abstract: "Show and control workouts in a browser; cuebell serve starts it.")

  @OptionGroup var arguments: ServeArguments

  @Option(help: .private) var command: String?
  @Option(help: .private) var release = ""
  @Flag(help: .private) var companion = false

  func run() async throws {
    // A page that has gone is no reason to end.
    signal(SIGPIPE, SIG_IGN)
    guard let command else { throw CommandStart.become() }
    if companion { try Self.endWithInput() }
    RequestLog.open(verbose: arguments.verbose)
    let setup = try ServerSetup(arguments, command: command, release: release)
    if arguments.links { return setup.printLinks() }
    let hub = try RunHub(setup.runs)
    let server = PageServer(setup.settings, assets: Assets.all, hub: hub)
    let address = arguments.listen
    let application = Application(
      responder: PageResponder(server),
      server: .http1(configuration: ConnectionGuard.configuration),
      configuration: ApplicationConfiguration(address: .hostname(address.host, port: address.port)),
      onServerRunning: { _ in setup.announce() },
      eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup(numberOfThreads: 1)),
      logger: Logger(label: "hummingbird"))
    do { try await application.run() } catch {
      throw Failure(description: "\(address): \(ServerSetup.explanation(of: error))", code: ServerSetup.cannotListen)
    }
  }

  /// Ends with the run that has started this, which holds the other end of stdin.
  private static func endWithInput() throws {
    try HostThread {
      var byte: UInt8 = 0
      while unsafe read(STDIN_FILENO, &byte, 1) > 0 {}
      Glibc.exit(0)
    }.detach()
  }

  static func main() async {
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
    } catch let failure as Failure {
      _ = OutputWriter.write(failure.description + "\n", to: STDERR_FILENO)
      Glibc.exit(failure.code)
    } catch {
      exit(withError: error)
    }
  }
}

/// Why the server can't be had, and the status that says so.
struct Failure: Error {
  let description: String
  let code: Int32
}
#else
import Glibc
import HostSystem

/// Without the trait `Serve` there is no server.
@main struct CuebellServe {
  static func main() {
    _ = OutputWriter.write("This was built without the server: make serve builds it.\n", to: STDERR_FILENO)
    exit(69)
  }
}
#endif
