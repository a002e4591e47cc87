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
  /// What it takes besides until the device is closed, so that it isn't busy for the run that waits for it.
  private static let closing = Duration.milliseconds(230)
  /// A session that doesn't answer isn't waited for any longer.
  private static let patience = Duration.seconds(2)

  private let clock: BootClock
  private var waiting: [Errand] = []
  private var quiet: Duration?
  private var latest = ContinuousClock.now

  init(_ clock: BootClock) { self.clock = clock }

  /// Notes an errand; the session must be interrupted besides.
  mutating func await(_ errand: Errand) {
    if waiting.isEmpty { (quiet, latest) = (nil, .now + Self.patience) }
    if !waiting.contains(errand) { waiting.append(errand) }
  }

  /// Whether an errand waits.
  func isAwaited(_ errand: Errand) -> Bool { waiting.contains(errand) }

  /// Nothing of the kind is wanted any more.
  mutating func drop(_ errand: Errand) { waiting.removeAll { $0 == errand } }

  /// Learns from the session's answer to an interruption when it falls silent.
  mutating func learn(_ event: EngineEvent) {
    guard !waiting.isEmpty, case .actionTaken(.interruptionBegan, _, _, let playback) = event.kind else { return }
    switch playback {
    case .paused: quiet = event.at + Engine.interruptionFade
    case .fadingIn(let ramp), .fadingOut(let ramp, _): quiet = ramp.end
    default: quiet = event.at
    }
  }

  /// How long until there is something to do; `nil` where nothing waits.
  var delay: Duration? {
    if waiting.isEmpty { return nil }
    let latest = latest - .now
    let rest = Self.margin + (isAwaited(.letGo) ? Self.closing : .zero)
    return quiet.map { min(latest, clock.delay(until: $0) + rest) } ?? latest
  }

  /// What can be done now; it waits no longer.
  mutating func takeDue() -> [Errand] {
    guard let delay, delay <= .zero else { return [] }
    defer { waiting = [] }
    return waiting
  }
}
