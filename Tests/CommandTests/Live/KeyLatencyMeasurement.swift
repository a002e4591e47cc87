import Glibc
import TestSupport
import Testing

/// The time from a key press in a terminal to the fade that a listener hears.
@Suite(.serialized, .enabled(if: Measurement.isOn, "make measure")) struct `The key that pauses` {
  /// A steady tone, whose level falls as soon as its fade begins.
  private static let workout = """
    { "name": "Tone", "style": "silent", "ambient": { "sound": "tone.wav", "fade": "100ms" },
      "phases": [ { "name": "Go", "duration": "10m" } ] }
    """
  private static let presses = 5

  /// The buffer and the period of each profile, in milliseconds.
  @Test(arguments: [("low", 40.0, 10.0), ("normal", 120, 30), ("power", 500, 125)])
  func `is heard before what the device holds and a period have been played`(
    profile: String, buffer: Double, period: Double
  ) throws {
    let fixture = try SoundFixture()
    defer { fixture.server.end() }
    try fixture.home.write(Self.workout, to: "w.json")
    let tone = try fixture.home.shell("sox -n -r 48000 -c 2 -b 16 tone.wav synth 2 sine 1000 gain -12")
    #expect(tone.code == 0, "\(tone)")
    let recorder = try LiveRecorder(of: fixture.server)
    defer { recorder.end() }
    let run = #""$CUEBELL" run --latency \#(profile) w.json; echo "status $?""#
    let terminal = try Terminal("trap : INT; \(run)", in: fixture.home)
    var presses: [(time: Double, level: Float)] = []
    for press in 0..<Self.presses {
      let level = try steadyLevel(recorder)
      // At any time between two periods.
      usleep(UInt32(37_000 * press))
      let pressed = LiveRecorder.now()
      terminal.type("p")
      let isHeard = Timeout.wait { Self.fall(in: recorder.peaks(from: pressed), below: level) != nil }
      try #require(isHeard)
      presses.append((pressed, level))
      try terminal.wait(for: "  Paused")
      // A second toggle within half a second of the first is refused.
      try terminal.resume(key: "p")
    }
    terminal.type("q")
    #expect(try terminal.finish().lines.contains("status 4"))
    // The recorder's estimate of when it began is best at the end.
    let delays = presses.map { Double(Self.fall(in: recorder.peaks(from: $0.time), below: $0.level) ?? 0) }
    let median = delays.sorted()[delays.count / 2]
    print("\(profile): from the key to the fade \(delays) ms, median \(median) ms")
    #expect(median <= buffer + period + 50)
  }

  /// The level of the tone, once it has been steady for 700 ms.
  private func steadyLevel(_ recorder: LiveRecorder) throws -> Float {
    var level = Float(0)
    let isSteady = Timeout.wait {
      // Of what has been recorded so far: on a busy machine the recorder lags.
      let peaks = recorder.peaks(from: LiveRecorder.now() - 3).suffix(700)
      level = peaks.max() ?? 0
      return peaks.count >= 600 && level > 0.01 && peaks.allSatisfy { $0 > 0.98 * level }
    }
    guard isSteady else { throw Failure("the tone is never steady") }
    return level
  }

  /// The millisecond in which the level begins its final fall.
  private static func fall(in peaks: [Float], below level: Float) -> Int? {
    guard let end = peaks.firstIndex(where: { $0 < 0.5 * level }) else { return nil }
    return (peaks[..<end].lastIndex { $0 > 0.97 * level } ?? -1) + 1
  }
}
