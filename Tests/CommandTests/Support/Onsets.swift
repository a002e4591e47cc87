import FoundationEssentials
import Glibc
import TestSupport

/// The moments at which something begins to sound in a recording, against those at which it should.
struct Onsets {
  /// In seconds of the recording.
  let moments: [Double]

  /// Finds what rises above `level` after at least 80 ms below it, on the left side of stereo frames at 48 kHz.
  init(_ frames: [Float], above level: Float = 0.05) {
    var found: [Double] = []
    var last = -48_000
    for (index, frame) in stride(from: 0, to: frames.count, by: 2).enumerated() where abs(frames[frame]) > level {
      if index - last > 3_840 { found.append(Double(index) / 48_000) }
      last = index
    }
    moments = found
  }

  /// How far each onset lies from the plan, in milliseconds, and by how many ppm the recorder's clock was off.
  ///
  /// When the recorder began, and how fast its clock runs, is not the player's doing: the straight line that fits best
  /// is taken out.
  func deviations(from plan: [Double]) -> (milliseconds: [Double], clock: Double) {
    let count = Double(plan.count)
    let errors = zip(moments, plan).map { $0 - $1 }
    let (meanPlan, meanError) = (plan.reduce(0, +) / count, errors.reduce(0, +) / count)
    let spread = plan.reduce(0) { $0 + ($1 - meanPlan) * ($1 - meanPlan) }
    let slope = zip(plan, errors).reduce(0) { $0 + ($1.0 - meanPlan) * ($1.1 - meanError) } / spread
    let rest = zip(plan, errors).map { ($1 - meanError - slope * ($0 - meanPlan)) * 1_000 }
    return (rest, slope * 1e6)
  }

  /// How far the gaps between onsets, the first few left out, are from whole multiples of `period`, at most, in
  /// milliseconds.
  func worstOffGrid(_ period: Double, after first: Int) -> Double {
    zip(moments.dropFirst(first), moments.dropFirst(first + 1)).reduce(0) { worst, pair in
      let gap = (pair.1 - pair.0) / period
      return max(worst, abs(gap - gap.rounded()) * period * 1_000)
    }
  }
}
