import Testing

@Suite struct `A command that would write over its own files` {
  private static let workout = """
    { "name": "W", "style": "silent", "ambient": { "sound": "bed.wav" }, "sounds": { "clap": "clap.wav" },
      "cues": [{ "on": "phase", "at": "start", "sound": "clap" }],
      "phases": [{ "name": "A", "duration": "2s", "track": "deep/track.wav" }] }
    """

  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome()
    try home.write(Self.workout, to: "w.json")
    try home.write("", to: "deep/here")
    let made = try home.shell(
      """
      for name in bed clap deep/track; do sox -n -r 48000 $name.wav synth 1 sine 300 || exit 1; done
      ln -s . here; ln -s w.json link.json; ln -s deep in
      """)
    #expect(made.code == 0)
    return home
  }

  /// Each with the two that are one.
  private static let cases: [(command: String, message: String)] = [
    ("render w.json -o m.wav --picture w.json", "the workout w.json and --picture w.json are the same file"),
    ("render w.json -o m.wav --cues ./w.json", "the workout w.json and --cues ./w.json are the same file"),
    ("render link.json -o m.wav --cues w.json", "the workout link.json and --cues w.json are the same file"),
    (
      "render w.json -o m.wav --picture here/link.json",
      "the workout w.json and --picture here/link.json are the same file"
    ),
    ("render w.json -o m.wav --picture here/m.wav", "-o m.wav and --picture here/m.wav are the same file"),
    ("render w.json -o m.wav --cues x --picture new/../x", "--cues x and --picture new/../x are the same file"),
    ("render w.json -o speech.wav --stems .", "-o speech.wav and --stems ./speech.wav are the same file"),
    ("render w.json -o new/bed.wav --stems new/", "-o new/bed.wav and --stems new//bed.wav are the same file"),
    (
      "render w.json -o m.wav --stems here",
      "a sound of the workout ./bed.wav and --stems here/bed.wav are the same file"
    ),
    ("render w.json -o clap.wav", "a sound of the workout ./clap.wav and -o clap.wav are the same file"),
    ("render w.json -o in/track.wav", "a sound of the workout ./deep/track.wav and -o in/track.wav are the same file"),
    ("show w.json --svg w.json", "the workout w.json and --svg w.json are the same file"),
    ("show w.json --svg clap.wav", "a sound of the workout ./clap.wav and --svg clap.wav are the same file"),
    ("run w.json --silent --log link.json", "the workout w.json and --log link.json are the same file"),
    ("run w.json --silent --log bed.wav", "a sound of the workout ./bed.wav and --log bed.wav are the same file"),
    ("simulate --workout w.json --seeds 1 --trace w.json", "the workout w.json and --trace w.json are the same file"),
    ("simulate --workout w.json --seeds 1 --trace t --svg t", "--trace t and --svg t are the same file"),
    ("simulate w.json --trace w.json", "a scenario w.json and --trace w.json are the same file"),
  ]

  @Test(arguments: cases)
  func `exits 64, names the two, and leaves everything as it was`(command: String, message: String) throws {
    let home = try home()
    if command.contains("new/..") { #expect(try home.shell("mkdir new").code == 0) }
    let before = try home.shell("find . | sort; cat $(find . -type f) | cksum").out
    let result = try home.shell("\"$CUEBELL\" \(command)")
    #expect(result.code == 64 && result.errorLines == [message], "\(result.err)")
    #expect(try home.shell("find . | sort; cat $(find . -type f) | cksum").out == before)
  }

  @Test func `is none where what two lead to is a device, stdout, or two files of one name`() throws {
    let home = try home()
    let devices = try home.cuebell("render", "w.json", "-o", "m.wav", "--cues", "/dev/null", "--picture", "/dev/null")
    #expect(devices.code == 0, "\(devices.err)")
    #expect(try home.cuebell("render", "w.json", "-o", "deep/bed.wav").code == 0)
    #expect(try home.shell("\"$CUEBELL\" render - -o - --stems parts < w.json > x.wav").code == 0)
  }
}
