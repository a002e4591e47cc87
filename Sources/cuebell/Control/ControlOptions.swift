import ArgumentParser
import CommandSupport
import ControlSocket
import DesktopBus
import FoundationEssentials
import Logging
import ServerOptions

/// The options for a run's socket and the desktop.
struct ControlOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The name of the run for ctl: 1 to 32 of a-z, 0-9, - and _; by default the file's name."))
  var name: String?

  @Option(
    help: ArgumentHelp("The run's socket, instead of the default one.", valueName: "path"), completion: .file())
  var control: String?

  @Flag(help: "Open no socket: ctl can't control the run.")
  var noControl = false

  @Option(
    help: ArgumentHelp(
      "What to prevent while the timer runs: idle (automatic sleep), sleep (any sleep) or none.", valueName: "what"))
  var inhibit: InhibitPolicy = .idle

  @Flag(inversion: .prefixedNo, help: "Show desktop notifications while the terminal is in the background (default).")
  var notify: Bool?

  @Option(
    defaultAsFlag: .standard,
    help: ArgumentHelp(
      "Also show the run in a browser: on this address, or on this machine only.", valueName: "address:port"))
  var display: ListenAddress?

  func validate() throws {
    guard display == nil || !noControl else {
      throw ValidationError("--display needs the run's socket: leave out --no-control.")
    }
    if let name, LiveRunName(madeOf: name) == nil {
      throw ValidationError(ControlEndpoint.Failure.badName(name).explanation + ".")
    }
    guard !noControl || control == nil else { throw ValidationError("--control and --no-control exclude each other.") }
  }

  /// Opens the socket of a run of `file`; `nil`, after a message, if there is none. Status 73 if the socket at the
  /// user's path can't be opened.
  func endpoint(ofRun file: String) throws -> ControlEndpoint? {
    if noControl { return nil }
    let name = name.flatMap { LiveRunName(madeOf: $0) } ?? LiveRunName(ofFile: NamedWorkout.fileName(of: file))
    do throws(ControlEndpoint.Failure) {
      let endpoint =
        if let control {
          try ControlEndpoint(at: control, name: name)
        } else {
          try ControlEndpoint(
            in: try ControlEndpoint.standardFolder(ProcessInfo.processInfo.environment), name: name)
        }
      Diagnostics.log.debug("socket", metadata: ["path": "\(endpoint.path)", "name": "\(endpoint.name)"])
      return endpoint
    } catch {
      if control != nil { throw Exit.fail(.cannotWrite, "--control: \(error.explanation).") }
      Streams.err("This run can't be controlled: \(error.explanation).")
      return nil
    }
  }
}

extension InhibitPolicy: ExpressibleByArgument {}
