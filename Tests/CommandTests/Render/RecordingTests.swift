import Foundation
import TestSupport
import Testing

@Suite struct `Recordings beside a workout` {
  private static let workout = """
    { "name": "Guided", "style": "silent", "voice": { "recordings": "voice" },
      "cues": [{ "on": "phase", "at": "start", "say": "{phase}" }, { "on": "phase", "at": "end-3s", "count": 3 },
        { "on": "workout", "at": "start+2s", "say": "whisper", "voice": { "variant": "whisper" } }],
      "phases": [{ "name": "Sit", "duration": "8s" }, { "name": "Rest!", "duration": "8s" }] }
    """

  /// A workout with recordings of some texts, each by the name of its file.
  private func home(_ recordings: [String: String]) throws -> TemporaryHome {
    let home = try TemporaryHome()
    try home.write(Self.workout, to: "w.json")
    _ = try home.shell("mkdir voice")
    for (file, text) in recordings {
      let result = try home.cuebell("voices", "--voice", "de", "--say", text, "-o", "voice/\(file)")
      #expect(result.code == 0, "\(result)")
    }
    return home
  }

  @Test func `are heard, and what has none is spoken`() throws {
    let home = try home(["sit.flac": "Sitzen", "Three.wav": "drei"])
    let result = try home.cuebell("render", "w.json", "-o", "w.wav")
    #expect(result.code == 0 && result.err.isEmpty, "\(result)")
    _ = try home.cuebell("render", "w.json", "-o", "spoken.wav", "--voice", "en")
    let (heard, spoken) = (try Wave(try home.bytes(of: "w.wav")), try Wave(try home.bytes(of: "spoken.wav")))
    // Which stretches, in seconds, sound otherwise than without recordings.
    let differing = [0, 2, 5, 6, 7, 8, 13, 14, 15].filter { (second: Int) in
      let frames = second * 48_000..<second * 48_000 + 43_200
      return frames.contains { heard.left($0) != spoken.left($0) }
    }
    #expect(differing == [0, 5, 13], "\(differing)")
  }

  @Test func `are listed with what is missing, and those that no phrase uses are warned of`() throws {
    let home = try home(["sit.flac": "Sitzen", "three.opus": "drei", "thre.wav": "drei"])
    let expected = [
      "sit.flac    recorded  Sit", "three.opus  recorded  3", "two.flac    missing   2", "one.flac    missing   1",
      "rest.flac   missing   Rest!", "", "voice/thre.wav: no phrase has this name", "5 phrases, 2 recorded in voice",
    ]
    #expect(try home.cuebell("voices", "record-list", "w.json").lines == expected)
    #expect(try home.cuebell("voice", "record-list", "w.json").lines == expected)
    let json = try home.cuebell("voices", "record-list", "w.json", "--json").out
    #expect(json.hasPrefix(#"{"folder": "voice", "phrases": [{"file": "sit.flac", "recorded": true, "say": "Sit"}, "#))
    #expect(json.contains(#""unused": ["thre.wav"]"#))
    let check = try home.cuebell("check", "w.json")
    let warning = "w.json:1:65: warning: voice.recordings: voice/thre.wav: no phrase of this workout has this name"
    #expect(check.code == 0 && check.lines.last?.hasPrefix(warning) == true, "\(check.out)")
    #expect(try home.cuebell("check", "--strict", "w.json").code == 65)
  }

  @Test func `are listed before there are any, but needed to play`() throws {
    let home = try TemporaryHome()
    try home.write(Self.workout, to: "w.json")
    let list = try home.cuebell("voices", "record-list", "w.json")
    #expect(list.code == 0 && list.lines.last == "5 phrases, 0 recorded in voice", "\(list)")
    let check = try home.cuebell("check", "w.json")
    #expect(check.code == 65 && check.out.hasPrefix("w.json:1:65: voice.recordings: voice: no such"), "\(check.out)")
    try home.write("no sound", to: "voice")
    #expect(try home.cuebell("check", "w.json").out.contains("voice.recordings: voice: it isn't a folder"))
    try home.delete("voice")
    _ = try home.shell("mkdir voice && echo noise > voice/sit.flac && ln -s /etc voice/rest.wav")
    let broken = try home.cuebell("run", "--silent", "w.json")
    #expect(broken.code == 65 && broken.err.contains("voice.recordings: voice/"), "\(broken.err)")
  }

  @Test func `of all phrases need no voice`() throws {
    let home = try home(["sit.wav": "a", "rest.wav": "b", "three.wav": "c", "two.wav": "d", "one.wav": "e"])
    let text = Self.workout.replacing(#""variant": "whisper""#, with: #""rate": 200"#)
    try home.write(text.replacing(#""voice": { "rec"#, with: #""voice": { "language": "xx", "rec"#), to: "w.json")
    // The rule with a voice of its own still needs one.
    #expect(try home.cuebell("render", "w.json", "-o", "w.wav").code == 69)
    let silent = try home.text(of: "w.json").replacing(
      #"{ "on": "workout", "at": "start+2s", "say": "whisper", "voice": { "rate": 200 } }"#,
      with: #"{ "on": "workout", "at": "start+2s", "sound": "beep" }"#)
    try home.write(silent, to: "w.json")
    let result = try home.cuebell("render", "w.json", "-o", "w.wav")
    #expect(result.code == 0 && result.err.isEmpty, "\(result)")
  }
}
