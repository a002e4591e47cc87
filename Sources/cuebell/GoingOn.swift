import WorkoutEngine

/// Goes on by itself with a session that was taken up paused, unless the user resumes, pauses or ends it before.
struct GoingOn {
  /// How long the pause lasts; `nil` for as long as the user wants.
  private let wait: Duration?
  private var due: ContinuousClock.Instant?

  init(after wait: Duration?) { self.wait = wait }

  mutating func note(_ event: EngineEvent) {
    switch event.kind {
    case .paused(_, .restored): due = wait.map { .now + $0 }
    case .paused, .resumed, .finished: due = nil
    default: break
    }
  }

  /// How long until it is time; `nil` where it never is.
  var delay: Duration? { due.map { $0 - .now } }

  /// Whether it is time; it is only once.
  mutating func isDue() -> Bool {
    guard let due, due <= .now else { return false }
    self.due = nil
    return true
  }
}
