import Foundation
import TestSupport
import Testing

/// A program of the user's, named in the settings, that speaks instead of espeak-ng.
@Suite struct `A program that speaks` {
  /// Speaks by espeak-ng of the command itself, in another language, and writes down what it was asked.
  private static let program = """
    #!/bin/sh
    text=$(cat)
    echo "$CUEBELL_LANGUAGE $CUEBELL_RATE $CUEBELL_PITCH $CUEBELL_VARIANT: $text" >>asked
    HOME="$PWD/other" CUEBELL_RATE= exec "$CUEBELL" voices --voice de --say "$text" -o -
    """
  private static let workout = """
    { "name": "W", "style": "silent", "voice": { "rate": 150 }, "phases": [{ "name": "A", "duration": "3s" }],
      "cues": [{ "on": "phase", "at": "start", "say": "go 3x12" }] }
    """

  private func home(_ voice: String, _ program: String = program) throws -> TemporaryHome {
    let home = try TemporaryHome()
    try home.write(program, to: "speak")
    _ = try home.shell("chmod +x speak")
    try home.write(#"{ "voice": \#(voice) }"#, to: home.config + "/config.json")
    try home.write(Self.workout, to: "w.json")
    return home
  }

  @Test func `gets the text and the voice, and is heard at the loudness of any voice`() throws {
    let home = try home(#""en""#)
    try home.write(
      #"{ "voice": { "command": ["\#(home.path("speak"))"], "pitch": 60 } }"#, to: home.config + "/config.json")
    let result = try home.cuebell("render", "w.json", "-o", "w.wav")
    #expect(result.code == 0 && result.err.isEmpty, "\(result)")
    let asked = try home.text(of: "asked").split(separator: "\n")
    #expect(asked.last == "en 150 60 : go 3 times 12" && asked.count == 2, "\(asked)")
    let wave = try Wave(try home.bytes(of: "w.wav"))
    let peak = wave.peak
    #expect(peak > 0.1 && peak < 1, "\(peak)")
    // The second time it is taken from the cache.
    try home.delete("asked")
    _ = try home.cuebell("render", "w.json", "-o", "again.wav")
    #expect(try !home.names().contains("asked") && home.bytes(of: "again.wav") == home.bytes(of: "w.wav"))
    // It isn't asked where espeak-ng was chosen, whose phrases are others.
    try home.write(
      #"{ "voice": { "command": "\#(home.path("speak"))", "engine": "espeak-ng" } }"#, to: home.config + "/config.json")
    _ = try home.cuebell("render", "w.json", "-o", "own.wav")
    #expect(try !home.names().contains("asked") && home.bytes(of: "own.wav") != home.bytes(of: "w.wav"))
  }

  /// Programs that fail, each with what is said of them.
  private static let failures = [
    ("#!/bin/sh\necho 'no model' >&2\nexit 3", "speak ended with status 3: no model (see: cuebell doctor)"),
    ("#!/bin/sh\nkill -9 $$", "speak was ended by signal 9 (see: cuebell doctor)"),
    ("#!/bin/sh\ncat", "what PATH wrote: it is not a supported sound file"),
    ("#!/bin/sh\nexec dd if=/dev/zero bs=1M seek=9000 count=1 status=none", "File too large"),
    (tone(22_050, 0.001), "PATH sent only"), (tone(48_000, named: 8_000, 1.5), "PATH sent 9 s of sound for \""),
    (tone(22_050, 0), "PATH sent no sound"), ("#!/nonexistent/shell", "it doesn't start: No such file or directory"),
  ]

  @Test(arguments: failures)
  func `that fails is reported once with its own words, and espeak-ng speaks instead of it`(
    program: String, words: String
  ) throws {
    let home = try home(#""en""#, program)
    let path = home.path("speak")
    try home.write(#"{ "voice": { "command": ["\#(path)"] } }"#, to: home.config + "/config.json")
    let render = try home.cuebell("render", "w.json", "-o", "w.wav")
    #expect(render.code == 69 && render.err.contains(words.replacing("PATH", with: path)), "\(render.err)")
    let run = try home.cuebell("run", "w.json", "--silent", "--speed", "30", "--json")
    // Where it takes its time to fail, the preparation is reported before.
    let lines = run.errorLines.filter { $0 != "Preparing the voice …" }
    #expect(run.code == 0 && lines.count == 1, "\(run.err)")
    let pattern = #/(speak|what|\/).*: espeak-ng speaks instead\./#
    #expect(lines.allSatisfy { $0.wholeMatch(of: pattern) != nil }, "\(run.err)")
    #expect(try EventRecord.cues(in: run.out).map(\.isHeard) == [true])
    let fix = "fix: correct \"voice\" in the settings file (see: cuebell config)"
    #expect(try home.cuebell("doctor").out.contains(fix))
  }

  /// A program that writes a tone of 440 Hz: its rate, the rate in its header, and the length in seconds.
  private static func tone(_ rate: Int, named: Int? = nil, _ seconds: Double) -> String {
    """
    #!/usr/bin/python3
    import math, struct, sys, wave
    file = wave.open(sys.stdout.buffer, "wb")
    file.setparams((1, 2, \(named ?? rate), 0, "NONE", ""))
    file.writeframes(b"".join(
        struct.pack("<h", int(9000 * math.sin(6.28318530718 * 440 * i / \(rate))))
        for i in range(int(\(rate) * \(seconds)))))
    """
  }

  @Test(arguments: [16_000, 24_000, 48_000])
  func `is heard at the rate that it names, for as long and as high as it spoke`(rate: Int) throws {
    let home = try home(#""en""#, Self.tone(rate, 0.6))
    try home.write(#"{ "voice": { "command": ["\#(home.path("speak"))"] } }"#, to: home.config + "/config.json")
    let render = try home.cuebell("render", "w.json", "-o", "w.wav")
    #expect(render.code == 0 && render.err.isEmpty, "\(render.err)")
    let heard = try Wave(home.bytes(of: "w.wav")).tone(in: 0..<96_000)
    #expect(abs(heard.seconds - 0.6) < 0.005 && abs(heard.hertz - 440) < 4, "\(heard)")
  }

  @Test func `that isn't there is named`() throws {
    let home = try home(#"{ "command": "nosuch" }"#)
    let result = try home.cuebell("voices", "--say", "hello", "-o", "s.wav")
    let reason = #"the program of "voice" in the settings, "nosuch", was not found"#
    #expect(result.code == 69 && result.err.contains(reason), "\(result.err)")
  }

  @Test func `can't be named by a workout`() throws {
    let home = try TemporaryHome()
    for key in ["engine", "command"] {
      try home.write(
        #"{ "name": "W", "voice": { "\#(key)": "command" }, "phases": [{ "name": "A", "duration": 3 }] }"#, to: "w.json"
      )
      let check = try home.cuebell("check", "w.json")
      #expect(check.code == 65 && check.out.contains("a workout can't name programs"), "\(check.out)")
    }
  }
}

@Suite struct `A sample of a voice` {
  @Test func `is written in the voice that was asked for, or else in that of the settings`() throws {
    let home = try TemporaryHome()
    func sample(_ options: String...) throws -> Data {
      let result = try home.cuebell(["voices", "--say", "three, two, one", "-o", "s.wav"] + options)
      #expect(result.code == 0 && result.err.isEmpty, "\(result)")
      return try home.bytes(of: "s.wav")
    }
    let (own, german) = (try sample(), try sample("--voice", "de+f3"))
    #expect(own != german)
    try home.write(#"{ "voice": "de+f3" }"#, to: home.config + "/config.json")
    #expect(try sample() == german)
    #expect(try sample("--voice", "en+m1") != german)
  }

  @Test func `that can't be started is refused in a line`() throws {
    let home = try TemporaryHome.withoutSound()
    let cases: [(words: [String], code: Int32, message: String)] = [
      (
        ["--say", "x", "--voice", "xx", "-o", "s.wav"], 69,
        "no voice on this machine speaks \"xx\" (see: cuebell voices)"
      ),
      (["--say", "…", "-o", "s.wav"], 65, "Not spoken: this text has nothing that can be spoken"),
      (["--say", "x"], 69, "To hear it, write a file: cuebell voices --say x -o sample.wav"),
      (["--voice", "de"], 64, "require --say."),
      (["--say", "x", "-o", "s.txt"], 64, "s.txt: "),
    ]
    for (words, code, message) in cases {
      let result = try home.cuebell(["voices"] + words)
      #expect(result.code == code && result.err.contains(message), "\(words): \(result)")
    }
  }
}
