/// Sound that plays in a loop, in 16 bits per sample.
///
/// Each stretch of frames has its own step, scaled to its own peak, so that soft parts use the full range of 16 bits.
/// The seams are baked in: after the last frame it continues at `start`. Mono material takes half the memory, because
/// both sides share their storage.
package struct PackedLoop: Sendable {
  let left: [Int16]
  let right: [Int16]
  /// The frame that follows the last one; the frames before it play once.
  package let start: Int
  /// The value of one step of the samples in each stretch; full scale is 1.
  private let steps: [Float]
  private let stretchFrames: Int

  /// The number of frames.
  package var frames: Int { left.count }

  fileprivate init(left: [Int16], right: [Int16], start: Int, steps: [Float], stretchFrames: Int) {
    (self.left, self.right, self.start) = (left, right, start)
    (self.steps, self.stretchFrames) = (steps, stretchFrames)
  }

  func step(at frame: Int) -> Float { steps[frame / stretchFrames] }

  /// One past the last frame of the stretch that contains a frame.
  func stretchEnd(at frame: Int) -> Int { min((frame / stretchFrames + 1) * stretchFrames, frames) }
}

/// Packs a loop as its sound arrives, so that the sound is never held in any other form.
package struct PackedLoopBuilder {
  /// The number of frames that share a step: 85 ms.
  private static let stretchFrames = 4_096

  private var left: [Int16] = []
  private var right: [Int16] = []
  private var steps: [Float] = []
  // The samples that are not packed yet, less than a stretch.
  private var (waitingLeft, waitingRight): ([Float], [Float])
  private var waiting = 0
  private let isMono: Bool

  /// The number of frames added so far.
  package var frames: Int { left.count + waiting }

  /// An empty loop with capacity for `capacity` frames; the right side of mono material is ignored.
  package init(isMono: Bool, capacity: Int = 0) {
    self.isMono = isMono
    left.reserveCapacity(capacity)
    if !isMono { right.reserveCapacity(capacity) }
    waitingLeft = Array(repeating: 0, count: Self.stretchFrames)
    waitingRight = isMono ? [] : waitingLeft
  }

  /// Adds the first `count` frames of both sides.
  package mutating func append(left: Span<Float>, right: Span<Float>, count: Int) {
    var done = 0
    while done < count {
      let part = min(count - done, Self.stretchFrames - waiting)
      Kernel.copy(left, from: done, to: &waitingLeft, from: waiting, count: part)
      if !isMono { Kernel.copy(right, from: done, to: &waitingRight, from: waiting, count: part) }
      done += part
      waiting += part
      if waiting == Self.stretchFrames { pack() }
    }
  }

  /// The loop of the first `count` frames, which continues at `start` after the last one.
  package consuming func finish(_ count: Int, continuingAt start: Int) -> PackedLoop {
    if waiting > 0 { pack() }
    precondition(start < count && count <= left.count, "the loop lies within the frames")
    let excess = left.count - count
    left.removeLast(excess)
    if !isMono { right.removeLast(excess) }
    return PackedLoop(
      left: left, right: isMono ? left : right, start: start, steps: steps, stretchFrames: Self.stretchFrames)
  }

  private mutating func pack() {
    let leftPeak = Kernel.peak(waitingLeft.span, from: 0, count: waiting)
    let peak = isMono ? leftPeak : max(leftPeak, Kernel.peak(waitingRight.span, from: 0, count: waiting))
    let step = PackedClip.step(peak: peak)
    steps.append(step)
    Self.pack(waitingLeft, waiting, step, to: &left)
    if !isMono { Self.pack(waitingRight, waiting, step, to: &right) }
    waiting = 0
  }

  private static func pack(_ samples: [Float], _ count: Int, _ step: Float, to target: inout [Int16]) {
    let place = target.count
    target += repeatElement(0, count: count)
    Kernel.narrow(samples.span.extracting(..<count), step: step, to: &target, at: place)
  }
}
