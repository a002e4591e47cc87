import DesktopBus
import Foundation
import SessionControl
import SessionReporting
import Synchronization
import WorkoutEngine
import WorkoutModel

/// A session of a small workout on virtual time, which the desktop follows and may steer.
final class DesktopSession: Sendable {
  private let engine: Mutex<Engine>
  private let asked = Mutex<[(command: ControlCommand, origin: ActionOrigin)]>([])
  private let follower = Mutex<DesktopIntegration?>(nil)

  /// 20 s of "Work", which may go on, in two sets, with 10 s of "Rest" between.
  init(overtime: Overtime? = nil) throws {
    let work = Node.phase(Phase("Work", .high, .after(.fixed(.seconds(20))), overtime: overtime))
    let rest = Node.phase(Phase("Rest", .low, .after(.fixed(.seconds(10)))))
    let workout = Workout(name: "Two sets", author: "Ann", nodes: [.group(SetGroup(.sets(2), nodes: [work, rest]))])
    engine = Mutex(Engine(try Timeline(workout)))
  }

  deinit { follower.withLock(\.self)?.close() }

  var now: Duration { engine.withLock(\.now) }

  /// What the desktop has asked for so far.
  var commands: [ControlCommand] { asked.withLock { $0.map(\.command) } }
  var origins: [ActionOrigin] { asked.withLock { $0.map(\.origin) } }

  /// Has the desktop of `bus` follow this session.
  func connect(
    to environment: [String: String], _ change: (inout DesktopSettings) -> Void = { _ in }
  ) -> DesktopIntegration {
    var settings = DesktopSettings(
      environment: environment, now: { [weak self] in self?.now ?? .zero },
      perform: { [weak self] command, origin, answer in self?.perform(command, origin, answer) })
    change(&settings)
    let integration = DesktopIntegration(settings, engine.withLock { ObservedSession($0) })
    integration.start()
    follower.withLock { $0 = integration }
    return integration
  }

  /// Plays from the beginning.
  func start() {
    send(.start)
    send(.prepared)
  }

  func send(_ action: Action, at instant: Duration? = nil) { advance(action, at: instant ?? now) }

  /// Lets time pass.
  func run(to seconds: Double) {
    let end = Duration.milliseconds(Int64(seconds * 1_000))
    while let deadline = engine.withLock(\.nextDeadline), deadline <= end { advance(.tick, at: deadline) }
    advance(.tick, at: end)
  }

  /// Reports something that isn't the engine's.
  func report(_ kind: SessionEvent.Kind) {
    follower.withLock(\.self)?.observe([SessionEvent(at: now, kind: kind)])
  }

  private func advance(_ action: Action, at instant: Duration) {
    let events = engine.withLock { $0.send(action, at: instant).events }
    guard let follower = follower.withLock(\.self) else { return }
    for event in events { follower.followAhead(event) }
    follower.observe(events.map(SessionEvent.init))
  }

  /// How long the session takes to decide.
  let thinkingTime = Mutex(Duration.zero)

  private func perform(
    _ command: ControlCommand, _ origin: ActionOrigin, _ answer: @escaping @Sendable (ControlAnswer) -> Void
  ) {
    let pause = thinkingTime.withLock(\.self)
    if pause == .zero { return decide(command, origin, answer) }
    Thread.detachNewThread { [weak self] in
      usleep(UInt32(pause / .microseconds(1)))
      self?.decide(command, origin, answer)
    }
  }

  private func decide(_ command: ControlCommand, _ origin: ActionOrigin, _ answer: (ControlAnswer) -> Void) {
    asked.withLock { $0.append((command, origin)) }
    switch command {
    case .pause: send(.pause)
    case .resume: send(.resume)
    case .toggle: send(.toggle)
    case .next: send(.next)
    case .back: send(.back)
    case .setVolume(let volume): send(.setVolume(volume))
    case .seek(let offset): send(.seek(by: offset))
    case .stop: send(.stop)
    default: break
    }
    answer(.ending)
  }
}
