import AudioMixing
import TestSupport
import Testing

@Suite struct `A rendered bed` {
  private static let millisecond = Wave.rate / 1000
  private static let (ready, end) = (4 * Wave.rate, 10 * Wave.rate)

  private func render(_ cues: String, bed: String) throws -> Wave {
    let home = try TemporaryHome()
    try home.write(
      """
      {
        "name": "Bed", "style": "silent", "ambient": { "sound": "\(bed)", "fade": "1.5s" }, "cues": [\(cues)],
        "phases": [
          { "name": "Ready", "intensity": "prepare", "duration": "4s" },
          { "name": "Go", "intensity": "high", "duration": "6s" }
        ]
      }
      """, to: "w.json")
    let result = try home.cuebell("render", "w.json", "-o", "w.wav")
    try #require(result.code == 0, "\(result.err)")
    return try Wave(home.bytes(of: "w.wav"))
  }

  @Test(arguments: ["white", "rain", "drone"])
  func `is silent during prepare and reaches silence at the completion, not before`(bed: String) throws {
    let wave = try render("", bed: bed)
    #expect(wave.frames == Self.end)
    let heard = try #require(wave.heard(in: 0..<wave.frames))
    #expect((0...20 * Self.millisecond).contains(heard.lowerBound - Self.ready))
    #expect((0...20 * Self.millisecond).contains(Self.end - 1 - heard.upperBound))
    let (late, full) = (loudness(wave, Self.end - Wave.rate / 2), loudness(wave, Self.ready + 3 * Wave.rate))
    #expect(late > 0 && late < full / 4)
  }

  @Test func `is gone when the gong strikes, and the gong strikes exactly then`() throws {
    let bed = try render("", bed: "rain")
    let closed = try render(#"{ "on": "workout", "at": "end", "sound": "gong" }"#, bed: "rain")
    let isSameBed = (0..<Self.end).allSatisfy { closed.left($0) == bed.left($0) && closed.right($0) == bed.right($0) }
    #expect(isSameBed)
    var gong = ExpectedMix(frames: closed.frames)
    gong.add(Instrument.gong.clip(), at: Self.end)
    #expect(gong.deviation(of: closed, in: Self.end..<closed.frames) <= ExpectedMix.tolerance)
  }

  /// The mean level of a quarter of a second.
  private func loudness(_ wave: Wave, _ frame: Int) -> Double {
    (frame..<frame + Wave.rate / 4).reduce(0) { $0 + wave.level($1) } / Double(Wave.rate / 4)
  }
}
