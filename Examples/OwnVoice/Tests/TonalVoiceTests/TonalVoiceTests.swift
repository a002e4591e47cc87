import CuebellAudio
import Testing
import TonalVoice

@Suite struct `A voice and a sink of one's own` {
  private func workout() throws -> Workout {
    let name = CueRule(on: .phase, at: .start(offset: .zero), say: try CueText("{phase}"))
    return try Workout("W", style: .silent, cues: [name]) {
      for exercise in ["Squats", "Lunges"] { Phase(exercise, for: .seconds(3)) }
    }
  }

  @Test func `are heard where the workout has words, and nowhere else`() throws {
    var bars = BarSink()
    try OfflineSession.render(workout(), speech: TonalVoice(), into: &bars)
    #expect(bars.lines.map(\.isEmpty) == [false, true, true, false, true, true])
  }

  @Test func `make the same file each time, of every frame of the workout`() throws {
    var (one, other, silent) = (WAVSink(), WAVSink(), WAVSink())
    try OfflineSession.render(workout(), speech: TonalVoice(), into: &one)
    try OfflineSession.render(workout(), speech: TonalVoice(), into: &other)
    try OfflineSession.render(workout(), speech: nil, into: &silent)
    #expect(one.bytes == other.bytes && one.bytes != silent.bytes)
    #expect(one.bytes.count >= 44 + 6 * Bus.sampleRate * 4)
  }
}
