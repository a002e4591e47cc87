import CueAudio
import Dispatch
import Synchronization
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `An offline session` {
  private static let workout = Workout(
    name: "Test",
    nodes: [
      .group(
        SetGroup(
          .sets(4),
          nodes: ["Push", "Pull", "Squat"].map { name in
            .phase(Phase(PerSet(name), .high, .after(.fixed(.seconds(20)))))
          }))
    ])

  @Test func `sounds the same whatever the order in which its host prepares phrases`() throws {
    let harness = try SoundHarness(Self.workout)
    let expected = try harness.render().left
    let other = try SoundHarness(Self.workout)
    var session = OfflineSession(
      other.timeline, phrases: other.phrases, sounds: other.sounds, durations: PhraseDurations(),
      doneAfter: .seconds(2))
    let prepared = Atomic(0)
    let phrases = other.phrases
    session.prepare = { missing in
      prepared.add(missing.count, ordering: .relaxed)
      DispatchQueue.concurrentPerform(iterations: missing.count) { phrases.prepare([missing[missing.count - 1 - $0]]) }
    }
    var recorder = RecordingSink()
    try session.run(blockFrames: 1024, into: &recorder) { _ in }
    #expect(prepared.load(ordering: .relaxed) >= 6 && recorder.left == expected)
  }

  @Test func `knows the sounds of a tempo before it begins`() throws {
    let tempo = try #require(Tempo("3-1-2-1"))
    let workout = Workout(
      name: "Tempo", style: .silent, nodes: [.phase(Phase("Squats", .high, .after(.tempo(tempo))))])
    let sounds = Set(tempo.cues.compactMap { $0.sound?.name })
    #expect(!sounds.isEmpty && sounds.isSubset(of: workout.cueSoundNames))
  }
}
