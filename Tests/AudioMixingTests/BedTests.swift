import AudioMixing
import Glibc
import TestSupport
import Testing

extension BedSource {
  /// The next frames as a clip.
  func clip(frames: Int) -> Clip {
    var (left, right): ([Float], [Float]) = ([], [])
    read(frames) { leftPart, rightPart in
      for index in leftPart.indices {
        left.append(leftPart[index])
        right.append(rightPart[index])
      }
    }
    return Clip(left: left, right: right)
  }
}

// A low rate keeps the synthesis short where nothing is optimised; the recipes are in Hz and seconds.
private let rate = 8000

@Suite struct `A bed` {
  /// All at the rate of the bus, and at a low rate.
  private static let sounds = Dictionary(uniqueKeysWithValues: Bed.allCases.map { ($0, $0.sound()) })
  private static let low = Dictionary(uniqueKeysWithValues: Bed.allCases.map { ($0, $0.sound(sampleRate: rate)) })

  private func clip(_ bed: Bed, seconds: Int) throws -> Clip {
    BedSource(try #require(Self.low[bed])).clip(frames: seconds * rate)
  }

  @Test(arguments: Bed.allCases)
  func `has its loudness, two different sides, and nothing that is not a number`(bed: Bed) throws {
    let clip = try clip(bed, seconds: 40)
    #expect(abs(Loudness.average(of: clip, sampleRate: rate).value + 28) < 1)
    #expect(allFinite(clip.left) && allFinite(clip.right))
    #expect((clip.left.map(\.magnitude).max() ?? 1) < 0.4)
    let product = zip(clip.left, clip.right).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
    let power = clip.left.reduce(0.0) { $0 + Double($1) * Double($1) }
    #expect(product / power < 0.7)
    let again = BedSource(bed.sound(sampleRate: rate)).clip(frames: 10 * rate)
    #expect(again.left[...] == clip.left[..<(10 * rate)] && again.right[...] == clip.right[..<(10 * rate)])
  }

  @Test(arguments: [Bed.white, .pink, .brown, .rain, .ocean])
  func `doesn't repeat itself for six minutes`(bed: Bed) throws {
    // Of half a second no other place has the samples, nor any that differ by less than a tenth of its power; one in
    // eight says so.
    let sound = Array(BedSource(bed.sound(sampleRate: rate / 2)).clip(frames: 370 * rate / 2).left)
    let probes = Array(stride(from: 0, to: rate / 4, by: 8))
    let stretch = sound[(3 * rate / 2)..<(7 * rate / 4)]
    let limit = 0.1 * probes.reduce(0) { $0 + stretch[stretch.startIndex + $1] * stretch[stretch.startIndex + $1] }
    func isThere(at start: Int) -> Bool {
      var difference: Float = 0
      for probe in probes {
        let change = sound[start + probe] - stretch[stretch.startIndex + probe]
        difference += change * change
        if difference > limit { return false }
      }
      return true
    }
    #expect(isThere(at: stretch.startIndex))
    #expect((2 * rate..<sound.count - stretch.count).first(where: isThere) == nil)
  }

  @Test func `of tones beats differently in each of six minutes`() throws {
    // Its notes are the same all the time; what changes is how strong each is where its voices meet.
    let clip = try clip(.drone, seconds: 370)
    let levels = stride(from: 0, to: clip.frames - rate / 10, by: rate / 10).map { place in
      clip.left[place..<place + rate / 10].reduce(0.0) { $0 + Double($1) * Double($1) }.squareRoot()
    }
    let first = levels[20..<140]
    let nearest = (160..<levels.count - 120).map { start in
      zip(first, levels[start...]).reduce(0.0) { $0 + pow($1.0 - $1.1, 2) }.squareRoot()
    }.min()
    let size = first.reduce(0.0) { $0 + $1 * $1 }.squareRoot()
    #expect(try #require(nearest) > 0.03 * size)
  }

  @Test(arguments: Bed.allCases, [1, 7, 480, 1024])
  func `is the same in blocks of any size, and times any gain`(bed: Bed, block: Int) throws {
    let frames = 7 * rate
    let clip = try clip(bed, seconds: 7)
    let source = BedSource(try #require(Self.low[bed]))
    var (left, right): ([Float], [Float]) = ([], [])
    var (leftBlock, rightBlock) = ([Float](repeating: 0, count: block), [Float](repeating: 0, count: block))
    while left.count < frames {
      var leftSpan = leftBlock.mutableSpan
      var rightSpan = rightBlock.mutableSpan
      #expect(source.read(block, times: 0.7, left: &leftSpan, right: &rightSpan) == block)
      left += leftBlock
      right += rightBlock
    }
    #expect(left[..<frames].elementsEqual(clip.left.map { $0 * 0.7 }))
    #expect(right[..<frames].elementsEqual(clip.right.map { $0 * 0.7 }))
  }

  @Test(arguments: Bed.allCases)
  func `has no seam where its loops begin again`(bed: Bed) throws {
    // At a high rate what is smooth moves little from one sample to the next, so that a break is visible.
    let clip = BedSource(try #require(Self.sounds[bed])).clip(frames: 12 * Bus.sampleRate)
    // The sea needs the time of a wave to show what its own steps are.
    let own = largestStep(Array(clip.left[..<((bed == .ocean ? 10 : 2) * Bus.sampleRate)]))
    #expect(largestStep(clip.left) <= own * 2)
    let levels = (0..<24).map { part in
      let slice = clip.left[(part * Bus.sampleRate / 2)..<((part + 1) * Bus.sampleRate / 2)]
      return 10 * log10(slice.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(slice.count))
    }
    // No hole and no bump where the ends are joined; waves are louder than what is between them.
    let mean = levels.reduce(0, +) / 24
    if bed != .ocean { #expect(levels.allSatisfy { abs($0 - mean) < 4.5 }, "\(levels)") }
  }

  @Test(arguments: [(Bed.white, 0.0), (.pink, -3.01), (.brown, -6.02)])
  func `of noise falls by so much an octave`(bed: Bed, slope: Double) throws {
    let clip = try clip(bed, seconds: 5)
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
    var meter = LoudnessMeter()
    // Sea and drone need time for their mean: no two waves are alike.
    let isSlow = [.ocean, .drone].contains(bed)
    BedSource(try #require(Self.sounds[bed])).read((isSlow ? 120 : 20) * Bus.sampleRate) {
      meter.add(left: $0, right: $1)
    }
    #expect(abs(meter.average.value + 28) < (isSlow ? 0.6 : 0.4), "\(bed): \(meter.average.value) LUFS")
    #expect(meter.momentaryMaximum <= bed.loudest, "\(bed): \(meter.momentaryMaximum.value)")
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
