import AudioMixing
import Testing

private func convert(_ left: [Float], _ right: [Float], from frame: Int = 0, seed: UInt32 = 0) -> [Int16] {
  var target = [Int16](repeating: -1, count: 2 * left.count)
  var span = target.mutableSpan
  SampleConversion.interleave16(left: left.span, right: right.span, firstFrame: frame, seed: seed, into: &span)
  return target
}

@Suite struct `Sixteen-bit samples` {
  @Test func `are left and right in turn, rounded within one step and a half`() {
    let left: [Float] = [0.5, -0.5, 0.25, 0.001, 0.1, 0.2, 0.3, 0.4, 0.6]
    let right = left.map { -$0 }
    let pairs = convert(left, right)
    for index in left.indices {
      #expect(abs(Float(pairs[2 * index]) - left[index] * 32_768) <= 1.5)
      #expect(abs(Float(pairs[2 * index + 1]) - right[index] * 32_768) <= 1.5)
    }
  }

  @Test func `of silence are exactly zero`() {
    #expect(convert(Array(repeating: 0, count: 777), Array(repeating: -0.0, count: 777)).allSatisfy { $0 == 0 })
  }

  @Test func `stop at the ends of the scale`() {
    let pairs = convert([1.5, 1, 70_000, -1.5, -70_000, .infinity], [-2, -2, 2, 2, 2, -.infinity])
    let (top, bottom): (Int16, Int16) = (32_767, -32_768)
    #expect(pairs == [top, bottom, top, bottom, top, top, bottom, top, bottom, top, top, bottom])
  }

  @Test func `are the same in blocks of any size`() {
    var random = RandomParameters(seed: 21)
    let left = (0..<3000).map { _ in Float(random.real(-1..<1)) }
    let right = (0..<3000).map { _ in Float(random.real(-1..<1)) }
    let whole = convert(left, right, from: 12_345)
    for block in [1, 3, 8, 63, 64, 480, 1000] {
      var pieces: [Int16] = []
      for start in stride(from: 0, to: 3000, by: block) {
        let end = min(3000, start + block)
        pieces += convert(Array(left[start..<end]), Array(right[start..<end]), from: 12_345 + start)
      }
      #expect(pieces == whole, "blocks of \(block)")
    }
  }

  @Test func `depend on the seed and nothing else`() {
    let signal = [Float](repeating: 0.1, count: 64)
    #expect(convert(signal, signal, seed: 1) == convert(signal, signal, seed: 1))
    #expect(convert(signal, signal, seed: 1) != convert(signal, signal, seed: 2))
  }

  @Test func `keep a level far below one step, in their mean`() {
    let level: Float = 100.3 / 32_768
    let count = 20_000
    let pairs = convert(Array(repeating: level, count: count), Array(repeating: level, count: count))
    for side in 0..<2 {
      let values = (0..<count).map { Double(pairs[2 * $0 + side]) }
      let mean = values.reduce(0, +) / Double(count)
      #expect(abs(mean - 100.3) < 0.03)
      // Triangular dither of two steps plus rounding: a variance of 1/6 + 1/12, whatever the level.
      let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count)
      #expect(abs(variance - 0.25) < 0.02)
      let next = zip(values, values.dropFirst()).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - mean) } / Double(count)
      #expect(abs(next) < 0.01)
    }
    var product = 0.0
    for frame in 0..<count {
      let left = Double(pairs[2 * frame]) - 100.3
      product += left * (Double(pairs[2 * frame + 1]) - 100.3)
    }
    #expect(abs(product / Double(count)) < 0.01)
  }

  @Test func `read back as what they were`() {
    #expect(SampleConversion.float(-32_768) == -1)
    #expect(SampleConversion.float(16_384) == 0.5)
  }

  @Test func `of float are interleaved untouched`() {
    var target = [Float](repeating: 9, count: 13)
    SampleConversion.interleave(
      left: [1, 2, 3, 4, 5].span, right: [-1, -2, -3, -4, -5].span, into: &target, at: 1)
    #expect(target == [9, 9, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 9])
  }
}
