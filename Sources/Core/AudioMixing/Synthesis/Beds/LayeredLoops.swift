/// Four loops that play at the same time, in 16 bits per sample; the end of each contains its seam.
struct LayeredLoops: Sendable {
  /// The loops one after the other.
  private(set) var left: [Int16]
  private(set) var right: [Int16]
  /// The number of frames of each loop.
  private let lengths: SIMD4<Int>
  /// The place of the first frame of each.
  private let places: SIMD4<Int>

  /// The value of one step of the samples: the sum of four loops, at the loudness of a bed, peaks far below half of
  /// full scale.
  static let step = PackedClip.step(peak: 0.5)
  /// The number of frames of each strand that are computed at a time.
  private static let stretch = 2048

  /// Computes loops with a gain, without holding them in any other form.
  init(_ maker: some BedMaker, _ plan: LoopPlan, gain: Float) {
    var (maker, places, lengths) = (maker, SIMD4<Int>(), SIMD4<Int>())
    for strand in 0..<LoopPlan.strands {
      lengths[strand] = plan.frames[strand]
      places[strand] = strand == 0 ? 0 : places[strand - 1] + lengths[strand - 1]
    }
    (self.places, self.lengths) = (places, lengths)
    left = Array(repeating: 0, count: lengths.wrappedSum())
    right = left
    func next(_ frames: Int) -> [StereoBuffer] {
      var strands = Strands(frames: frames, sampleRate: plan.sampleRate)
      maker.add(to: &strands)
      strands.scale(by: gain)
      return strands.canvases
    }
    let before = next(plan.seamFrames)
    var ends = Array(repeating: (left: [Float](), right: [Float]()), count: LoopPlan.strands)
    for start in stride(from: 0, to: lengths.max(), by: Self.stretch) {
      for (strand, buffer) in next(Self.stretch).enumerated() {
        let length = min(max(0, lengths[strand] - start), Self.stretch)
        let body = min(max(0, lengths[strand] - plan.seamFrames - start), Self.stretch)
        pack(buffer.left.span.extracting(..<body), buffer.right.span.extracting(..<body), at: places[strand] + start)
        ends[strand].left += buffer.left[body..<length]
        ends[strand].right += buffer.right[body..<length]
      }
    }
    for (strand, (start, var end)) in zip(before, ends).enumerated() {
      LoopSeam.crossOver(&end.left, &end.right, into: start.left[...], start.right[...])
      pack(end.left.span, end.right.span, at: places[strand] + lengths[strand] - plan.seamFrames)
    }
  }

  private mutating func pack(_ leftPart: Span<Float>, _ rightPart: Span<Float>, at place: Int) {
    Kernel.narrow(leftPart, step: Self.step, to: &left, at: place)
    Kernel.narrow(rightPart, step: Self.step, to: &right, at: place)
  }

  /// The places of a frame in all loops, and the number of frames, at most `limit`, that follow it in each.
  func run(at position: Int, atMost limit: Int) -> (places: SIMD4<Int>, count: Int) {
    var (run, count) = (places, limit)
    for loop in 0..<LoopPlan.strands {
      let frame = position % lengths[loop]
      run[loop] &+= frame
      count = min(count, lengths[loop] - frame)
    }
    return (run, count)
  }
}
