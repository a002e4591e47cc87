package import WorkoutModel

extension SessionDetail {
  /// A measurement, with the session time and the active time.
  package struct Measurement: Equatable, Sendable {
    package let at: Duration
    package let elapsed: Duration
    package let signal: Signal
    package let value: Int

    package init(at: Duration, elapsed: Duration, signal: Signal, value: Int) {
      (self.at, self.elapsed, self.signal, self.value) = (at, elapsed, signal, value)
    }
  }

  /// The measurements of a signal in figures.
  package struct SignalSummary: Equatable, Sendable {
    package let signal: Signal
    package let count: Int
    /// The mean, rounded to the nearest whole number.
    package let mean: Int
    package let maximum: Int
  }

  /// The signals that were measured.
  package var signals: [SignalSummary] { Signal.allCases.compactMap { measurements.summary(of: $0) } }
}

extension [SessionDetail.Measurement] {
  /// A signal in figures; `nil` if it wasn't measured.
  package func summary(of signal: Signal) -> SessionDetail.SignalSummary? {
    let values = compactMap { $0.signal == signal ? $0.value : nil }
    guard let maximum = values.max() else { return nil }
    let mean = (2 * values.reduce(0, +) + values.count) / (2 * values.count)
    return SessionDetail.SignalSummary(signal: signal, count: values.count, mean: mean, maximum: maximum)
  }
}
