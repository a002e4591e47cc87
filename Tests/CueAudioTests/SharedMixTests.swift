import AudioMixing
import CueAudio
import Synchronization
import Testing
import WorkoutEngine
import WorkoutModel

/// Beeps, words and a bed, which are heard with those of another workout.
@Suite struct `Workouts in one mix` {
  private static func workout(_ sets: Int, every seconds: Int, bed: String) throws -> Workout {
    let phase = Phase("Work", .high, .after(.fixed(.seconds(seconds))))
    let rules = [
      CueRule(
        on: .phase, at: .start(offset: .zero), sound: CueSound("beep", gain: -12), say: try CueText("{phase}"),
        speechGain: -12)
    ]
    return Workout(
      name: "W", style: .silent, ambient: Ambient(sound: bed, gain: -12), cues: rules,
      nodes: [.group(SetGroup(.sets(sets), nodes: [.phase(phase)]))])
  }

  private let hall = Result { try SoundHarness(workout(3, every: 3, bed: "white")) }
  private let studio = Result { try SoundHarness(workout(4, every: 4, bed: "rain")) }

  private func add(_ harness: SoundHarness, to renderer: SessionRenderer, _ log: ReportLog) -> MixedSession {
    let engine = Engine(harness.timeline)
    harness.phrases.prepare(harness.phrases.expect(engine.phrases(upTo: .seconds(600))))
    let session = renderer.add(engine, phrases: harness.phrases, sounds: harness.sounds) { report in
      log.all.withLock { $0.append(report) }
    }
    session.act(.start)
    session.act(.prepared)
    return session
  }

  /// What is heard of workouts of which each begins when so many frames are written or those before are over, and what
  /// each has reported.
  private func heard(
    _ workouts: [(harness: SoundHarness, frame: Int)], act: (Int, [MixedSession]) -> Void = { _, _ in }
  ) throws -> (left: [Float], reports: [[SessionReport]]) {
    let renderer = SessionRenderer(blockFrames: 480)
    let logs = workouts.map { _ in ReportLog() }
    var (recorder, sessions): (RecordingSink, [MixedSession]) = (RecordingSink(), [])
    var progress = SessionRenderer.Progress.running
    while progress == .running || sessions.count < workouts.count {
      while sessions.count < workouts.count,
        progress == .isOver || workouts[sessions.count].frame <= renderer.position
      {
        sessions.append(add(workouts[sessions.count].harness, to: renderer, logs[sessions.count]))
      }
      act(renderer.position, sessions)
      progress = try renderer.step(into: &recorder)
    }
    return (recorder.left, logs.map { log in log.all.withLock { $0 } })
  }

  private func sum(_ one: [Float], _ other: [Float]) -> [Float] {
    (0..<max(one.count, other.count)).map { frame in
      (frame < one.count ? one[frame] : 0) + (frame < other.count ? other[frame] : 0)
    }
  }

  @Test func `are heard as the sum of what each is alone, each at its own speed`() throws {
    let (hall, studio) = (try hall.get(), try studio.get())
    let (one, other) = (try heard([(hall, 0)]), try heard([(studio, 0)]))
    let both = try heard([(hall, 0), (studio, 0)])
    #expect(both.reports == one.reports + other.reports)
    #expect(both.left.count == other.left.count && both.left.count >= 16 * 48_000)
    #expect(both.left == sum(one.left, other.left))
  }

  @Test func `may begin one after the other, and end one before the other`() throws {
    let (hall, studio) = (try hall.get(), try studio.get())
    let later = try heard([(studio, 0), (hall, 48_000)])
    #expect(later.reports == (try heard([(studio, 0)])).reports + (try heard([(hall, 0)])).reports)
    // The renderer has finished one, and takes another.
    let next = try heard([(hall, 0), (hall, .max)])
    #expect(next.reports[0] == next.reports[1] && next.left.count > 18 * 48_000)
  }

  @Test func `are paused and turned down each for itself`() throws {
    let (hall, studio) = (try hall.get(), try studio.get())
    let alone = try heard([(studio, 0)])
    var isPaused = false
    let both = try heard([(hall, 0), (studio, 0)]) { frame, sessions in
      if frame >= 48_000, !isPaused {
        isPaused = true
        sessions[0].act(.setVolume(-60))
        sessions[0].act(.pause)
      }
      if frame >= 15 * 48_000 { sessions[0].act(.stop) }
    }
    #expect(both.reports[1] == alone.reports[0])
    let rest = 2 * 48_000..<14 * 48_000
    #expect(both.left[rest] == alone.left[rest])
  }

  @Test func `leave the mix when they are over`() throws {
    let hall = try hall.get()
    let renderer = SessionRenderer(blockFrames: 4096)
    var recorder = RecordingSink()
    for round in 1...3 {
      let session = add(hall, to: renderer, ReportLog())
      #expect(renderer.sessions.count == 1)
      while try renderer.step(into: &recorder) == .running {}
      #expect(renderer.sessions.isEmpty && session.isOver, "round \(round)")
    }
  }
}
