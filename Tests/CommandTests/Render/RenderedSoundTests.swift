import AudioMixing
import TestSupport
import Testing
import WorkoutModel

@Suite struct `A rendered workout` {
  /// Renders a workout, and returns the mix and the sounds of its list.
  private static func render(_ text: String, _ options: String...) throws -> (wave: Wave, sounds: [CueRecord]) {
    let home = try TemporaryHome()
    try home.write(text, to: "w.json")
    let command = ["render", "w.json", "-o", "w.wav", "--cues", "w.ndjson"]
    let result = try Child([Project.command] + command + options, in: home).finish()
    try #require(result.code == 0, "\(result.err)")
    let cues = try EventRecord.cues(in: try home.text(of: "w.ndjson"))
    return (try Wave(home.bytes(of: "w.wav")), cues.filter { $0.sound != nil })
  }

  private static let tabata = Result {
    try render(try WorkoutText.shipped("tabata") { $0.ambient = nil }, "--no-speech")
  }

  private func clip(_ name: String) throws -> Clip { try #require(Instrument(rawValue: name)).clip() }

  @Test func `has every sound of a tabata at exactly its frame, to the last sample of its tail`() throws {
    let (wave, sounds) = try Self.tabata.get()
    #expect(sounds.count == 34)
    var mix = ExpectedMix(frames: wave.frames)
    for cue in sounds {
      #expect(cue.frame == Wave.frame(at: cue.due) && cue.at == cue.due && cue.outcome == "onTime")
      mix.add(try clip(cue.sound ?? ""), at: Wave.frame(at: cue.due))
    }
    try #require(mix.peak < 0.89, "a mix that is limited can't be compared with the sum of its sounds")
    #expect(mix.deviation(of: wave, in: 0..<wave.frames) <= ExpectedMix.tolerance)
    #expect(wave.frames == 300 * Wave.rate + (try clip("gong").frames))
  }

  @Test func `would be found out if a sound lay one frame beside its place`() throws {
    let (wave, sounds) = try Self.tabata.get()
    for (name, first) in Dictionary(sounds.map { ($0.sound ?? "", $0) }, uniquingKeysWith: { one, _ in one }) {
      for shift in [-1, 1] where first.frame + shift >= 0 {
        let clip = try clip(name)
        var mix = ExpectedMix(frames: first.frame + Wave.rate / 100)
        mix.add(clip, at: first.frame + shift)
        let deviation = mix.deviation(of: wave, in: first.frame..<first.frame + Wave.rate / 100)
        #expect(deviation > 10 * ExpectedMix.tolerance, "\(name)")
      }
    }
  }

  @Test func `has every sound at its frame under rain and speech too`() throws {
    let (wave, sounds) = try Self.render(try WorkoutText.shipped("tabata"))
    #expect(sounds.count == 34)
    for cue in sounds {
      let shift = Correlation.shift(
        of: try clip(cue.sound ?? "").left, in: wave, at: Wave.frame(at: cue.due), reach: 48)
      #expect(shift == 0, "\(cue.sound ?? "") at \(cue.due)")
    }
  }

  @Test func `rounds a moment to the nearest frame, halves up, and strikes again after a second and a half`() throws {
    // A frame and a half is 31 250 ns.
    let (wave, sounds) = try Self.render(
      """
      {
        "name": "Halves", "style": "silent",
        "cues": [
          { "on": "phase", "at": "start+0.00003125s", "sound": "tick" },
          { "on": "phase", "at": "start+1.000031249s", "sound": "woodblock", "gain": -6 },
          { "on": "workout", "at": "end", "sound": "beep", "strikes": 3, "gain": -12 }
        ],
        "phases": [{ "name": "A", "duration": "3s" }]
      }
      """)
    #expect(sounds.map(\.frame) == [2, 48_001, 144_000])
    var mix = ExpectedMix(frames: wave.frames)
    mix.add(try clip("tick"), at: 2)
    mix.add(try clip("woodblock"), at: 48_001, gain: Decibels(-6).amplitude)
    for strike in 0..<3 { mix.add(try clip("beep"), at: 144_000 + 72_000 * strike, gain: Decibels(-12).amplitude) }
    #expect(mix.deviation(of: wave, in: 0..<wave.frames) <= ExpectedMix.tolerance)
  }

  @Test func `stays under −1 dBFS however much is asked of it`() throws {
    let (wave, sounds) = try Self.render(
      """
      {
        "name": "Too much", "style": "silent", "ambient": { "sound": "ocean", "gain": 24, "duck": 0 },
        "cues": [
          { "on": "phase", "at": "every 1s", "sound": "whistle", "gain": 24 },
          { "on": "phase", "at": "every 1.5s", "sound": "gong", "gain": 20, "strikes": 3 },
          { "on": "phase", "at": "every 2s", "say": "Much too loud" }
        ],
        "phases": [{ "name": "A", "duration": "12s" }]
      }
      """, "--volume", "12")
    #expect(sounds.count > 15)
    let highest = (0..<wave.frames).reduce(0) { max($0, wave.level($1)) }
    // The ceiling, and what rounding and dither may add.
    #expect(highest <= 0.891_26 + 1.5 / Double(Wave.fullScale) && highest > 0.85)
  }
}

extension ExpectedMix {
  /// Adds a clip whose first sample lies at `frame`.
  mutating func add(_ clip: Clip, at frame: Int, gain: Float = 1) {
    add(left: clip.left, right: clip.right, at: frame, gain: gain)
  }
}
