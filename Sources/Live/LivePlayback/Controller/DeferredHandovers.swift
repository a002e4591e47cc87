import HostSystem
import WorkoutEngine

/// The actions that wait until the session is silent: handing the audio session to another run, and stopping the
/// process.
struct DeferredHandovers {
  enum Handover: Equatable {
    case audioSession
    /// Stops the process, as its shell requested.
    case stop
  }

  /// The time until the device has played the last frame, beyond the latency that it reports.
  private static let margin = Duration.milliseconds(20)
  /// The limit on the wait for a session that doesn't answer.
  private static let patience = Duration.seconds(2)

  private enum Stage {
    /// The session's answer to the interruption, and with it the instant of silence.
    case answer
    case silence(at: Duration)
    case device
    case nothing
  }

  private let clock: BootClock
  private var waiting: [Handover] = []
  private var stage = Stage.answer
  private var deadline = ContinuousClock.now

  init(_ clock: BootClock) { self.clock = clock }

  /// Adds a handover; the caller must also interrupt the session.
  mutating func add(_ handover: Handover) {
    if waiting.isEmpty { (stage, deadline) = (.answer, .now + Self.patience) }
    if !waiting.contains(handover) { waiting.append(handover) }
  }

  func isPending(_ handover: Handover) -> Bool { waiting.contains(handover) }

  /// Determines from the session's answer to an interruption when it becomes silent.
  mutating func follow(_ event: EngineEvent) {
    guard !waiting.isEmpty, case .answer = stage,
      case .actionTaken(let report) = event.kind, report.action == .interruptionBegan
    else { return }
    let silence =
      switch report.to {
      case .paused: event.at + Engine.interruptionFade
      case .fadingIn(let ramp), .fadingOut(let ramp, _): ramp.end
      default: event.at
      }
    stage = .silence(at: silence + Self.margin)
  }

  /// Whether the session must be asked now to release the device; true only once.
  mutating func needsDeviceReleased() -> Bool {
    guard !waiting.isEmpty, case .silence(let instant) = stage, clock.delay(until: instant) <= .zero else {
      return false
    }
    stage = .device
    return true
  }

  mutating func deviceReleased() { if case .device = stage { stage = .nothing } }

  /// The time until the next step; `nil` if no handover is pending.
  var delay: Duration? {
    if waiting.isEmpty { return nil }
    let rest = deadline - .now
    return switch stage {
    case .answer, .device: rest
    case .silence(let instant): min(rest, clock.delay(until: instant))
    case .nothing: .zero
    }
  }

  mutating func ready() -> [Handover] {
    if case .nothing = stage {} else if deadline > .now { return [] }
    defer { waiting = [] }
    return waiting
  }
}
