import OnsetAnalysis
import TestSupport

/// The moments at which something begins to sound in a recording.
struct Onsets {
  /// What is found, without weak noises beside it.
  let all: [Onset]

  /// In seconds of the recording.
  var moments: [Double] { all.map(\.time) }

  /// Finds the onsets on the left side of stereo frames at 48 kHz.
  init(_ frames: [Float]) {
    var finder = OnsetFinder(sampleRate: 48_000)
    let left = leftSide(frames)
    finder.add(left: left.span, right: left.span)
    let found = finder.finish()
    all = found.comparable(to: found.map(\.power).max() ?? 0)
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
