import ALSAOutput
import ArgumentParser
import AudioMixing
import CueAudio
import EspeakSpeech
import FoundationEssentials
import PhraseFiles
import SoundFiles
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// A workout with everything that it needs to sound: timeline, phrases and sounds.
struct Ensemble {
  let timeline: Timeline
  let phrases: PhraseBook
  let sounds: SoundLibrary

  /// Puts together what `source` asks for; sounds that can't be read and lengths that don't add up end the command.
  /// Phrases that `store` has aren't made.
  init(_ source: WorkoutSource, speech: any SpeechBackend, store: PhraseFolder? = nil) throws {
    let (problems, timeline) = source.judge()
    guard let timeline else { throw Exit.fail(Exit.badInput, source.document.error(problems).description) }
    self.timeline = timeline
    sounds = source.sounds
    phrases = PhraseBook(speech, voice: source.workout.voice, pronounce: source.workout.pronounce, store: store)
  }

  /// The lengths of the workout's own sounds.
  func lexicon() throws -> Lexicon {
    var lexicon = Lexicon()
    for name in timeline.workout.cueSoundNames {
      do throws(SoundLoadError) {
        lexicon.sounds[name] = FrameClock.duration(of: try sounds.clip(named: name).audibleEnd)
      } catch {
        throw Exit.fail(Exit.badInput, error.explanation)
      }
    }
    return lexicon
  }

  /// Makes the synthesised beds, which takes longer than a live session may wait once it plays.
  func makeBeds() {
    // One that can't be had is told of when it is to be heard.
    for use in timeline.workout.soundUses where use.role == .bed { _ = try? sounds.bed(named: use.name) }
  }

  /// The speech of this machine: the worker process, which is this same program.
  static func speech() -> EspeakWorkerBackend { EspeakWorkerBackend(executable: executable) }

  /// The phrases that were made for this user before; `nil` where the environment names no place for them.
  static func store() -> PhraseFolder? {
    PhrasePlace.folder(ProcessInfo.processInfo.environment).map { path in
      PhraseFolder(path) {
        // What the command does to a text before it is spoken, and with the voice, comes with it.
        InstallationStamp.text(of: EspeakInstallation.paths + [executable])
          .map { "espeak-ng \(EspeakVersion.text) \($0)" }
      }
    }
  }

  private static let executable = "/proc/self/exe"
}
