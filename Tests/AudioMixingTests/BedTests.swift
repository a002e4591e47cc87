import AudioMixing
import Glibc
import TestSupport
import Testing

// A low rate keeps the synthesis of half a minute short where nothing is optimised; the recipes are in Hz and seconds.
private let rate = 8000

@Suite struct `A bed` {
  /// All at the rate of the bus.
  private static let loops = Dictionary(uniqueKeysWithValues: Bed.allCases.map { ($0, $0.loop()) })

  @Test(arguments: Bed.allCases)
  func `has its length and loudness, two different sides, and nothing that is not a number`(bed: Bed) {
    let clip = bed.loop(sampleRate: rate)
    #expect(clip.frames == bed.seconds * rate)
    #expect((20...40).contains(bed.seconds))
    #expect(abs(Loudness.average(of: clip, sampleRate: rate).value + 28) < 0.1)
    #expect(allFinite(clip.left) && allFinite(clip.right))
    #expect((clip.left.map(\.magnitude).max() ?? 1) < 0.35)
    let product = zip(clip.left, clip.right).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
    let power = clip.left.reduce(0.0) { $0 + Double($1) * Double($1) }
    #expect(product / power < 0.7)
    #expect(bed.loop(sampleRate: rate) == clip)
  }

  @Test(arguments: Bed.allCases)
  func `goes round without a seam, and has none where its quarters meet`(bed: Bed) throws {
    // At a high rate what is smooth moves little from one sample to the next, so that a break is visible.
    let clip = try #require(Self.loops[bed])
    let rate = Bus.sampleRate
    let quarters = (0..<4).map { $0 * clip.frames / 4..<($0 + 1) * clip.frames / 4 }
    let own = quarters.map { max(largestStep(Array(clip.left[$0])), largestStep(Array(clip.right[$0]))) }.max() ?? 0
    for (quarter, place) in quarters.map(\.lowerBound).enumerated() {
      let before = (place + clip.frames - 1) % clip.frames
      let step = [clip.left, clip.right].map { ($0[place] - $0[before]).magnitude }.max() ?? 1
      #expect(step <= own * 1.001)
      // The loudness over the seam is that of the rest: no hole and no bump where the ends are joined.
      let around = (-2 * rate..<2 * rate).map { clip.left[(place + $0 + clip.frames) % clip.frames] }
      let levels = (0..<8).map { part in
        let slice = around[(part * rate / 2)..<((part + 1) * rate / 2)]
        return 10 * log10(slice.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(slice.count))
      }
      let mean = levels.reduce(0, +) / 8
      #expect(levels.allSatisfy { abs($0 - mean) < 4.5 }, "quarter \(quarter): \(levels)")
    }
  }

  @Test func `of rain falls differently in each of its quarters`() {
    let clip = Bed.rain.loop(sampleRate: rate)
    let quarters = (0..<4).map { Array(clip.left[$0 * clip.frames / 4..<($0 + 1) * clip.frames / 4]) }
    for (one, other) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
      let product = zip(quarters[one], quarters[other]).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
      let power = quarters[one].reduce(0.0) { $0 + Double($1) * Double($1) }
      #expect((product / power).magnitude < 0.05)
    }
  }

  @Test(arguments: [(Bed.white, 0.0), (.pink, -3.01), (.brown, -6.02)])
  func `of noise falls by so much an octave`(bed: Bed, slope: Double) {
    let clip = bed.loop(sampleRate: rate)
    func level(_ frequency: Double) -> Double {
      // Many frequencies over an octave, and four stretches of time: noise needs an average.
      var power = 0.0
      for index in 0..<24 {
        let place = frequency * pow(2, (Double(index) - 12) / 24)
        for part in 0..<4 {
          let level = amplitude(of: place, in: clip.left[(part * 8000)..<(part * 8000 + 2000)], sampleRate: rate)
          power += level * level
        }
      }
      return 10 * log10(power)
    }
    #expect(abs(level(1600) - level(200) - 3 * slope) < 2.5)
  }

  @Test(arguments: Bed.allCases)
  func `at the rate of the bus has the loudness that its recipe was measured to need`(bed: Bed) throws {
    let loudness = Loudness.average(of: try #require(Self.loops[bed])).value
    #expect(abs(loudness + 28) < 0.05, "the recipe of \(bed) gives \(bed.measuredLoudness().value) LUFS")
  }

  @Test(arguments: Bed.allCases)
  func `is nowhere louder than its loudest 400 ms are known to be, across the seam too`(bed: Bed) throws {
    let clip = try #require(Self.loops[bed])
    var meter = LoudnessMeter()
    for _ in 0..<2 { meter.add(left: clip.left.span, right: clip.right.span) }
    let loudest = meter.momentaryMaximum.value
    #expect((bed.loudest.value - 0.1...bed.loudest.value).contains(loudest), "\(bed): \(loudest)")
  }

  @Test(arguments: Bed.allCases)
  func `packed is the same within the rounding of 16 bits`(bed: Bed) {
    let clip = bed.loop(sampleRate: rate)
    let source = LoopSource(PackedLoop(bed.packedLoop(sampleRate: rate)))
    var left = [Float](repeating: 9, count: clip.frames)
    var right = left
    var leftSpan = left.mutableSpan
    var rightSpan = right.mutableSpan
    #expect(source.read(clip.frames, left: &leftSpan, right: &rightSpan) == clip.frames)
    let worst = zip(left + right, clip.left + clip.right).reduce(0) { max($0, ($1.0 - $1.1).magnitude) }
    #expect(worst <= 0.5 / 65_534 * 1.01)
  }

  @Test func `has the name that workouts use`() {
    #expect(Bed.allCases.map(\.rawValue) == ["white", "pink", "brown", "rain", "ocean", "drone"])
  }
}

@Suite struct `The loudness` {
  @Test func `of a sine at full scale on both sides is the standard's`() {
    // BS.1770: 997 Hz at 0 dBFS on one side reads −3.01 LUFS, on two sides 0.
    let both = sine(997, amplitude: 1, frames: 96_000, sampleRate: 48_000)
    #expect(abs(Loudness.average(of: both).value) < 0.05)
    let one = Clip(left: both.left, right: Array(repeating: 0, count: 96_000))
    #expect(abs(Loudness.average(of: one).value + 3.01) < 0.05)
    #expect(abs(Loudness.momentaryMaximum(of: both).value) < 0.05)
  }

  @Test func `counts the low less than the high`() {
    func loudness(_ frequency: Double, at rate: Int) -> Double {
      Loudness.average(of: sine(frequency, amplitude: 0.5, frames: 2 * rate, sampleRate: rate), sampleRate: rate).value
    }
    #expect(loudness(40, at: 48_000) < loudness(1000, at: 48_000) - 4)
    #expect(loudness(8000, at: 48_000) > loudness(1000, at: 48_000) + 3)
    #expect(abs(loudness(1000, at: 48_000) - loudness(1000, at: 44_100)) < 0.01)
  }

  @Test func `of what is shorter than 400 ms is that of the whole 400 ms`() {
    let short = sine(997, amplitude: 1, frames: 4800, sampleRate: 48_000)
    #expect(abs(Loudness.momentaryMaximum(of: short).value + 6.02) < 0.1)
    #expect(Loudness.momentaryMaximum(of: constant(0, frames: 100)) == .silence)
    #expect(Loudness.average(of: constant(0, frames: 0)) == .silence)
  }
}
