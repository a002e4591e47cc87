import AudioMixing
import Glibc
import Testing

/// At 1 000 frames a second the mixer's grid is 1 frame, and 10 ms are 10 frames.
@Suite struct `A metronome in the mix` {
  /// Beats every 100 frames, the first at 40.
  private static let grid = BeatGrid(origin: 40, first: 0, step: 100, divisor: 1)

  private static func pattern(
    _ clip: Clip = constant(0.25, frames: 3), _ grid: BeatGrid = grid, accent: Int? = nil
  ) -> BeatPattern {
    BeatPattern(PackedClip(clip), grid, accent: accent, gain: -6, accentGain: -2)
  }

  /// The frames at which something begins.
  private static func onsets(_ samples: [Float]) -> [Int] {
    samples.indices.filter { samples[$0].magnitude > 1e-3 && ($0 == 0 || samples[$0 - 1].magnitude <= 1e-3) }
  }

  private static func mixer(_ pattern: BeatPattern, at frame: Int = 0) -> (Mixer, MixGroup, BeatSource) {
    let mixer = Mixer(sampleRate: 1000)
    let group = mixer.makeGroup()
    let source = BeatSource(sampleRate: 1000)
    source.play(pattern, from: frame)
    group.startLayer(1, source, at: frame, bus: .metronome)
    return (mixer, group, source)
  }

  @Test func `beats at the frames of its grid`() {
    let (mixer, _, _) = Self.mixer(Self.pattern())
    #expect(Self.onsets(mixer.record(500).left) == [40, 140, 240, 340, 440])
  }

  @Test func `finds in closed form the first beat at a frame or after it`() {
    var random = RandomParameters(seed: 7)
    for _ in 0..<2000 {
      let grid = BeatGrid(
        origin: random.int(-1000..<1000), first: Int128(random.int(-10_000..<10_000)),
        step: Int128(random.int(1..<100_000)), divisor: Int128(random.int(1..<1000)))
      let frame = random.int(-2000..<200_000)
      let beat = grid.firstBeat(from: frame)
      #expect(grid.frame(of: beat) >= frame && (beat == 0 || grid.frame(of: beat - 1) < frame))
    }
  }

  @Test func `accents the first beat and each third after it by 4 dB`() {
    let (mixer, _, _) = Self.mixer(Self.pattern(accent: 3))
    let samples = mixer.record(700).left
    let levels = Self.onsets(samples).map { 20 * log10(samples[$0] / 0.25) }
    #expect(levels.map { ($0 * 100).rounded() / 100 } == [-2, -6, -6, -2, -6, -6, -2])
  }

  @Test(arguments: [1, 7, 64, 480, 3000])
  func `is the same to the bit in blocks of any size`(block: Int) {
    func samples(_ block: Int) -> [Float] {
      let (mixer, group, source) = Self.mixer(
        Self.pattern(
          Clip(mono: (0..<350).map { 0.2 * sin(Float($0)) }), BeatGrid(origin: 3, first: 1, step: 137, divisor: 3)))
      group.duck(1, during: 700..<900)
      group.fadeLayer(1, to: .silence, at: 1200, over: 300)
      group.fadeLayer(1, to: .full, at: 1900, over: 100)
      source.play(Self.pattern(constant(0.1, frames: 20)), from: 2100)
      _ = source.end(at: 2600)
      return mixer.record(3000, block: block).left
    }
    #expect(samples(block) == samples(256))
  }

  @Test func `continues by the frames of the mix after a silence, and not from where it was`() {
    let (mixer, group, _) = Self.mixer(Self.pattern())
    group.fadeLayer(1, to: .silence, at: 150, over: 10)
    group.fadeLayer(1, to: .full, at: 1005, over: 10)
    #expect(Self.onsets(mixer.record(1300).left) == [40, 140, 1040, 1140, 1240])
  }

  @Test func `takes another pattern at a frame, and lets the last beat ring out`() {
    let long = Clip(mono: (0..<60).map { 0.3 * Float(60 - $0) / 60 })
    let (mixer, group, source) = Self.mixer(Self.pattern(long))
    source.play(
      Self.pattern(constant(0.25, frames: 3), BeatGrid(origin: 250, first: 0, step: 50, divisor: 1)), from: 250)
    let end = source.end(at: 360)
    let samples = mixer.record(600).left
    #expect(end == 353)
    // The beat at 240 rings on under those of 250 and 300.
    #expect(Self.onsets(samples) == [40, 140, 240, 350])
    #expect(samples[260] > 0.05 && samples[250] - samples[249] > 0.1 && samples[353...].allSatisfy { $0 == 0 })
    #expect(group.status(of: 1) == nil)
  }

  @Test func `follows another grid without losing or repeating a beat`() {
    let (mixer, _, source) = Self.mixer(Self.pattern())
    var found: [Int] = []
    var position = 0
    for block in 0..<20 {
      // Each block of 50 frames the frames run 1 frame later, or earlier, against time.
      let shift = block.isMultiple(of: 2) ? 1 : -1
      source.move(to: BeatGrid(origin: 40 + shift, first: 0, step: 100, divisor: 1))
      found += Self.onsets(mixer.record(50).left).map { $0 + position }
      position += 50
    }
    #expect(found.map { ($0 + 2) / 100 } == Array(0..<10))
    source.move(to: BeatGrid(origin: -5000, first: 0, step: 100, divisor: 1))
    // After a jump of the clock no beats are made up for; the mixer is some frames ahead of the beat at 1000.
    #expect(Self.onsets(mixer.record(300).left).count == 2)
  }

  @Test func `lets no more than sixteen beats ring at once`() {
    let (mixer, _, _) = Self.mixer(Self.pattern(constant(0.01, frames: 100_000)))
    let peak = mixer.record(20_000).peak
    #expect(peak <= 0.01 * 0.502 * 16.01 && peak > 0.01 * 0.5 * 15.9)
  }

  @Test func `is pushed down by 6 dB where a bed is pushed down by 12`() {
    func level(_ bus: LayerBus) -> Float {
      let mixer = Mixer(sampleRate: 1000)
      let group = mixer.makeGroup()
      group.startLayer(1, ClipSource(constant(0.5, frames: 1), loops: true), at: 0, bus: bus)
      group.duck(1, by: 12, beats: 6, during: 500..<900)
      return 20 * log10(mixer.record(800).left[700] / 0.5)
    }
    #expect(abs(level(.bed) + 12) < 0.01 && abs(level(.metronome) + 6) < 0.01)
  }

  @Test func `is in the stem of the bed`() {
    let mixer = Mixer(sampleRate: 1000)
    let group = mixer.makeGroup(keepsParts: true)
    let source = BeatSource(sampleRate: 1000)
    source.play(Self.pattern(), from: 0)
    group.startLayer(1, source, at: 0, bus: .metronome)
    group.startLayer(2, ClipSource(constant(0.125, frames: 1), loops: true), at: 200)
    var (bed, mix): ([Float], [Float]) = ([], [])
    for _ in 0..<50 {
      mix += mixer.record(10).left
      bed += group.part(.bed).left
    }
    #expect(bed == mix && Self.onsets(Array(bed[..<200])) == [40, 140])
    #expect(bed[230] == 0.125 && bed[240] > 0.24)
  }
}
