import ArgumentParser
import AudioMixing
import CommandSupport
import CueAudio
import HostSystem
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// A workout with everything needed to play it: timeline, phrases and sounds.
struct PreparedWorkout {
  let timeline: Timeline
  let phrases: SpeechCache
  let sounds: SoundLibrary

  /// Prepares `source`; unreadable sounds and invalid lengths end the command.
  ///
  /// Phrases that `speech` has stored aren't synthesised again, and its stand-in speaks what it has not spoken yet, or
  /// can't.
  init(_ source: WorkoutSource, _ speech: WorkoutSpeech, seed: UInt64 = Timeline.standardSeed) throws {
    timeline = try Exit.ifInvalid(source.timeline(seed: seed))
    sounds = source.sounds
    phrases = SpeechCache(
      speech.engines, voice: source.workout.voice, pronounce: source.workout.pronounce, store: speech.store,
      recordings: source.recordings, standIn: speech.standIn.map { PhraseSynthesizer($0, named: "espeak-ng") })
    logDiagnostics()
  }

  /// The lengths of the workout's own sounds.
  func durations() throws -> PhraseDurations {
    do throws(SoundLoadError) { return try sounds.durations() } catch { throw Exit.fail(.badInput, error.explanation) }
  }

  /// Begins to synthesise or read the beds, which takes the longest of all that precedes the first sound; wait for the
  /// thread before they are needed.
  func beginBeds() -> WorkThread {
    let thread = WorkThread()
    if !thread.later(makeBeds) { makeBeds() }
    return thread
  }

  private func makeBeds() {
    // A missing one is reported when it is due to be heard.
    for use in timeline.workout.soundUses where use.role == .bed { _ = try? sounds.bed(named: use.name) }
  }

  /// Loads or synthesises phrases on two threads: one resamples a phrase while the other has the next one synthesised.
  func preparePhrases(_ missing: [Phrase]) {
    let phrases = phrases
    OrderedPool.run(missing, threads: missing.count > 1 ? 2 : 1, { phrases.prepare([$0]) }, consume: { _ in })
  }

  /// Synthesises the sounds of cues, for the same reason; a missing one is reported by `durations`.
  func makeCueSounds() { for name in timeline.workout.cueSoundNames { _ = try? sounds.clip(named: name) } }
}
