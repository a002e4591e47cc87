#if Serve
import ControlSocket
import DisplayServer
import FoundationEssentials
import Glibc
import HostSystem
import NIOCore
import ServerOptions
import SharedLinks

/// Determines the server's configuration on this machine.
struct ServerSetup {
  static let (cannotListen, cannotWrite): (Int32, Int32) = (69, 73)

  private(set) var settings: ServerSettings
  let runs: String
  let listen: ListenAddress

  init(_ arguments: ServeArguments, command: String, release: String) throws {
    let environment = ProcessInfo.processInfo.environment
    let folders = UserFolders(environment)
    guard let state = folders.state.map({ $0 + "/cuebell" }) else {
      throw Failure(description: "The tokens can't be stored: HOME is not set.", code: Self.cannotWrite)
    }
    do throws(ControlEndpoint.Failure) { runs = try ControlEndpoint.standardFolder(environment) } catch {
      throw Failure(description: "Runs can't be found: \(error.explanation).", code: Self.cannotWrite)
    }
    let tokens: AccessTokens
    do throws(TokenFile.Failure) { tokens = try TokenFile.tokens(in: state, new: arguments.newTokens) } catch {
      throw Failure(description: "\(error.explanation).", code: Self.cannotWrite)
    }
    listen = arguments.listen
    // With its domain, if it has one.
    let machine = ProcessInfo.processInfo.hostName
    let names =
      arguments.hosts + [listen.description] + (machine.contains(".") ? ["\(machine):\(listen.port)"] : [])
    let links = PageLinks(listen, tokens)
    settings = ServerSettings(
      version: release, port: listen.port,
      hosts: HostCheck(port: listen.port, machine: String(machine.prefix { $0 != "." }), others: names),
      tokens: tokens,
      // A custom host name means a proxy, through which requests of others come from this machine.
      trustsLoopback: arguments.hosts.isEmpty, trustedProxy: arguments.trustedProxy.map { PeerAddress($0) },
      command: command,
      folders: arguments.workouts.map(FullPath.absolute), runOptions: arguments.runOptions, logs: state + "/serve",
      cache: folders.cache, config: folders.config.map { $0 + "/cuebell" },
      title: arguments.title, code: links.remote.flatMap { QRCode($0)?.svg }, origin: links.origin)
  }

  /// Prints the links, unless stdout is a log that others may read later.
  func announce() {
    guard JournalStream.takes(STDOUT_FILENO) else { return printLinks() }
    let text = "Listening on \(listen); cuebell serve --links --listen \(listen) prints the links.\n"
    _ = OutputWriter.write(text, to: STDOUT_FILENO)
  }

  /// Has each phone that asks to be let in told on stderr.
  mutating func tellPhones() {
    let address = listen == .standard ? "" : " --listen \(listen)"
    settings.onAsking = { digits in
      LogWriter.write("A phone shows \(digits). To let it in: cuebell serve --allow \(digits)\(address)")
    }
  }

  /// Prints the addresses of the pages; local ones without a QR code.
  func printLinks() {
    let links = PageLinks(listen, settings.tokens)
    _ = OutputWriter.write(links.text(isTerminal: isatty(STDOUT_FILENO) == 1), to: STDOUT_FILENO)
  }

  /// What the user can do where another program, perhaps a server of his own, listens already.
  static func advice(on error: any Error) -> String {
    guard isTaken(error) else { return "" }
    return ". If that is a server of yours, --links prints its links; --listen HOST:PORT chooses another port."
  }

  /// Whether another program listens at the address.
  static func isTaken(_ error: any Error) -> Bool { (error as? IOError)?.errnoCode == EADDRINUSE }

  /// The system's message for an address that can't be listened on.
  static func explanation(of error: any Error) -> String {
    "\((error as? IOError).map { Errno(rawValue: $0.errnoCode) } ?? error)"
  }
}
#endif
