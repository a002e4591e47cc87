import WorkoutModel

/// The times that a screen shows at one instant; two screens with equal readouts look the same.
struct ClockReadout: Equatable {
  /// The remaining time of the limit around the phase or, without one, the phase's own time; empty before the first
  /// phase.
  var digits = ""
  /// The remaining time of the phase, or the elapsed time of an open one, if the digits show something else.
  var phase: String?
  var elapsed = ""
  /// `nil` if it is unknown.
  var left: String?
  var total: String?
  /// `nil` if there is no such bar, or its value is unknown.
  var phaseSteps: Int?
  var workoutSteps: Int?
}

extension SessionView {
  /// The shortest interval between frames while time passes: bars move in multiples of it, and digits are aligned to
  /// it.
  static let frameStep = Duration.milliseconds(250)
  /// The number of intervals in which a change is searched: digits change at least once per second.
  private static let foresight = 8

  /// The readout at `now` for the parts in `layout`.
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
      // The displayed times add up: the remaining time is rounded up, and the elapsed time is the difference.
      let shown = left.map { (elapsed + $0).secondsUp - $0.secondsUp } ?? elapsed.secondsDown
      readings.elapsed = ClockText.short(shown)
    }
    if layout.shows(.workoutBar), let left {
      readings.workoutSteps = ProgressBar.steps(
        position, of: position + left, columns: layout.columns, look.glyphs)
    }
    return readings
  }

  /// The time at which a frame drawn at `now` is outdated; `nil` while nothing changes by time alone.
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

  /// The position to which the digits count down, or from which they count up.
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

  /// The remaining time of the phase, or the elapsed time of an open one.
  func ownTime(at position: Duration) -> Duration {
    if !isOpen, let end { return max(.zero, end - position).secondsUp }
    return max(.zero, position - start).secondsDown
  }

  /// Whether the phase's own time differs from that of the limit around it.
  var hasOwnTime: Bool { limit.map { isOpen || end != $0.upperBound } ?? false }

  /// The longest time that the digits will show, which determines their size; ten minutes for a phase without end.
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
