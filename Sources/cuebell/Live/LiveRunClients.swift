import CommandSupport
import ControlSocket
import CueAudio
import DesktopBus
import Glibc
import HostSystem
import LivePlayback
import SessionControl
import SessionHistory
import SessionReporting
import WorkoutEngine
import WorkoutModel

/// The external observers and controllers of a run; none of them can delay it or make it fail.
struct LiveRunClients {
  private let server: ControlServer?
  private let desktop: DesktopIntegration
  private let display: DisplayCompanion?
  var followers: [any SessionFollower] { [server].compactMap { $0 } + [desktop] }

  /// The clients of a run at `endpoint`, if it has one, and the desktop.
  init(
    _ endpoint: ControlEndpoint?, _ display: DisplayCompanion?, _ session: ControlServer.Session,
    _ perform: @escaping CommandPerformer, desktop settings: DesktopSettings
  ) {
    var server: ControlServer?
    if let endpoint {
      do throws(NoDescriptor) { server = try ControlServer(endpoint, session, perform: perform) } catch {
        Streams.err("This run can't be controlled: \(error.explanation).")
      }
    }
    self.server = server
    self.display = display
    var settings = settings
    settings.showInhibitors = { [server] in server?.setInhibits($0) }
    desktop = DesktopIntegration(settings, session.observed)
  }

  /// A session that these clients and the service manager observe as soon as it decides.
  func session(
    _ phrases: SpeechCache, waking descriptor: WakeDescriptor, _ service: ServiceStatusReporter?,
    _ inbox: Mailbox<LiveSessionController.Message>, _ report: @escaping @Sendable (LiveSession.Report) -> Void
  ) -> LiveSession {
    let observers = followers + [service].compactMap { $0 }
    return LiveSession(
      phrases: phrases, waking: descriptor, beat: { service?.beat() },
      observe: { events, isRequested in
        for observer in observers { observer.observe(events.map(SessionEvent.init)) }
        for event in events { inbox.put(.observed(event, isRequested: isRequested)) }
      }, speak: { [desktop] in desktop.follow(speech: $0) }, report: report)
  }

  var announcement: [String] { display?.announcement() ?? [] }

  var notify: @Sendable (String) -> Void { { [desktop] in desktop.notify($0) } }

  func start(_ notice: (String) -> Void) {
    do throws(NoThread) { try server?.start() } catch {
      notice("This run can't be controlled: \(error.explanation).")
    }
    desktop.start()
  }

  /// Signals that the session is over; pending messages to clients are still sent.
  func finish() { for follower in followers { follower.finish() } }

  /// Waits until the clients are disconnected and the desktop is restored, with a time limit.
  func close() {
    server?.close()
    desktop.close()
    display?.end()
  }
}

extension ControlServer.Session {
  /// The server's access to the run that clients find by a name; `plan` has the form of `show --json`.
  init(
    _ name: String, _ clock: BootClock, _ observed: ObservedSession, _ journal: Journal?,
    plan: @escaping @Sendable () -> String
  ) {
    self.init(
      greeting: {
        // A client that connects at once would otherwise never learn the number, which is recorded a moment later.
        journal?.waitForSession(milliseconds: 250)
        return ControlReply.Greeting(
          version: Release.version, name: name, pid: Int(getpid()), session: journal?.session,
          workout: observed.timeline.workout.name, language: observed.timeline.workout.voice.language,
          epoch: clock.epoch, speed: observed.speed)
      }, observed: observed, clock: { clock.now() }, plan: plan,
      frameOf: { FrameClock().frame(at: $0) })
  }
}

extension Engine {
  /// The plan of the workout, in the form of `show --json`, without telling when surprise phases end; lengths of
  /// phrases that aren't synthesised yet are estimated.
  func planJSON(_ phrases: SpeechCache) -> String {
    let timeline = timeline.withoutSurprises
    let plan = Plan(
      of: timeline, Rehearsal(timeline, durations: durations, doneAfter: .seconds(30)) { phrases.measure($0) })
    var text = ""
    plan.writeJSON(frameOf: FrameClock().frame, spoken: phrases.spoken) { text += $0 }
    return text
  }
}
