package import WorkoutModel

/// What makes the values of a simulated sensor, which measures once a second of true time.
///
/// ```swift
/// scenario.signals[.heartRate] = .response(IntensityResponse(rest: 60, max: 185, tau: .seconds(40), seed: 7))
/// scenario.signals[.power] = .points([SignalPoint(at: .zero, 120), SignalPoint(at: .seconds(60), 250)])
/// ```
public enum SignalSource: Equatable, Sendable {
  /// Linear between points; before the first and after the last nothing is measured.
  case points([SignalPoint])
  /// The response of a body to the intensities of the phases.
  case response(IntensityResponse)
}

/// A value of a signal at a true time.
public struct SignalPoint: Equatable, Sendable {
  /// The time after the start.
  public var at: Duration
  /// The value.
  public var value: Int

  /// A point.
  public init(at: Duration, _ value: Int) { (self.at, self.value) = (at, value) }
}

/// A body that follows the intensity of the phases: a first-order response with a noise of a beat or two.
///
/// It computes with integers alone, so that a seed gives the same values on every machine.
public struct IntensityResponse: Equatable, Sendable {
  /// The value at rest, at which it begins.
  public var rest: Int
  /// The value that it approaches in phases of the highest intensity.
  public var max: Int
  /// The time constant: after it about 63 % of a change of intensity is seen.
  public var tau: Duration
  /// The seed of the noise.
  public var seed: UInt64

  /// A body with these values at rest and at most.
  public init(rest: Int, max: Int, tau: Duration, seed: UInt64) {
    (self.rest, self.max, self.tau, self.seed) = (rest, max, tau, seed)
  }
}

extension SignalSource {
  /// The value on the line between the points around an instant; `nil` before the first and after the last.
  static func value(of points: [SignalPoint], at instant: Duration) -> Int? {
    guard let next = points.firstIndex(where: { $0.at >= instant }) else { return nil }
    if points[next].at == instant { return points[next].value }
    guard next > 0 else { return nil }
    let (from, to) = (points[next - 1], points[next])
    let (passed, length) = (Int((instant - from.at).inNanoseconds), Int((to.at - from.at).inNanoseconds))
    // A step is at most 30 days, which leaves room for 3,000 W in 64 bits.
    return from.value + (to.value - from.value) * (passed / 1000) / Swift.max(length / 1000, 1)
  }
}

extension Scenario {
  /// The same scenario where sensors measure what they did in a recording, instead of what its own would.
  ///
  /// Times of the recording are taken for true times, from which session time differs only if clocks are skewed.
  package func replaying(_ recording: [RecordedMeasurement]) -> Scenario {
    var scenario = self
    scenario.signals = [:]
    scenario.script.removeAll { $0.fault.kind == .measure }
    scenario.script += recording.map { ScriptLine(at: .after($0.at), .measure($0.signal, $0.value)) }
    return scenario
  }
}

extension Intensity {
  /// The demand on a body, from 0 at rest to 1000 at its maximum.
  var demand: Int {
    switch self {
    case .sit: 0
    case .rest, .prepare: 150
    case .cooldown: 250
    case .low: 400
    case .warmup: 450
    case .high: 950
    }
  }
}
