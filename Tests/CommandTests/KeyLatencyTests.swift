import Glibc
import TestSupport
import Testing

/// From the press of a key in a terminal to what a listener hears of it.
@Suite(.serialized) struct `The key that pauses` {
  /// A steady tone, which falls at once where its fade begins.
  private static let workout = """
    { "name": "Tone", "style": "silent", "ambient": { "sound": "tone.wav", "fade": "100ms" },
      "phases": [ { "name": "Go", "duration": "10m" } ] }
    """
  private static let presses = 5

  /// What each profile holds, and a period of it, in milliseconds.
  @Test(arguments: [("low", 40.0, 10.0), ("normal", 120, 30), ("power", 500, 125)])
  func `is heard before what the device holds and a period have been played`(
    profile: String, buffer: Double, period: Double
  ) throws {
    let stage = try SoundStage()
    defer { stage.server.end() }
    try stage.home.write(Self.workout, to: "w.json")
    let tone = try stage.home.shell("sox -n -r 48000 -c 2 -b 16 tone.wav synth 2 sine 1000 gain -12")
    #expect(tone.code == 0, "\(tone)")
    let ear = try LiveEar(to: stage.server)
    defer { ear.end() }
    let run = #""$CUEBELL" run --latency \#(profile) w.json; echo "status $?""#
    let terminal = try Terminal("trap : INT; \(run)", in: stage.home)
    var delays: [Double] = []
    for press in 0..<Self.presses {
      let level = try steadyLevel(ear)
      // Anywhere between two fillings of the device.
      usleep(UInt32(37_000 * press))
      let pressed = LiveEar.now()
      terminal.type("p")
      let fall = Patience.wait { Self.fall(in: ear.peaks(from: pressed), below: level) != nil }
      try #require(fall)
      delays.append(Double(Self.fall(in: ear.peaks(from: pressed), below: level) ?? 0))
      try terminal.wait(for: "  Paused")
      // A second toggle within half a second of the first is refused.
      try terminal.type("p") { screen in !screen.lines.contains("  Paused") }
    }
    terminal.type("q")
    #expect(try terminal.finish().lines.contains("status 4"))
    let sorted = delays.sorted()
    print("\(profile): from the key to the fade \(delays) ms, of \(buffer) ms held and \(period) ms a period")
    // On a busy machine the one or the other comes late; that all do would be the command's own doing.
    #expect(sorted[0] <= buffer + period + 50 && sorted[sorted.count - 1] <= 5_000)
  }

  /// The level of the tone, once it has been steady for 700 ms.
  private func steadyLevel(_ ear: LiveEar) throws -> Float {
    var level = Float(0)
    let isSteady = Patience.wait {
      // Of what has been heard by now: a busy machine hears it late.
      let peaks = ear.peaks(from: LiveEar.now() - 3).suffix(700)
      level = peaks.max() ?? 0
      return peaks.count >= 600 && level > 0.01 && peaks.allSatisfy { $0 > 0.98 * level }
    }
    guard isSteady else { throw Failure("the tone never stands") }
    return level
  }

  /// The millisecond in which the tone begins to fall, to rise no more.
  private static func fall(in peaks: [Float], below level: Float) -> Int? {
    guard let end = peaks.firstIndex(where: { $0 < 0.5 * level }) else { return nil }
    return (peaks[..<end].lastIndex { $0 > 0.97 * level } ?? -1) + 1
  }
}
