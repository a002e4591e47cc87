import TestSupport
import Testing

@Suite struct `An excerpt of a workout` {
  private let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  private func render(_ text: String, _ options: String...) throws -> Wave {
    try home.write(text, to: "w.json")
    let result = try home.cuebell(["render", "w.json", "-o", "w.wav"] + options)
    try #require(result.code == 0, "\(result.err)")
    return try Wave(home.bytes(of: "w.wav"))
  }

  /// 200 s of warm-up and 100 s of work, under rain.
  private static let workout = """
    { "name": "Two", "voice": { "language": "en" }, "ambient": { "sound": "rain" }, "phases": [
      { "name": "Jog", "intensity": "warmup", "duration": "100s" },
      { "name": "Skip", "intensity": "warmup", "duration": "100s" },
      { "name": "Run", "intensity": "high", "duration": "100s" } ] }
    """

  @Test(arguments: ["64", "1000", "4096"])
  func `is 20 s of the whole sound, from 8 s before the first change of effort`(block: String) throws {
    let whole = try render(Self.workout)
    let part = try render(Self.workout, "--excerpt", "--block", block)
    #expect(part.frames == 20 * Wave.rate)
    let (start, fadeIn, fadeOut) = (192 * Wave.rate, Wave.rate / 100, Wave.rate * 3 / 20)
    // 16-bit samples are rounded by a noise of their place.
    func differs(_ frame: Int) -> Bool {
      abs(part.left(frame) - whole.left(start + frame)) > 2
        || abs(part.right(frame) - whole.right(start + frame)) > 2
    }
    #expect(!(fadeIn..<part.frames - fadeOut).contains(where: differs))
    #expect(abs(part.left(0)) <= 2 && abs(part.left(part.frames - 1)) <= 33)
  }

  @Test func `begins with the workout where the effort never changes, or at once, and ends with a short one`() throws {
    let even = Self.workout.replacing("\"high\"", with: "\"warmup\"")
    let whole = try render(even)
    let part = try render(even, "--excerpt")
    #expect(part.frames == 20 * Wave.rate)
    #expect(!(0..<19 * Wave.rate).contains { abs(part.left($0) - whole.left($0)) > 2 })
    let short = try render(WorkoutText.small, "--excerpt")
    #expect(try short.frames == min(20 * Wave.rate, render(WorkoutText.small).frames))
  }

  @Test func `is the sound alone`() throws {
    try home.write(Self.workout, to: "w.json")
    for options in [["--cues", "w.ndjson"], ["--picture", "w.svg"], ["--stems", "parts"]] {
      let result = try home.cuebell(["render", "w.json", "-o", "w.wav", "--excerpt"] + options)
      #expect(result.code == 64 && result.err.contains("--excerpt writes the sound alone"), "\(result)")
    }
    let result = try home.cuebell("render", "w.json", "-o", "w.mp3", "--excerpt")
    #expect(result.out == "w.mp3: 0:20\n", "\(result)")
    #expect(try home.bytes(of: "w.mp3").count < 500_000)
  }
}
