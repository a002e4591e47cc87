import AudioMixing
import TextNormalization
import WorkoutModel

/// A voice with what its language needs: how texts are written for it, and what its loudness is measured by.
struct SpeakingVoice: Sendable {
  /// The text whose loudness is measured.
  let sample: String
  private let voice: Voice
  private let normalizer: TextNormalizer

  /// Makes a voice that says the words in `pronounce` as given there.
  init(_ voice: Voice, pronounce: [String: String]) {
    self.voice = voice
    normalizer = TextNormalizer(tag: voice.language, pronounce: pronounce)
    sample = BuiltInPhrases(tag: voice.language).sample
  }

  /// The spoken form of a text.
  func spoken(_ text: String) -> String { normalizer.spoken(text) }

  /// The request for a text as it is spoken.
  func request(_ text: String) -> SpeechRequest {
    SpeechRequest(text: text, language: voice.language, variant: voice.variant, rate: voice.rate, pitch: voice.pitch)
  }

  /// What determines the sound of a text as it is spoken.
  func key(_ text: String) -> PhraseKey { PhraseKey(request(text), measuredBy: sample) }
}
