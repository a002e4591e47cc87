import WorkoutEngine
import WorkoutModel

/// The times that a screen shows at one instant; two screens with equal readouts look the same.
struct ClockReadout: Equatable {
  /// The remaining time of the limit around the phase or, without one, the phase's own time; empty before the first
  /// phase.
  var digits = ""
  /// The remaining time of the phase, or the elapsed time of an open one, if the digits show something else.
  var phase: String?
  var elapsed = ""
  var repetition: Int?
  /// The intensity in whose colour and shape the phase is shown; overtime is red.
  var intensity: Intensity?
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

  func readings(at now: Duration, _ layout: ScreenLayout, _ look: TerminalStyle) -> ClockReadout {
    let now = session.place.snapped(now, to: session.reference, every: Self.frameStep)
    let place = session.place.extrapolated(to: now)
    let (position, left) = (place.progress.position, place.progress.remaining)
    var readings = ClockReadout()
    if let phase {
      let own = session.ownTimeText(at: place, look.glyphs)
      readings.digits = session.limit == nil ? own : ClockText.short(session.time(at: place))
      readings.phase = session.hasOwnTime ? own : nil
      readings.intensity = phase.isOvertime ? .high : place.shownIntensity
      readings.repetition = phase.repetition(at: position - phase.start)
      if layout.shows(.phaseBar), let end = phase.end {
        readings.phaseSteps = ProgressBar.steps(
          position - phase.start, of: end - phase.start, columns: layout.columns, look.glyphs)
      }
    }
    if layout.shows(.workoutTimes) {
      let elapsed = place.progress.elapsed
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
  package func nextChange(after now: Duration, _ size: ScreenSize, _ look: TerminalStyle) -> Duration? {
    var instants = awaited.map(\.due)
    if let message, message.until > now { instants.append(message.until) }
    let view = advanced(at: now)
    if session.place.isRunning {
      instants += [view.nextReading(after: now, size, look), view.session.phaseEnd].compactMap(\.self)
    }
    return instants.filter { $0 > now }.min()
  }

  private func nextReading(after now: Duration, _ size: ScreenSize, _ look: TerminalStyle) -> Duration? {
    let layout = layout(at: now, size, look)
    let shown = readings(at: now, layout, look)
    var instant = now
    for _ in 0..<Self.foresight {
      instant = session.place.next(after: instant, session.reference, every: Self.frameStep)
      if readings(at: instant, layout, look) != shown { break }
    }
    return instant
  }
}

extension ObservedSession {
  /// When the current phase ends if only time passes; `nil` if it doesn't.
  fileprivate var phaseEnd: Duration? { cursor?.end.map(place.instant) }

  /// The position to which the digits count down, or from which they count up.
  fileprivate var reference: Duration {
    guard hasBegun, let phase else { return .zero }
    let own = phase.countsUp ? phase.start : phase.end ?? phase.start
    return (isCapped ? limit?.lowerBound : limit?.upperBound) ?? own
  }

  /// The time in large digits: what is left of the limit around the phase, what has passed of a cap or, without a
  /// limit, the phase's own time.
  func time(at place: Place) -> Duration {
    guard let limit else { return ownTime(at: place) }
    if isCapped { return max(.zero, place.progress.position - limit.lowerBound).secondsDown }
    return max(.zero, limit.upperBound - place.progress.position).secondsUp
  }

  /// The remaining time of the phase, or the elapsed time of an open one.
  func ownTime(at place: Place) -> Duration {
    guard let phase else { return .zero }
    if !phase.countsUp, let end = phase.end { return max(.zero, end - place.progress.position).secondsUp }
    return max(.zero, place.progress.position - phase.start).secondsDown
  }

  /// That time as text; what a phase takes beyond its planned end has a minus.
  func ownTimeText(at place: Place, _ glyphs: Glyphs) -> String {
    (phase?.isOvertime == true ? glyphs.minus : "") + ClockText.short(ownTime(at: place))
  }

  /// Whether the phase's own time differs from that of the limit around it.
  var hasOwnTime: Bool {
    guard let limit, let phase else { return false }
    guard phase.countsUp else { return phase.end != limit.upperBound }
    return !isCapped || phase.start != limit.lowerBound
  }

  /// The longest time that the digits will show, which determines their size; ten minutes for a phase without end.
  var longestTime: Duration { limit.map { ($0.upperBound - $0.lowerBound).secondsUp } ?? longestOwnTime }

  var longestOwnTime: Duration { phase?.length.map { max(.zero, $0).secondsUp } ?? .seconds(600) }
}

extension ObservedPhase {
  var start: Duration { position ?? .zero }

  /// The end of the current phase in the plan; `nil` if only the user ends it.
  var end: Duration? { length.map { start + $0 } }
}

extension Place {
  /// The last instant up to `now` at which the distance to `reference`, a position of the plan, is a multiple of
  /// `step`; or the last event, if that is later.
  ///
  /// A screen that is drawn only at these instants is drawn when its digits change, whatever the clock of the host.
  fileprivate func snapped(_ now: Duration, to reference: Duration, every step: Duration) -> Duration {
    guard isRunning else { return at }
    return max(at, now - (now - instant(of: reference)).remainder(by: step))
  }

  /// The first such instant after `now`.
  fileprivate func next(after now: Duration, _ reference: Duration, every step: Duration) -> Duration {
    now - (now - instant(of: reference)).remainder(by: step) + step
  }
}

extension Duration {
  /// The remainder after subtracting as many whole `step`s as fit; never negative.
  fileprivate func remainder(by step: Duration) -> Duration {
    let rest = inNanoseconds % step.inNanoseconds
    return .nanoseconds(rest < 0 ? rest + step.inNanoseconds : rest)
  }
}
