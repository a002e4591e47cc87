import WorkoutEngine
package import WorkoutModel

/// The values that a signal had in a past session, as the engine knew them from its measurements.
package struct SignalCourse: Sendable {
  /// A time, in session time, in which it had one value.
  struct Stretch: Equatable {
    let time: Range<Duration>
    let value: Int
  }

  /// The times with a known value, in order.
  let stretches: [Stretch]

  package init(_ signal: Signal, _ detail: SessionDetail) {
    var values = ValueRecorder()
    // A resumed session knows nothing of the time before.
    var interruptions = detail.runs.dropFirst().map { $0.start - $0.gap }[...]
    for measured in detail.measurements where measured.signal == signal {
      while let moment = interruptions.first, moment <= measured.at {
        values.forget(at: moment)
        interruptions.removeFirst()
      }
      values.add(measured.value, at: measured.at)
    }
    for moment in interruptions.prefix(1) { values.forget(at: moment) }
    values.run(to: nil)
    stretches = values.stretches
  }

  func value(at instant: Duration) -> Int? {
    let next = stretches.partitioningIndex { $0.time.upperBound > instant }
    return next < stretches.endIndex && stretches[next].time.contains(instant) ? stretches[next].value : nil
  }

  func stretches(in span: Range<Duration>) -> [Stretch] {
    let first = stretches.partitioningIndex { $0.time.upperBound > span.lowerBound }
    return stretches[first...].prefix { $0.time.lowerBound < span.upperBound }.map {
      Stretch(time: $0.time.clamped(to: span), value: $0.value)
    }
  }
}

private struct ValueRecorder {
  private(set) var stretches: [SignalCourse.Stretch] = []
  private var signal = MeasuredSignal()
  private var open: (since: Duration, value: Int)?

  mutating func add(_ value: Int, at instant: Duration) {
    run(to: instant)
    // It was accepted, and its source doesn't matter.
    _ = signal.add(value, from: nil, at: instant)
    note(at: instant)
  }

  /// Lets time pass, up to an instant or until the value is unknown.
  mutating func run(to instant: Duration?) {
    while let next = signal.nextUpdate, instant.map({ next <= $0 }) ?? true {
      signal.update(at: next)
      note(at: next)
    }
  }

  mutating func forget(at instant: Duration) {
    run(to: instant)
    signal = MeasuredSignal()
    note(at: instant)
  }

  private mutating func note(at instant: Duration) {
    guard open?.value != signal.value else { return }
    if let open, instant > open.since {
      stretches.append(SignalCourse.Stretch(time: open.since..<instant, value: open.value))
    }
    open = signal.value.map { (instant, $0) }
  }
}
