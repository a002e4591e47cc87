import WorkoutEngine
import WorkoutModel

/// Whether the host can work: it may sleep, be held up, or have lost the session's process.
struct HostCondition: Sendable {
  /// An action that waits until the host can deliver it.
  struct Letter: Equatable, Sendable {
    let action: Action
    let line: Int?
  }

  /// A session whose process is dead: what had been stored of it, and when it died.
  struct Stored: Equatable, Sendable {
    let snapshot: EngineSnapshot
    let restoration: Restoration
  }

  /// In true time; `nil` while it can work.
  private(set) var comesBack: Duration?
  private var letters: [Letter] = []
  private var stored: Stored?
  /// When it wakes up, while it sleeps; it may be held up longer.
  private(set) var wakesUp: Duration?

  /// Whether the session's process is dead.
  var isDead: Bool { stored != nil }

  /// It can't work until an instant, or longer where it couldn't already.
  mutating func leave(until instant: Duration, asleep: Bool) {
    comesBack = max(comesBack ?? instant, instant)
    if asleep { wakesUp = max(wakesUp ?? instant, instant) }
  }

  /// It sleeps no longer.
  mutating func wakeUp() { wakesUp = nil }

  /// Keeps an action for later; a dead process gets no letters.
  mutating func keep(_ action: Action, line: Int?) {
    if !isDead { letters.append(Letter(action: action, line: line)) }
  }

  /// The process dies, and with it what has been waiting.
  mutating func die(_ stored: Stored) {
    if self.stored == nil { self.stored = stored }
    letters = []
  }

  /// It can work again; returns what has been waiting.
  mutating func comeBack() -> [Letter] {
    defer { (comesBack, letters) = (nil, []) }
    return letters
  }

  mutating func takeStored() -> Stored? {
    defer { stored = nil }
    return stored
  }
}
