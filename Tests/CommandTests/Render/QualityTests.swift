import FoundationEssentials
import Testing

/// How much of the sound a compressed file keeps.
@Suite struct `The quality of a rendered file` {
  private static let workout = """
    { "name": "Long", "ambient": { "sound": "rain" }, "phases": [{ "sets": 4, "phases": [
      { "name": "Push-ups, slowly and with straight elbows", "intensity": "high", "duration": "20s" },
      { "name": "Rest, and breathe through your nose", "intensity": "rest", "duration": "10s" } ] }] }
    """

  /// The length in seconds and the bits a second of a render, as another program finds them.
  private func rendered(_ name: String, _ options: String..., in home: TemporaryHome) throws -> (Double, bits: Double) {
    let render = try home.cuebell(["render", "w.json", "-o", name] + options)
    #expect(render.code == 0, "\(render)")
    let probe = try home.shell("ffprobe -v error -show_entries format=duration,size -of csv=p=0 \(name)").out
    let numbers = probe.split { $0 == "," || $0 == "\n" }.compactMap { Double($0) }
    try #require(numbers.count == 2)
    return (numbers[0], 8 * numbers[1] / numbers[0])
  }

  /// 40 minutes in 14 MB are 46.7 kbit/s, in 12 MB 40 kbit/s.
  @Test(arguments: [("a.mp3", 14e6), ("a.opus", 12e6), ("a.ogg", 20e6)])
  func `takes few bytes where it is small, and more where it is better`(name: String, most: Double) throws {
    let home = try TemporaryHome()
    try home.write(Self.workout, to: "w.json")
    let small = try rendered(name, "--quality", "small", in: home)
    let normal = try rendered(name, in: home)
    let best = try rendered(name, "--quality", "best", in: home)
    #expect(small.bits * 2_400 / 8 <= most, "\(small.bits)")
    #expect(small.bits < 0.7 * normal.bits && normal.bits < 0.8 * best.bits, "\(small) \(normal) \(best)")
    // The last gong rings on for 6.5 s.
    for length in [small.0, normal.0, best.0] { #expect(abs(length - 126.5) < 0.1) }
    let again = try home.bytes(of: name)
    _ = try rendered(name, "--quality", "best", in: home)
    #expect(try home.bytes(of: name) == again)
    _ = try rendered(name, "--quality", "normal", in: home)
    let plain = try home.bytes(of: name)
    _ = try rendered(name, in: home)
    #expect(try home.bytes(of: name) == plain)
  }

  @Test(arguments: ["a.wav", "a.flac", "-"])
  func `is refused where every sample is kept`(name: String) throws {
    let home = try TemporaryHome()
    try home.write(Self.workout, to: "w.json")
    let render = try home.cuebell("render", "w.json", "-o", name, "--quality", "small")
    #expect(render.code == 64 && render.err.contains("--quality has no effect on WAV and FLAC"), "\(render)")
    #expect(try home.names() == ["w.json"])
  }

  @Test func `is one of three words`() throws {
    let render = try TemporaryHome().cuebell("render", "w.json", "-o", "a.mp3", "--quality", "least")
    #expect(render.code == 64 && render.err.contains("small") && render.err.contains("best"), "\(render)")
  }
}
