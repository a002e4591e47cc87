#if Serve
import ArgumentParser
import ControlSocket
import FoundationEssentials
import Glibc
import HomeAutomation
import HostSystem
import ServerOptions
import WorkoutModel

/// The bridge between live runs and an MQTT broker, which `cuebell mqtt` executes.
struct BridgeCommand: ParsableCommand {
  static let name = "mqtt"
  static let configuration = CommandConfiguration(commandName: "cuebell mqtt")
  private static let (badArguments, unavailable, notPermitted): (Int32, Int32, Int32) = (64, 69, 77)

  @OptionGroup var arguments: MQTTArguments

  @Option(help: .private) var command: String
  @Option(help: .private) var release: String

  func run() throws {
    let settings = try settings()
    let (broker, root) = (arguments.broker, settings.topics.root)
    let bridge = HomeBridge(settings) { report in
      switch report {
      case .connected: Self.say("Connected to \(broker) as \(root).", on: STDOUT_FILENO)
      case .lost(let reason): Self.say("No connection to \(broker): \(reason). Trying again.", on: STDERR_FILENO)
      }
    }
    // On the first thread, before others start.
    try? SignalWatch.start([SIGINT, SIGTERM]) { _ in bridge.stop() }
    switch arguments.forget ? bridge.forget() : bridge.run() {
    case .stopped: return
    case .unavailable(let reason):
      throw Failure(description: "No connection to \(arguments.broker): \(reason).", code: Self.unavailable)
    case .refused(let reason):
      throw Failure(description: "\(arguments.broker) refuses the connection: \(reason).", code: Self.notPermitted)
    }
  }

  private static func say(_ line: String, on descriptor: Int32) {
    _ = OutputWriter.write(SafeText.filtered(line) + "\n", to: descriptor)
  }

  private func settings() throws -> BridgeSettings {
    let environment = ProcessInfo.processInfo.environment
    let folders = UserFolders(environment)
    let runs: String
    do throws(ControlEndpoint.Failure) { runs = try ControlEndpoint.standardFolder(environment) } catch {
      throw Failure(description: "Runs can't be found: \(error.explanation).", code: Self.unavailable)
    }
    var broker = MQTTConnection.Settings(host: arguments.broker.host, port: arguments.broker.port)
    broker.user = arguments.user
    broker.password = try arguments.passwordFile.map(Self.password)
    if arguments.broker.isEncrypted { broker.trust = try arguments.ca.map(Self.certificates) ?? .system }
    return BridgeSettings(
      broker: broker,
      topics: BrokerTopics(prefix: arguments.prefix, node: arguments.node ?? ProcessInfo.processInfo.hostName),
      isDiscovered: arguments.discovery == .homeassistant, requiresBroker: arguments.requireBroker, version: release,
      command: command, folders: arguments.workouts.map(FullPath.absolute),
      own: folders.config.map { $0 + "/cuebell/workouts" }, runOptions: arguments.runOptions,
      logs: (folders.state.map { $0 + "/cuebell" } ?? runs) + "/mqtt", runs: runs)
  }

  /// The password in a file that this user or root owns and nobody else can read.
  private static func password(in path: String) throws -> String {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw invalid("--password-file \(path): \(Errno.last)") }
    guard status.st_mode & 0o077 == 0, [0, geteuid()].contains(status.st_uid) else {
      throw invalid("--password-file \(path): others can read it: run chmod 600 on it")
    }
    do throws(RegularFile.Problem) {
      let text = String(decoding: try RegularFile.bytes(of: path, atMost: 4096), as: UTF8.self)
      let password =
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).first.map(String.init) ?? ""
      guard !password.isEmpty else { throw RegularFile.Problem.irregular }
      return password
    } catch {
      throw invalid("--password-file \(path): \(error.explanation)")
    }
  }

  private static func certificates(in path: String) throws -> MQTTConnection.Trust {
    if let problem = RegularFile.problem(at: path) { throw invalid("--ca \(path): \(problem.explanation)") }
    return .file(path)
  }

  private static func invalid(_ description: String) -> Failure {
    Failure(description: description, code: badArguments)
  }
}
#endif
