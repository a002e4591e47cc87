import ControlSocket
import CueAudio
import DesktopBus
import FoundationEssentials
import Glibc
import HostSystem
import SessionControl
import SessionHistory
import SessionReporting
import WorkoutEngine
import WorkoutModel

/// Those who follow and control a run from outside; none of them can hold it up or make it fail.
struct RunClients {
  private let server: ControlServer?
  private let desktop: DesktopIntegration
  private let display: DisplayCompanion?
  /// Who is told what the session reports.
  var followers: [any SessionFollower] { [server].compactMap { $0 } + [desktop] }

  /// Clients of a run that listens at `endpoint`, if it does, and a desktop.
  init(
    _ endpoint: ControlEndpoint?, _ display: DisplayCompanion?, _ session: (String) -> ControlServer.Session,
    _ perform: @escaping CommandPerformer,
    desktop settings: DesktopIntegration.Settings
  ) {
    var server: ControlServer?
    if let endpoint {
      do throws(NoDescriptor) { server = try ControlServer(endpoint, session(endpoint.name), perform: perform) } catch {
        Streams.err("This run can't be controlled: \(error.explanation).")
      }
    }
    self.server = server
    self.display = display
    var settings = settings
    settings.showInhibitors = { [server] in server?.setInhibits($0) }
    desktop = DesktopIntegration(settings)
  }

  /// What the user should know of them at the beginning.
  var announcement: [String] { display?.announcement() ?? [] }

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
    display?.end()
  }
}

extension ControlServer.Session {
  /// What clients may know and do.
  ///
  /// - Parameters:
  ///   - name: The name by which clients find the run.
  ///   - engine: The session before it begins.
  ///   - clock: Session time.
  ///   - speed: How many times as fast as real time it runs.
  ///   - journal: What records the session.
  ///   - plan: The plan, as `show --json` has it.
  init(
    _ name: String, _ engine: Engine, _ clock: BootClock, speed: Int, _ journal: Journal?,
    plan: @escaping @Sendable () -> String
  ) {
    let workout = engine.timeline.workout.name
    self.init(
      greeting: {
        // A client that comes at once would never learn the number, which is written down a moment later.
        journal?.waitForSession(milliseconds: 250)
        return ControlReply.Greeting(
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
