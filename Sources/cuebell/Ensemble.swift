import ALSAOutput
import ArgumentParser
import AudioMixing
import CueAudio
import EspeakSpeech
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
  init(_ source: WorkoutSource, speech: any SpeechBackend) throws {
    let (problems, timeline) = source.judge()
    guard let timeline else { throw Exit.fail(Exit.badInput, source.document.error(problems).description) }
    self.timeline = timeline
    sounds = source.sounds
    phrases = PhraseBook(speech, voice: source.workout.voice, pronounce: source.workout.pronounce)
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
  static func speech() -> EspeakWorkerBackend { EspeakWorkerBackend(executable: "/proc/self/exe") }
}
