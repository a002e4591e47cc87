import AudioMixing
import TestSupport
import Testing

@Suite struct `A metronome in a file` {
  private static let workout = """
    {
      "name": "Beats", "style": "silent",
      "phases": [
        { "name": "Run", "duration": "10s", "metronome": { "bpm": 137, "accent": 4 } },
        { "sets": 2, "metronome": { "every": "1.3s", "sound": "woodblock", "gain": -2 }, "phases": [
          { "name": "Walk", "duration": "4.000010417s" },
          { "sets": 1, "phases": [{ "name": "Hop", "duration": "2s", "metronome": { "every": 0.1 } }] }
        ] }
      ]
    }
    """

  /// Each beat: its sound, its frame by the phase's frames, and its level.
  private static func beats() -> [(sound: String, frame: Int, gain: Double)] {
    var beats: [(String, Int, Double)] = []
    for beat in 0..<23 {
      // round(beat × 60/137 × 48 000), halves up.
      beats.append(("tick", (2 * beat * 2_880_000 + 137) / 274, beat.isMultiple(of: 4) ? -2 : -6))
    }
    for set in 0..<2 {
      let start = 10_000_000_000 + set * 6_000_010_417
      for beat in 0..<4 { beats.append(("woodblock", Wave.frame(at: start + beat * 1_300_000_000), -8)) }
      for beat in 0..<20 { beats.append(("tick", Wave.frame(at: start + 4_000_010_417 + beat * 100_000_000), -6)) }
    }
    return beats
  }

  @Test func `is rendered with each beat at its frame and level, and nothing else, in blocks of any size`() throws {
    let home = try TemporaryHome()
    try home.write(Self.workout, to: "w.json")
    let result = try home.cuebell("render", "w.json", "-o", "w.wav", "--cues", "w.ndjson", "--stems", "parts")
    try #require(result.code == 0, "\(result.err)")
    let wave = try Wave(home.bytes(of: "w.wav"))
    var mix = ExpectedMix(frames: wave.frames)
    for beat in Self.beats() {
      mix.add(
        try #require(Instrument(rawValue: beat.sound)).clip(), at: beat.frame, gain: Decibels(beat.gain).amplitude)
    }
    try #require(mix.peak < 0.89)
    #expect(mix.deviation(of: wave, in: 0..<wave.frames) <= ExpectedMix.tolerance)
    let events = try home.text(of: "w.ndjson").split(separator: "\n").filter { $0.contains(#""event": "metronome""#) }
    #expect(events.count == 5)
    _ = try home.cuebell("render", "w.json", "-o", "v.wav", "--block", "777")
    #expect(try home.bytes(of: "v.wav") == home.bytes(of: "w.wav"))
  }

  @Test func `is shown, and checked: one that is heard once at most is warned of`() throws {
    let home = try TemporaryHome()
    try home.write(Self.workout, to: "w.json")
    let shown = try home.cuebell("show", "w.json").out
    #expect(shown.contains("█ Run  0:10.000  metronome 137 bpm, accent 4\n"))
    #expect(shown.contains("█ Hop  0:02.000  set 1 of 2  metronome every 100ms\n"))
    #expect(try home.cuebell("check", "w.json").out.split(separator: "\n").count == 1)
    let text = #"{ "name": "A", "phases": [{ "name": "A", "duration": "5s", "metronome": { "every": "5s" } }] }"#
    try home.write(text, to: "once.json")
    let checked = try home.cuebell("check", "once.json")
    #expect(checked.code == 0)
    #expect(
      checked.lines == [
        "once.json: ok, 0:05, 1 phase",
        "once.json:1:73: warning: phases[0].metronome: has only one beat: the next would come after 5s, "
          + "when the phase is over",
      ])
    #expect(
      try home.cuebell("check", "--json", "once.json").out.contains(
        #""warnings": [{"line": 1, "column": 73, "path": "phases[0].metronome", "message": "has only one beat"#))
  }
}
