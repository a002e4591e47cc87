import AudioMixing
import TextNormalization
import WorkoutModel

/// A voice with the data of its language: the normaliser of texts, and the sample that measures its loudness.
struct SpeakingVoice: Sendable {
  /// The text whose loudness is measured.
  let sample: String
  private let voice: Voice
  private let normalizer: TextNormalizer

  /// Makes a voice that pronounces the words in `pronounce` as given there.
  init(_ voice: Voice, pronounce: [String: String]) {
    self.voice = voice
    normalizer = TextNormalizer(tag: voice.language, pronounce: pronounce)
    sample = BuiltInPhrases(tag: voice.language).sample
  }

  func spoken(_ text: String) -> String { normalizer.spoken(text) }

  func request(_ text: String) -> SpeechRequest {
    SpeechRequest(text: text, language: voice.language, variant: voice.variant, rate: voice.rate, pitch: voice.pitch)
  }

  func key(_ text: String) -> PhraseKey { PhraseKey(request(text), measuredBy: sample) }
}
