import CueAudio
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A silenced sound` {
  @Test func `strikes no more after a pause, however the clock is corrected`() throws {
    let sound = CueSound("woodblock", strikes: 3, spacing: .seconds(1))
    let rule = CueRule(on: .phase, at: .start(offset: .seconds(1)), sound: sound)
    let workout = Workout(
      name: "Strikes", style: .silent, cues: [rule],
      nodes: [.phase(Phase("A", .high, .after(.fixed(.seconds(9)))))])
    let (renderer, session) = try SoundHarness(workout).renderer()
    var recorder = RecordingSink()
    while recorder.left.count < 72_000 { _ = try renderer.step(into: &recorder) }
    #expect(recorder.left[48_000..<52_800].contains { $0 != 0 })
    session.act(.pause)
    while recorder.left.count < 86_400 { _ = try renderer.step(into: &recorder) }
    session.follow(FrameClock(frame: 86_400, instant: .milliseconds(1_802)))
    while recorder.left.count < 192_000 { _ = try renderer.step(into: &recorder) }
    #expect(recorder.left[90_000...].allSatisfy { $0 == 0 })
  }
}
