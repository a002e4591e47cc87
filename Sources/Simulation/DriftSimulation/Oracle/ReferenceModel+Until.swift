import WorkoutEngine
import WorkoutModel

/// Phases that end by a measurement.
extension ReferenceModel {
  /// The wait of a phase for a measurement.
  struct Wait: Equatable, Sendable {
    let until: Until
    /// The position before which it doesn't end the phase.
    let earliest: Duration
    /// The position since which the measurement holds; `nil` if it doesn't.
    var heldSince: Duration?
    /// Whether another measurement has agreed since.
    var isConfirmed = false
  }

  /// Whether the user can end a phase.
  func isOpen(_ cursor: Cursor) -> Bool {
    let phase = timeline.phase(of: cursor.id).phase
    guard case .open = phase.end else { return phase.overtime != nil }
    return timeline.endsByUser(cursor.id)
  }

  /// Begins to wait where the session has come to a place.
  mutating func beginWait() {
    wait = cursor.flatMap { cursor in
      let phase = timeline.phase(of: cursor.id).phase
      guard let until = phase.until, isOpen(cursor) else { return nil }
      return Wait(until: until, earliest: cursor.start + (phase.atLeast ?? .zero))
    }
    followWait()
  }

  /// Notes whether the measurement holds now that a signal was measured or time has passed.
  mutating func followWait(measured: Signal? = nil) {
    guard var next = wait else { return }
    let isSatisfied = next.until.isSatisfied(for: samples.evidence(of: next.until.signal, at: now), of: body)
    if !isSatisfied, waitEnd == position { return }
    let agrees = next.heldSince != nil && (next.isConfirmed || measured == next.until.signal)
    next.isConfirmed = isSatisfied && agrees
    next.heldSince = isSatisfied ? next.heldSince ?? position : nil
    wait = next
  }

  /// The position at which the measurement ends the phase if it continues to hold.
  private var waitEnd: Duration? {
    guard let wait, wait.isConfirmed, let since = wait.heldSince, cursor?.isEndedByUser == false else { return nil }
    return max(since + wait.until.hold, wait.earliest)
  }

  /// Advances to the next instant up to `instant` at which a measurement ends the phase or a value ages; `false` if
  /// there is none.
  mutating func waits(until instant: Duration) -> Bool {
    guard let wait else { return false }
    // At the planned end the clock ends it, too.
    let early = waitEnd.flatMap { $0 == cursor?.end ? nil : $0 }
    let end = mode == .running ? early.map { since + ($0 - positionBase) } : nil
    let aging = samples.nextAging(of: wait.until.signal, after: now)
    if let end, end <= instant, end <= aging ?? end {
      now = max(now, end)
      endByMeasurement()
    } else if let aging, aging <= instant {
      now = aging
      followWait()
    } else {
      return false
    }
    return true
  }

  private mutating func endByMeasurement() {
    guard let cursor else { return }
    forgetExtensions()
    end(cursor)
  }
}

/// What sensors have measured, and the values that follow from the description of the format.
struct ReferenceSamples: Equatable, Sendable {
  private struct Sample: Equatable, Sendable {
    let at: Duration
    let value: Int
    let source: String?
    /// Whether it comes after a gap, which the next one would end.
    let isLone: Bool
  }

  /// The samples that may have an effect, in order; all of a signal that was measured at all.
  private var accepted: [Signal: [Sample]] = [:]

  /// Adds a measurement; returns whether it is accepted.
  mutating func add(_ value: Int, of signal: Signal, from source: String?, at now: Duration) -> Bool {
    let samples = accepted[signal] ?? []
    guard signal.range.contains(value), samples.count(where: { now - $0.at < .seconds(1) }) < 10 else { return false }
    if let last = samples.last, now - last.at <= .seconds(10), last.source != source { return false }
    let isLone = samples.last.map { now - $0.at > .seconds(5) } ?? false
    // Older ones have no effect any more.
    accepted[signal] =
      samples.dropLast().filter { now - $0.at <= .seconds(20) } + samples.suffix(1)
      + [Sample(at: now, value: value, source: source, isLone: isLone)]
    return true
  }

  /// The median of the last five seconds, or the last value of the last ten; one after a gap doesn't count yet.
  func value(of signal: Signal, at now: Duration) -> Int? {
    var samples = accepted[signal] ?? []
    while samples.last?.isLone == true { samples.removeLast() }
    guard let last = samples.last, now - last.at <= .seconds(10) else { return nil }
    return Self.median(samples, at: now) ?? last.value
  }

  /// What was measured in the last five seconds, however often; `nil` in a gap.
  func evidence(of signal: Signal, at now: Duration) -> Int? {
    guard let samples = accepted[signal], let last = samples.last, now - last.at <= .seconds(5) else { return nil }
    return last.isLone ? last.value : Self.median(samples, at: now) ?? last.value
  }

  private static func median(_ samples: [Sample], at now: Duration) -> Int? {
    let recent = samples.filter { now - $0.at < .seconds(5) }.map(\.value).sorted()
    return recent.isEmpty ? nil : (recent[(recent.count - 1) / 2] + recent[recent.count / 2]) / 2
  }

  /// The next instant at which a sample ceases to count.
  func nextAging(of signal: Signal, after now: Duration) -> Duration? {
    let moment = Duration.nanoseconds(1)
    return (accepted[signal] ?? []).flatMap { sample in
      [.seconds(5), .seconds(5) + moment, .seconds(10) + moment].map { sample.at + $0 }
    }.filter { $0 > now }.min()
  }
}
