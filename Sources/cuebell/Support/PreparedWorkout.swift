import ArgumentParser
import AudioMixing
import AudioOutput
import CommandSpeech
import CueAudio
import EspeakSpeech
import FoundationEssentials
import PhraseFiles
import SoundFiles
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// A workout with everything that it needs to sound: timeline, phrases and sounds.
struct PreparedWorkout {
  let timeline: Timeline
  let phrases: SpeechCache
  let sounds: SoundLibrary

  /// Puts together what `source` asks for; sounds that can't be read and lengths that don't add up end the command.
  /// Phrases that `store` has aren't made.
  init(
    _ source: WorkoutSource, speech: any SpeechBackend, store: SpeechDiskCache? = nil,
    seed: UInt64 = Timeline.standardSeed
  ) throws {
    let (problems, timeline) = source.judge(seed: seed)
    guard let timeline else { throw Exit.fail(Exit.badInput, source.document.error(problems).description) }
    self.timeline = timeline
    sounds = source.sounds
    phrases = SpeechCache(
      speech, voice: source.workout.voice, pronounce: source.workout.pronounce, store: store,
      recordings: source.recordings)
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

  /// Makes the synthesised beds, which takes longer than a live session may wait once it plays.
  func makeBeds() {
    // A missing one is reported when it is due to be heard.
    for use in timeline.workout.soundUses where use.role == .bed { _ = try? sounds.bed(named: use.name) }
  }

  /// Makes the synthesised sounds of cues, for the same reason; a missing one is reported by `durations`.
  func makeCueSounds() { for name in timeline.workout.cueSoundNames { _ = try? sounds.clip(named: name) } }

  /// The speech of this machine: a worker process, which is this same program, with espeak-ng or with a command.
  static func speech(by command: [String]? = nil) -> SpeechWorkerBackend {
    guard let command else { return SpeechWorkerBackend(executable: executable) }
    return SpeechWorkerBackend(executable: executable, command: command)
  }

  /// The phrases that were synthesised for this user before, by espeak-ng or by a command; `nil` if the environment
  /// names no folder for them.
  static func store(of command: [String]? = nil) -> SpeechDiskCache? {
    // This program also determines how a text is normalised and how the speech is processed.
    let files = [executable]
    guard let path = SpeechDiskCache.path(in: ProcessInfo.processInfo.environment),
      let synthesizer = command.map({ CommandWorker.identity(of: $0, with: files) })
        ?? EspeakInstallation.identity(with: files)
    else { return nil }
    return SpeechDiskCache(path, synthesizer: synthesizer)
  }

  private static let executable = "/proc/self/exe"
}
