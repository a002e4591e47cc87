import AudioMixing
import Testing

private let rate = 48_000

@Suite struct `An instrument` {
  @Test(arguments: Instrument.allCases)
  func `is heard at once, ends in silence and keeps its level`(instrument: Instrument) {
    let clip = instrument.clip()
    #expect(clip.left[0] != 0)
    #expect(clip.left[..<48].contains { $0.magnitude > 0.01 })
    #expect(clip.onset == 0)
    #expect(clip.left.last == 0 && clip.right.last == 0)
    #expect(clip.left.suffix(48).allSatisfy { $0.magnitude < 1e-3 })
    #expect(allFinite(clip.left) && allFinite(clip.right))
    let peak = decibels(Double(zip(clip.left, clip.right).map { max($0.magnitude, $1.magnitude) }.max() ?? 0))
    #expect(peak <= -3)
    let loudness = Loudness.momentaryMaximum(of: clip).value
    #expect(abs(loudness + 15) < 0.1 || (loudness < -15 && abs(peak + 3) < 0.1))
    #expect((clip.frames / 4...clip.frames).contains(clip.audibleEnd))
  }

  @Test(arguments: Instrument.allCases)
  func `is the same bit for bit each time it is made`(instrument: Instrument) {
    #expect(instrument.clip() == instrument.clip())
  }

  @Test(
    arguments: zip(Instrument.allCases, [5.5...7, 7...9, 2.5...3.5, 1.8...2.5, 0...0.4, 0...0.4, 0...0.4, 0...0.4]))
  func `has a sensible length`(instrument: Instrument, seconds: ClosedRange<Double>) {
    #expect(seconds.contains(Double(instrument.clip().frames) / Double(rate)))
  }

  @Test(arguments: [Instrument.gong, .bowl, .bell, .boxingBell])
  func `of metal has width`(instrument: Instrument) {
    let clip = instrument.clip()
    #expect(clip.left != clip.right)
    let (left, right) = (clip.left[..<24_000], clip.right[..<24_000])
    let product = zip(left, right).reduce(0.0) { $0 + Double($1.0 * $1.1) }
    let power = left.reduce(0.0) { $0 + Double($1 * $1) }
    #expect((0.5..<0.995).contains(product / power))
  }

  @Test(arguments: [8000, 22_050, 44_100, 96_000])
  func `can be made at any rate`(sampleRate: Int) {
    for instrument in Instrument.allCases {
      let clip = instrument.clip(sampleRate: sampleRate)
      let seconds = Double(clip.frames) / Double(sampleRate)
      #expect(abs(seconds - Double(instrument.clip().frames) / Double(rate)) < 0.001)
      #expect(allFinite(clip.left))
    }
  }

  @Test func `has the name that workouts use`() {
    #expect(
      Instrument.allCases.map(\.rawValue) == [
        "gong", "bowl", "bell", "boxing-bell", "woodblock", "beep", "whistle", "tick",
      ])
  }
}

@Suite struct `The sound of an instrument` {
  @Test(arguments: [
    (Instrument.bowl, [208.0, 578.2, 1081.6, 1709.8]), (.bell, [329.65, 659.3, 784.6, 1318.6, 1984.5]),
    (.boxingBell, [587, 1356, 2312.8, 3451.6]), (.gong, [98, 199, 293, 397]), (.beep, [880, 1760, 2640]),
    (.woodblock, [868, 1397, 2290]),
  ])
  func `has its energy in its partials, not between them`(instrument: Instrument, partials: [Double]) {
    let head = instrument.clip().left[..<9600]
    for partial in partials {
      let level = amplitude(of: partial, in: head, sampleRate: rate)
      let beside = amplitude(of: partial * 1.09, in: head, sampleRate: rate)
      #expect(decibels(level / beside) > 6, "\(partial) Hz")
    }
  }

  @Test(arguments: [
    (Instrument.bowl, 208.0, 1709.8), (.bell, 659.3, 2749), (.boxingBell, 1356, 4766), (.gong, 98, 1500),
  ])
  func `of metal loses its high partials first`(instrument: Instrument, low: Double, high: Double) {
    let clip = instrument.clip()
    func fall(_ frequency: Double) -> Double {
      let early = band(around: frequency, in: clip.left[2400..<16_800])
      let late = band(around: frequency, in: clip.left[45_600..<60_000])
      return decibels(late / early)
    }
    #expect(fall(high) < fall(low) - 6)
  }

  @Test func `of a bowl beats slowly`() {
    let clip = Instrument.bowl.clip()
    let levels = stride(from: 4800, to: 240_000, by: 4800).map { start in
      amplitude(of: 208, in: clip.left[start..<start + 9600], sampleRate: rate)
    }
    // A level that only decayed would never rise; one that beats at 0.7 Hz rises three times in five seconds.
    let rises = zip(levels, levels.dropFirst()).map { $1 > $0 }
    let beats = zip(rises, rises.dropFirst()).count { !$0 && $1 }
    #expect((2...5).contains(beats))
  }

  /// The level of a narrow band: the sum over neighbours, so that a slightly moved partial is still found.
  private func band(around frequency: Double, in samples: ArraySlice<Float>) -> Double {
    stride(from: 0.97, through: 1.03, by: 0.01).reduce(0) {
      $0 + amplitude(of: frequency * $1, in: samples, sampleRate: rate)
    }
  }
}
