/// The relation of a recording to its plan: a moment is heard at `offset + moment · (1 + drift)`, in seconds.
package struct DriftLine: Equatable, Sendable {
  /// Where the plan begins in the recording, in seconds.
  package var offset: Double
  /// The part by which the recording is longer than the plan: 10⁻⁶ is 1 ppm.
  package var drift: Double
  package var driftError: Double

  /// Where a moment is heard, in seconds of the recording.
  package func time(of moment: Double) -> Double { offset + moment * (1 + drift) }

  /// The passes of the fit, each with the weights of the one before.
  private static let passes = 20
  /// An error of this many times the median error counts for nothing.
  private static let outlier = 7.0
  /// Errors below a microsecond are those of the arithmetic.
  private static let leastScale = 1e-6

  /// The line through moments and their onsets that isn't moved by the wrong ones, as long as they are fewer than a
  /// third; `nil` without any. Two of them have no drift.
  ///
  /// It begins with the median of slopes between halves and improves by weighted least squares with Tukey's weights.
  init?(_ points: [(moment: Double, onset: Double)]) {
    guard let first = points.first, let last = points.last else { return nil }
    let delays = points.map { $0.onset - $0.moment }
    (offset, drift, driftError) = (Self.median(delays), 0, 0)
    guard points.count > 2, last.moment > first.moment else { return }
    let half = points.count / 2
    let slopes = (0..<points.count - half).compactMap { index -> Double? in
      let distance = points[index + half].moment - points[index].moment
      return distance > 0 ? (delays[index + half] - delays[index]) / distance : nil
    }
    drift = Self.median(slopes)
    offset = Self.median(zip(points, delays).map { $1 - $0.moment * drift })
    for _ in 0..<Self.passes { improve(points, delays) }
  }

  private mutating func improve(_ points: [(moment: Double, onset: Double)], _ delays: [Double]) {
    let errors = points.map { $0.onset - time(of: $0.moment) }
    let limit = max(Self.median(errors.map(\.magnitude)), Self.leastScale) * Self.outlier
    let weights = errors.map { error in
      let part = error / limit
      return part.magnitude < 1 ? (1 - part * part) * (1 - part * part) : 0
    }
    let total = weights.reduce(0, +)
    let (moment, delay) = zip(weights, zip(points, delays)).reduce((0.0, 0.0)) { sum, next in
      (sum.0 + next.0 * next.1.0.moment / total, sum.1 + next.0 * next.1.1 / total)
    }
    var (spread, slope, scatter) = (0.0, 0.0, 0.0)
    for (index, weight) in weights.enumerated() {
      let distance = points[index].moment - moment
      spread += weight * distance * distance
      slope += weight * distance * (delays[index] - delay)
      scatter += weight * errors[index] * errors[index]
    }
    guard spread > 0 else { return }
    drift = slope / spread
    offset = delay - drift * moment
    driftError = (scatter / max(total - 2, 1) / spread).squareRoot()
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
