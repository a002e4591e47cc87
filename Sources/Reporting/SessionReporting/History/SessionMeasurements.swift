package import WorkoutModel

extension SessionDetail {
  package struct Measurement: Equatable, Sendable {
    package let at: Duration
    package let elapsed: Duration
    package let signal: Signal
    package let value: Int

    package init(at: Duration, elapsed: Duration, signal: Signal, value: Int) {
      (self.at, self.elapsed, self.signal, self.value) = (at, elapsed, signal, value)
    }
  }

  package struct SignalSummary: Equatable, Sendable {
    package let signal: Signal
    /// The mean, rounded to the nearest whole number.
    package let mean: Int
    package let maximum: Int
  }

  package var signals: [SignalSummary] { Signal.allCases.compactMap { measurements.summary(of: $0) } }
}

extension [SessionDetail.Measurement] {
  package func summary(of signal: Signal) -> SessionDetail.SignalSummary? {
    let values = compactMap { $0.signal == signal ? $0.value : nil }
    guard let maximum = values.max() else { return nil }
    let mean = (2 * values.reduce(0, +) + values.count) / (2 * values.count)
    return SessionDetail.SignalSummary(signal: signal, mean: mean, maximum: maximum)
  }
}
