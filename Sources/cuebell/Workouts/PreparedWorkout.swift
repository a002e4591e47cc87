import ArgumentParser
import AudioMixing
import Speech
import CueAudio
import FoundationEssentials
import HostSystem
import PhraseFiles
import SoundFiles
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
  /// Phrases in `store` aren't synthesised. `standIn` speaks what `speech` has not spoken yet, or can't.
  init(
    _ source: WorkoutSource, speech: any SpeechBackend, store: SpeechDiskCache? = nil,
    standIn: SpeechWorkerBackend? = nil, seed: UInt64 = Timeline.standardSeed
  ) throws {
    timeline = try Exit.ifInvalid { () throws(WorkoutFileError) in try source.timeline(seed: seed) }
    sounds = source.sounds
    phrases = SpeechCache(
      speech, voice: source.workout.voice, pronounce: source.workout.pronounce, store: store,
      recordings: source.recordings, standIn: standIn.map { PhraseSynthesizer($0, named: "espeak-ng") })
    logDiagnostics()
  }

  /// The lengths of the workout's own sounds.
  func durations() throws -> PhraseDurations {
    var durations = PhraseDurations()
    for name in timeline.workout.cueSoundNames {
      do throws(SoundLoadError) {
        durations.sounds[name] = FrameClock.duration(of: try sounds.clip(named: name).audibleEnd)
      } catch {
        throw Exit.fail(Exit.badInput, error.explanation)
      }
    }
    return durations
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

  /// The speech of this machine: a worker process of this same program, with espeak-ng or with a command, which has
  /// 20 s for a phrase, or `limit`.
  static func speech(by command: [String]? = nil, limit: Duration? = nil) -> SpeechWorkerBackend {
    guard let command else { return SpeechWorkerBackend(executable: executable) }
    return SpeechWorkerBackend(executable: executable, command: command, limit: limit)
  }

  /// The stored phrases of this user, from espeak-ng or from a command; `nil` if the environment names no folder for
  /// them.
  static func store(of command: [String]? = nil) -> SpeechDiskCache? {
    // This program also determines the normalisation of text and the processing of speech.
    let files = [executable]
    guard let path = SpeechDiskCache.path(in: ProcessInfo.processInfo.environment),
      let synthesizer = command.map({ CommandWorker.identity(of: $0, with: files) })
        ?? EspeakInstallation.identity(with: files)
    else { return nil }
    return SpeechDiskCache(path, synthesizer: synthesizer)
  }

  private static let executable = "/proc/self/exe"
}
