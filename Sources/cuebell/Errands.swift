import LiveHost
import WorkoutEngine

/// What has to wait until nothing of this session is heard any more: letting another run have it, stopping the process.
struct Errands {
  enum Errand: Equatable {
    /// Another run gets the audio session.
    case letGo
    /// The process stops, as its shell wants it.
    case stop
  }

  /// What the device takes to play the last frame, beyond what anybody knows of.
  private static let margin = Duration.milliseconds(20)
  /// A session that doesn't answer isn't waited for any longer.
  private static let patience = Duration.seconds(2)

  /// What is still to come before they can be done.
  private enum Stage {
    /// The session's answer to the interruption, and with it the instant at which it has fallen silent.
    case answer
    case silence(at: Duration)
    /// That the session lets go of the device.
    case device
    case nothing
  }

  private let clock: BootClock
  private var waiting: [Errand] = []
  private var stage = Stage.answer
  private var latest = ContinuousClock.now

  init(_ clock: BootClock) { self.clock = clock }

  /// Notes an errand; the session must be interrupted besides.
  mutating func await(_ errand: Errand) {
    if waiting.isEmpty { (stage, latest) = (.answer, .now + Self.patience) }
    if !waiting.contains(errand) { waiting.append(errand) }
  }

  /// Whether an errand waits.
  func isAwaited(_ errand: Errand) -> Bool { waiting.contains(errand) }

  /// Learns from the session's answer to an interruption when it falls silent.
  mutating func learn(_ event: EngineEvent) {
    guard !waiting.isEmpty, case .answer = stage,
      case .actionTaken(.interruptionBegan, _, _, let playback) = event.kind
    else { return }
    let silence =
      switch playback {
      case .paused: event.at + Engine.interruptionFade
      case .fadingIn(let ramp), .fadingOut(let ramp, _): ramp.end
      default: event.at
      }
    stage = .silence(at: silence + Self.margin)
  }

  /// Whether the session must be asked now to let go of the device; once.
  mutating func wantDevice() -> Bool {
    guard !waiting.isEmpty, case .silence(let instant) = stage, clock.delay(until: instant) <= .zero else {
      return false
    }
    stage = .device
    return true
  }

  /// Notes that others can have the device.
  mutating func noteFreeDevice() { if case .device = stage { stage = .nothing } }

  /// How long until there is something to do; `nil` where nothing waits.
  var delay: Duration? {
    if waiting.isEmpty { return nil }
    let latest = latest - .now
    return switch stage {
    case .answer, .device: latest
    case .silence(let instant): min(latest, clock.delay(until: instant))
    case .nothing: .zero
    }
  }

  /// What can be done now; it waits no longer.
  mutating func takeDue() -> [Errand] {
    if case .nothing = stage {} else if latest > .now { return [] }
    defer { waiting = [] }
    return waiting
  }
}
