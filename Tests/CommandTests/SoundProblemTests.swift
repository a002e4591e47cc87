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
    let home = try Home()
    try home.write(Self.workout, to: "w.json")
    try home.write(Self.adpcm, to: "adpcm.wav")
    try home.write("this is no sound", to: "text.flac")
    let ending = try Child([Project.command] + command + ["w.json"], in: home).finish()
    #expect(ending.code == 65)
    let told = command == ["check"] ? ending.lines : ending.errorLines
    #expect(told.count == 5)
    func isTold(_ parts: String...) -> Bool {
      told.contains { line in parts.allSatisfy { line.contains($0) } }
    }
    #expect(isTold("w.json:4:25: ambient.sound:", "sea.ogg: no such file"))
    #expect(isTold("w.json:7:46: cues[0].sound:", "missing.wav: no such file"))
    #expect(isTold("w.json:8:47: cues[1].sound:", "adpcm.wav: IMA ADPCM is not read", "sox adpcm.wav"))
    #expect(isTold("w.json:9:46: cues[2].sound:", "text.flac: "))
    #expect(isTold("w.json:11:56: phases[0].track:", "deep/tune.flac: no such file"))
    #expect(try home.names() == ["adpcm.wav", "text.flac", "w.json"])
  }
}
