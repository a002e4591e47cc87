public import ArgumentParser
import ControlSocket
import CueAudio
public import DesktopBus
import FoundationEssentials
import Glibc
import HostSystem
import SessionControl
import SessionHistory
import SessionReporting
import WorkoutEngine
import WorkoutModel

/// The options that say how a run is controlled from outside.
struct ControlOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The run's name for cuebell ctl; the file's name if not set.", valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("Listen for cuebell ctl at this path.", valueName: "path"), completion: .file())
  var control: String?

  @Flag(help: "Listen for no client.")
  var noControl = false

  @Option(help: "Keep the machine from sleeping while the timer runs: idle (by itself), sleep (at all) or none.")
  var inhibit: InhibitPolicy = .idle

  @Flag(inversion: .prefixedNo, help: "Show desktop notifications while nobody looks.")
  var notify = true

  func validate() throws {
    if let name, RunName(name) == nil {
      throw ValidationError("A run's name has 1 to 32 characters of a-z, 0-9, - and _.")
    }
    guard control == nil || !noControl else { throw ValidationError("--control and --no-control exclude each other.") }
  }

  /// The place where clients find the run of a file; `nil`, after a message about it, where there is none.
  ///
  /// - Throws: The status to end with where the user has named the place.
  func endpoint(ofRun file: String) throws -> ControlEndpoint? {
    if noControl { return nil }
    let name = name.flatMap { RunName($0) } ?? RunName(ofFile: file)
    do throws(ControlEndpoint.Failure) {
      if let control { return try ControlEndpoint(at: control, name: name) }
      let folder = try ControlEndpoint.standardFolder(ProcessInfo.processInfo.environment)
      return try ControlEndpoint(in: folder, name: name)
    } catch {
      if control != nil { throw Exit.fail(Exit.cannotWrite, error.explanation) }
      Streams.err("This run can't be controlled: \(error.explanation).")
      return nil
    }
  }
}

/// Those who follow and control a run from outside; none of them can hold it up or make it fail.
struct RunClients {
  private let server: ControlServer?
  private let desktop: DesktopIntegration
  /// Who is told what the session reports.
  var followers: [any SessionFollower] { [server].compactMap { $0 } + [desktop] }

  /// Clients of a run that listens at `endpoint`, if it does, and a desktop.
  init(
    _ endpoint: ControlEndpoint?, _ session: (String) -> ControlServer.Session, _ perform: @escaping CommandPerformer,
    desktop settings: DesktopIntegration.Settings
  ) {
    var server: ControlServer?
    if let endpoint {
      do throws(NoDescriptor) { server = try ControlServer(endpoint, session(endpoint.name), perform: perform) } catch {
        Streams.err("This run can't be controlled: \(error.explanation).")
      }
    }
    self.server = server
    var settings = settings
    settings.showInhibitors = { [server] in server?.setInhibits($0) }
    desktop = DesktopIntegration(settings)
  }

  /// Shows a notification.
  var notify: @Sendable (String) -> Void { { [desktop] in desktop.notify($0) } }

  /// Lets clients in; `notice` receives why that can't be.
  func start(_ notice: (String) -> Void) {
    do throws(NoThread) { try server?.start() } catch {
      notice("This run can't be controlled: \(error.explanation).")
    }
    desktop.start()
  }

  /// The session is over; what clients were not told yet is sent meanwhile.
  func finish() { for follower in followers { follower.finish() } }

  /// Waits until the clients are hung up on and the desktop is as it was, but not for long.
  func close() {
    server?.close()
    desktop.close()
  }
}

extension ControlServer.Session {
  /// What clients may know and do.
  ///
  /// - Parameters:
  ///   - name: The name by which clients find the run.
  ///   - engine: The session before it begins.
  ///   - clock: Session time.
  ///   - journal: What records the session.
  ///   - plan: The plan, as `show --json` has it.
  init(
    _ name: String, _ engine: Engine, _ clock: BootClock, speed: Int, _ journal: Journal?,
    plan: @escaping @Sendable () -> String
  ) {
    let workout = engine.timeline.workout.name
    self.init(
      greeting: {
        ControlReply.Greeting(
          version: Cuebell.version, name: name, pid: Int(getpid()), session: journal?.session, workout: workout,
          epoch: clock.epoch, speed: speed)
      }, properties: SessionProperties(engine, speed: speed), clock: { clock.now() }, plan: plan,
      frameOf: { FrameClock().frame(at: $0) })
  }
}

extension Engine {
  /// The plan of the workout, as `show --json` has it; the length of a phrase that isn't synthesised yet is a guess.
  fileprivate func plan(_ phrases: SpeechCache) -> Plan {
    Plan(of: timeline, Rehearsal(timeline, durations: durations, doneAfter: .seconds(30)) { phrases.measure($0) })
  }

  func planJSON(_ phrases: SpeechCache) -> String {
    var text = ""
    plan(phrases).writeJSON(frameOf: { FrameClock().frame(at: $0) }, spoken: phrases.spoken) { text += $0 }
    return text
  }
}

extension InhibitPolicy: ExpressibleByArgument {}
