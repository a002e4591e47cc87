/// A part of the mix that is available separately.
public enum StemKind: String, CaseIterable, Sendable {
  /// Words.
  case speech
  /// Sounds that are played once.
  case sounds
  /// Beds, tracks and metronomes, as ducked by speech.
  case bed
}

/// The parts of a mix before they are summed and limited.
///
/// Their sum is the input of the limiter, and the mix itself while the limiter is idle.
struct PartsBuffer {
  private var rings: [FrameRing]
  // The last output block of each part.
  private var left: [[Float]]
  private var right: [[Float]]

  init(ringFrames: Int) {
    rings = StemKind.allCases.map { _ in FrameRing(frames: ringFrames) }
    left = StemKind.allCases.map { _ in [] }
    right = left
  }

  mutating func put(
    _ part: StemKind, _ stem: borrowing BusBuffer, over range: Range<Int>, _ ducking: Ducking?, adding: Bool = false
  ) {
    guard let index = StemKind.allCases.firstIndex(of: part) else { return }
    if stem.isSilent {
      rings[index].clear(at: range.lowerBound, count: range.count)
    } else if let ducking {
      rings[index].put(stem, over: range, ducking, adding: adding)
    } else {
      rings[index].put(stem, 0..<range.count, at: range.lowerBound, Ramp(base: 1), adding: adding)
    }
  }

  /// Applies the master's gain to all parts of a stretch.
  mutating func multiply(_ master: [(frame: Int, count: Int, ramp: Ramp)]) {
    for index in rings.indices {
      for piece in master { rings[index].multiply(at: piece.frame, count: piece.count, piece.ramp) }
    }
  }

  /// Allocates the buffers for an output block of `frames` frames.
  mutating func begin(_ frames: Int) {
    for index in left.indices where left[index].count != frames {
      left[index] = Array(repeating: 0, count: frames)
      right[index] = left[index]
    }
  }

  /// Outputs frames to position `start` of the block.
  mutating func copy(from frame: Int, count: Int, at start: Int) {
    for index in rings.indices {
      Self.copy(rings[index], from: frame, count: count, to: &left[index], &right[index], at: start)
    }
  }

  private static func copy(
    _ ring: FrameRing, from frame: Int, count: Int, to left: inout [Float], _ right: inout [Float], at start: Int
  ) {
    var leftSpan = left.mutableSpan
    var rightSpan = right.mutableSpan
    ring.copy(from: frame, count: count, left: &leftSpan, right: &rightSpan, at: start)
  }

  func block(of part: StemKind) -> (left: [Float], right: [Float]) {
    StemKind.allCases.firstIndex(of: part).map { (left[$0], right[$0]) } ?? ([], [])
  }
}
