import FoundationEssentials
import Testing

@Suite struct `A sound that can't be read` {
  private static let workout = """
    {
      "name": "Bad sounds",
      "style": "silent",
      "ambient": { "sound": "sea.ogg" },
      "sounds": { "clap": "missing.wav", "old": "adpcm.wav" },
      "cues": [
        { "on": "phase", "at": "start", "sound": "clap" },
        { "on": "phase", "at": "end-1s", "sound": "old" },
        { "on": "workout", "at": "end", "sound": "text.flac" }
      ],
      "phases": [{ "name": "A", "duration": "5s", "track": "deep/tune.flac" }]
    }
    """

  /// A WAV file of the compressed kind that old tools write: 4-bit IMA ADPCM, one block.
  private static var adpcm: Data {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let format: [[UInt8]] = [
      number(0x11, 2), number(1, 2), number(22_050, 4), number(11_025, 4), number(256, 2), number(4, 2), number(2, 2),
      number(505, 2),
    ]
    let chunks =
      Array("WAVEfmt ".utf8) + number(20, 4) + format.joined() + Array("fact".utf8) + number(4, 4) + number(505, 4)
      + Array("data".utf8) + number(256, 4) + [UInt8](repeating: 0, count: 256)
    return Data(Array("RIFF".utf8) + number(chunks.count, 4) + chunks)
  }

  @Test(arguments: [["check"], ["show"], ["run", "--silent"], ["render", "-o", "out.flac"]])
  func `is named with the place that asks for it and the reason, and nothing is played`(command: [String]) throws {
    let home = try TemporaryHome()
    try home.write(Self.workout, to: "w.json")
    try home.write(Self.adpcm, to: "adpcm.wav")
    try home.write("this is no sound", to: "text.flac")
    let result = try Child([Project.command] + command + ["w.json"], in: home).finish()
    #expect(result.code == 65)
    let reported = command == ["check"] ? result.lines : result.errorLines
    #expect(reported.count == 5)
    func isReported(_ parts: String...) -> Bool {
      reported.contains { line in parts.allSatisfy { line.contains($0) } }
    }
    #expect(isReported("w.json:4:25: ambient.sound:", "sea.ogg: no such file"))
    #expect(isReported("w.json:7:46: cues[0].sound:", "missing.wav: no such file"))
    #expect(isReported("w.json:8:47: cues[1].sound:", "adpcm.wav: IMA ADPCM is not supported", "ffmpeg -i adpcm.wav"))
    #expect(isReported("w.json:9:46: cues[2].sound:", "text.flac: "))
    #expect(isReported("w.json:11:56: phases[0].track:", "deep/tune.flac: no such file"))
    #expect(try home.names() == ["adpcm.wav", "text.flac", "w.json"])
  }

  /// What is wrong with each of these is reported by every command, in the order of the file, before anything plays.
  private static let spoilt: [(name: String, made: String, message: String)] = [
    (
      "cut.wav", "sox -n -r 48000 -c 2 -b 16 t.wav synth 2 pinknoise; head -c 200000 t.wav > cut.wav",
      "it is truncated: only 1.0 s of 2.0 s are present"
    ),
    (
      "cut.flac", "sox t.wav t.flac; head -c 100000 t.flac > cut.flac", "it ends too early"
    ),
    ("cut.ogg", "sox t.wav t.ogg; head -c 9000 t.ogg > cut.ogg", "it ends too early"),
    (
      "rate.wav", "head -c 24 t.wav > rate.wav; printf '\\0\\0\\0\\0' >> rate.wav; tail -c +29 t.wav >> rate.wav",
      "it is damaged: its header has no valid rate"
    ),
    (
      "fast.wav", "head -c 24 t.wav > fast.wav; printf '\\200\\226\\230\\0' >> fast.wav; tail -c +29 t.wav >> fast.wav",
      "its rate is 10000000 Hz; 8000 to 192000 Hz are supported"
    ),
    (
      "many.wav", "sox -n -r 48000 -c 32 -b 16 many.wav synth 0.1 pinknoise",
      "it has 32 channels; one or two are supported; convert it with: sox many.wav -c 2 -r 48000 many.flac"
    ),
    ("old.wav", "sox t.wav -e ima-adpcm old.wav", "IMA ADPCM is not supported; convert it with: ffmpeg -i old.wav"),
    ("pipe.wav", "mkfifo pipe.wav", "it isn't a regular file"),
    ("huge.wav", "cp t.wav huge.wav; truncate -s 5G huge.wav", "it is larger than 4 GiB"),
    ("long.wav", "sox -n -r 8000 -c 1 -b 8 long.wav trim 0 601", "it is longer than ten minutes"),
  ]

  @Test(arguments: [["check"], ["show"], ["run", "--silent"], ["render", "-o", "out.flac"]])
  func `is refused for what it is, whatever it claims to be`(command: [String]) throws {
    let home = try TemporaryHome()
    for file in Self.spoilt { #expect(try home.shell(file.made).code == 0) }
    let cues = Self.spoilt.map { #"    { "on": "phase", "at": "start", "sound": "\#($0.name)" }"# }
    try home.write(
      """
      { "name": "Spoilt", "style": "silent", "cues": [
      \(cues.joined(separator: ",\n"))
      ], "phases": [{ "name": "A", "duration": "5s" }] }
      """, to: "w.json")
    let before = try home.names()
    let result = try Child([Project.command] + command + ["w.json"], in: home).finish()
    #expect(result.code == 65)
    let reported = command == ["check"] ? result.lines : result.errorLines
    #expect(reported.count == Self.spoilt.count)
    for (index, (line, file)) in zip(reported, Self.spoilt).enumerated() {
      #expect(line.hasPrefix("w.json:\(index + 2):46: cues[\(index)].sound: \(file.name): \(file.message)"), "\(line)")
    }
    #expect(try home.names() == before)
  }

  /// Each with what makes it, how it is used, and what is reported before anything plays.
  private static let hidden: [(made: String, use: String, message: String)] = [
    (
      "sox -n -R -r 48000 -c 2 x.flac synth 10 pinknoise; "
        + "printf 'damaged' | dd of=x.flac bs=1 seek=300000 conv=notrunc", "ambient", "x.flac: it is damaged: "
    ),
    (
      "sox -n -R -r 48000 -c 2 x.flac synth 10 pinknoise; "
        + "printf 'damaged' | dd of=x.flac bs=1 seek=300000 conv=notrunc", "track", "x.flac: it is damaged: "
    ),
    ("sox -n -r 48000 x.wav trim 0 0", "ambient", "x.wav: it contains no sound"),
    ("sox -n -r 48000 x.wav trim 0 0", "track", "x.wav: it contains no sound"),
    (
      "ffmpeg -f lavfi -i anoisesrc=d=20 -b:a 128k -write_xing 0 x.mp3; "
        + "yes | head -c 3000 | dd of=x.mp3 bs=1 seek=160000 conv=notrunc", "track",
      "x.mp3: it is damaged 10 s from its beginning; convert it with: ffmpeg -i x.mp3 -ac 2 -ar 48000 x.flac"
    ),
  ]

  /// The decoder of MP3 would write to the user's stderr of what it stumbles on.
  @Test(arguments: hidden, [["check"], ["run", "--silent"], ["render", "-o", "out.flac"]])
  func `to its end is refused before anything plays, and is reported once`(
    file: (made: String, use: String, message: String), command: [String]
  ) throws {
    let home = try TemporaryHome()
    #expect(try home.shell(file.made).code == 0)
    let name = try #require(file.message.split(separator: ":").first)
    let (bed, track) =
      file.use == "track" ? ("", #", "track": "\#(name)""#) : (#""ambient": { "sound": "\#(name)" },"#, "")
    try home.write(
      #"{ "name": "W", "style": "silent", \#(bed) "phases": [{ "name": "A", "duration": "5s"\#(track) }] }"#,
      to: "w.json")
    let result = try Child([Project.command] + command + ["w.json"], in: home).finish()
    #expect(result.code == 65)
    let reported = command == ["check"] ? result.lines : result.errorLines
    #expect(reported.count == 1 && reported.first?.contains(file.message) == true, "\(result.out)\(result.err)")
    if command != ["check"] { #expect(result.errorLines == reported) } else { #expect(result.err == "") }
  }
}
