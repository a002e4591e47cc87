import WorkoutModel

/// What a screen says about the time at one instant; two screens with the same readings look the same.
struct ClockReadout: Equatable {
  /// What is left of the limit around the phase or, without one, the phase's own time; empty before the first phase.
  var digits = ""
  /// What is left of the phase, or has passed of one that the user ends, where the digits show something else.
  var phase: String?
  var elapsed = ""
  /// `nil` while unknown.
  var left: String?
  var total: String?
  /// `nil` if there is no such bar, or its value is unknown.
  var phaseSteps: Int?
  var workoutSteps: Int?
}

extension SessionView {
  /// A moving screen is drawn no more often than this: bars move in steps of it, and digits lie on it.
  static let frameStep = Duration.milliseconds(250)
  /// How many steps ahead a change is looked for: digits change at least once a second.
  private static let foresight = 8

  /// What the screen says at `now`, of what `layout` shows.
  func readings(at now: Duration, _ layout: ScreenLayout, _ look: TerminalStyle) -> ClockReadout {
    let now = clock.snapped(now, to: reference, every: Self.frameStep)
    let position = clock.position(at: now)
    var readings = ClockReadout()
    if let phase {
      readings.digits = ClockText.short(phase.time(at: position))
      readings.phase = phase.hasOwnTime ? ClockText.short(phase.ownTime(at: position)) : nil
      if layout.shows(.phaseBar), let end = phase.end {
        readings.phaseSteps = ProgressBar.steps(
          position - phase.start, of: end - phase.start, columns: layout.columns, look.glyphs)
      }
    }
    let left = clock.remaining(at: now)
    if layout.shows(.workoutTimes) {
      let elapsed = clock.elapsed(at: now)
      readings.left = left.map { ClockText.short($0.secondsUp) }
      readings.total = left.map { ClockText.short((elapsed + $0).secondsUp) }
      // The three add up on the screen, too: what is left is rounded up, so what has passed is what that leaves.
      let shown = left.map { (elapsed + $0).secondsUp - $0.secondsUp } ?? elapsed.secondsDown
      readings.elapsed = ClockText.short(shown)
    }
    if layout.shows(.workoutBar), let left {
      readings.workoutSteps = ProgressBar.steps(
        position, of: position + left, columns: layout.columns, look.glyphs)
    }
    return readings
  }

  /// When a frame drawn at `now` is no longer true; `nil` while nothing will change by itself.
  ///
  /// The law: frames of every instant from `now` to before the returned one are the same.
  public func nextChange(after now: Duration, _ size: ScreenSize, _ look: TerminalStyle) -> Duration? {
    var instants = awaited.map(\.at)
    if let message, message.until > now { instants.append(message.until) }
    if clock.isRunning, let change = nextReading(after: now, size, look) { instants.append(change) }
    return instants.min()
  }

  private func nextReading(after now: Duration, _ size: ScreenSize, _ look: TerminalStyle) -> Duration? {
    let layout = layout(at: now, size, look)
    let shown = readings(at: now, layout, look)
    var instant = now
    for _ in 0..<Self.foresight {
      instant = clock.next(after: instant, reference, every: Self.frameStep)
      if readings(at: instant, layout, look) != shown { break }
    }
    return instant
  }

  /// The position that the digits count to or from.
  private var reference: Duration {
    guard let phase else { return .zero }
    return phase.limit?.upperBound ?? (phase.isOpen ? phase.start : phase.end ?? phase.start)
  }
}

extension ShownPhase {
  /// The time that the digits show when the session is at `position`.
  func time(at position: Duration) -> Duration {
    guard let limit else { return ownTime(at: position) }
    return max(.zero, limit.upperBound - position).secondsUp
  }

  /// What is left of the phase, or has passed of one that the user ends.
  func ownTime(at position: Duration) -> Duration {
    if !isOpen, let end { return max(.zero, end - position).secondsUp }
    return max(.zero, position - start).secondsDown
  }

  /// Whether the phase's own time is another than that of the limit around it.
  var hasOwnTime: Bool { limit.map { isOpen || end != $0.upperBound } ?? false }

  /// The longest time that the digits will show, so that they keep their size; for a phase without end, ten minutes.
  var longestTime: Duration {
    guard let limit else { return longestOwnTime }
    return (limit.upperBound - limit.lowerBound).secondsUp
  }

  /// The longest time of the phase itself.
  var longestOwnTime: Duration {
    guard let end else { return .seconds(600) }
    return max(.zero, end - start).secondsUp
  }
}
