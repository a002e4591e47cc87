import AudioMixing
import Glibc
import Testing

private func resampler(_ from: Int, _ to: Int) throws -> Resampler { try #require(Resampler(from: from, to: to)) }

/// What a sine of a frequency becomes: its level, and all that is not that sine, both in dB of the input.
private func response(_ resampler: Resampler, at frequency: Double) -> (level: Double, rest: Double) {
  let count = resampler.inputRate / 4
  let input = (0..<count).map { Float(sin(2 * .pi * frequency * Double($0) / Double(resampler.inputRate))) }
  let output = resampler.resample(input)
  let middle = output[(output.count / 8)..<(output.count * 7 / 8)]
  // The best fit of a sine and a cosine; there is no shift in time, so the cosine's part counts as an error too.
  var (product, power, total) = (0.0, 0.0, 0.0)
  for (index, sample) in zip(middle.indices, middle) {
    let expected = sin(2 * .pi * frequency * Double(index) / Double(resampler.outputRate))
    product += expected * Double(sample)
    power += expected * expected
    total += Double(sample) * Double(sample)
  }
  let gain = product / power
  return (decibels(gain.magnitude), 10 * log10(max(1e-20, (total - gain * gain * power) / power)))
}

@Suite struct `The resampler` {
  @Test(arguments: [100, 1000, 3001, 5000, 8000, 9500.0])
  func `passes speech to 9500 Hz within 0.1 dB, its images 90 dB down`(frequency: Double) throws {
    let (level, rest) = response(try resampler(22_050, 48_000), at: frequency)
    #expect(abs(level) < 0.1)
    #expect(rest < -90)
  }

  @Test(arguments: [10, 1000, 15_000, 18_900.0])
  func `passes music to 18 900 Hz from 44 100`(frequency: Double) throws {
    let (level, rest) = response(try resampler(44_100, 48_000), at: frequency)
    #expect(abs(level) < 0.1)
    #expect(rest < -90)
  }

  @Test(arguments: zip([1000.0, 9000, 12_300, 15_000, 20_000], [0.0, 0, -90, -90, -90]))
  func `going down lets nothing fold back`(frequency: Double, level: Double) throws {
    let resampler = try resampler(48_000, 22_050)
    let input = (0..<12_000).map { Float(sin(2 * .pi * frequency * Double($0) / 48_000)) }
    let output = resampler.resample(input)[500..<5000]
    let power = output.reduce(0) { $0 + Double($1) * Double($1) } / Double(output.count)
    let heard = 10 * log10(2 * power)
    if level == 0 { #expect(abs(heard) < 0.1) } else { #expect(heard < level) }
  }

  @Test(arguments: [(22_050, 48_000), (16_000, 48_000), (44_100, 48_000), (48_000, 22_050), (96_000, 48_000), (3, 2)])
  func `has no delay: an impulse comes out where it went in`(from: Int, to: Int) throws {
    let resampler = try resampler(from, to)
    for k in [0, 1, 100, 147, 320, 463] {
      var input = [Float](repeating: 0, count: 600)
      input[k] = 1
      let output = resampler.resample(input)
      let highest = output.indices.max { output[$0] < output[$1] }
      let exact = Double(k) * Double(to) / Double(from)
      #expect(highest.map { abs(Double($0) - exact) <= 0.5 } == true, "input sample \(k)")
    }
  }

  @Test func `keeps a constant, and its length in time`() throws {
    let resampler = try resampler(22_050, 48_000)
    let output = resampler.resample(Array(repeating: 0.5, count: 22_050))
    #expect(output.count == 48_000)
    #expect(output[200..<47_800].allSatisfy { ($0 - 0.5).magnitude < 1e-6 })
  }

  @Test func `gives the same frames however a stream is cut`() throws {
    let resampler = try resampler(44_100, 48_000)
    var random = RandomParameters(seed: 11)
    let input = (0..<3000).map { _ in Float(random.real(-1..<1)) }
    let whole = resampler.resample(input)
    var pieces: [Float] = []
    while pieces.count < whole.count {
      let range = pieces.count..<min(whole.count, pieces.count + random.int(1..<400))
      let window = resampler.inputs(for: range).map { input.indices.contains($0) ? input[$0] : 0 }
      pieces += resampler.outputs(range, of: window.span)
    }
    #expect(pieces == whole)
  }

  @Test func `of equal rates changes nothing`() throws {
    let same = try resampler(48_000, 48_000).resample([1, 2, 3])
    #expect(same == [1, 2, 3])
  }

  @Test func `of nothing is nothing`() throws {
    let none = try resampler(22_050, 48_000).resample([])
    #expect(none.isEmpty)
  }

  @Test(arguments: [(0, 48_000), (48_000, 0), (-1, 48_000), (1_000_000, 48_000), (767_999, 767_998)])
  func `is not made for rates that no sound has`(from: Int, to: Int) {
    #expect(Resampler(from: from, to: to) == nil)
  }
}
