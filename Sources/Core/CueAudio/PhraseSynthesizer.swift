public import AudioMixing
import Synchronization

/// A synthesiser and the phrases that it has stored; each voice is measured and brought to the loudness of speech.
///
/// The law: a stored phrase gives the same samples as the synthesised one.
public final class PhraseSynthesizer: Sendable {
  /// The gain that gives the voice its loudness.
  private struct Gain {
    let value: Decibels
    /// Whether the voice was measured; otherwise it is the typical gain.
    let isMeasured: Bool
  }

  private struct State {
    var resampler: Resampler?
    /// The gains by the sample that measured them.
    var gains: [SpeechRequest: Gain] = [:]
  }

  /// The level of a continuous sample above that of phrases, which contain pauses; measured in seven languages.
  private static let pauseGain: Decibels = 0.6

  let name: String
  private let backend: any SpeechBackend
  private let store: (any PhraseStore)?
  private let state = Mutex(State())
  /// Held while a voice is measured, so that all its phrases have one gain.
  private let measuring = Mutex(())

  /// Speaks by `backend` what `store` lacks; `name` is for users.
  public init(_ backend: any SpeechBackend, named name: String = "the voice", store: (any PhraseStore)? = nil) {
    self.name = name
    self.backend = backend
    self.store = store
  }

  /// The clip of a text, and whether it was synthesised for this call; it is stored unless its loudness may differ the
  /// next time.
  func clip(of text: String, in voice: SpeakingVoice) throws(SpeechError) -> (clip: PackedClip, isNew: Bool) {
    let key = voice.key(voice.spoken(text))
    backend.prepare(for: key.request)
    if let clip = stored(key) { return (clip, false) }
    return (try clip(of: try backend.synthesize(key.request), key, voice), true)
  }

  func storedClip(of text: String, in voice: SpeakingVoice) throws(SpeechError) -> PackedClip {
    guard let clip = stored(voice.key(voice.spoken(text))) else { throw .unavailable("it isn't stored") }
    return clip
  }

  /// An empty clip can't be a phrase.
  private func stored(_ key: PhraseKey) -> PackedClip? { store?.phrase(key).flatMap { $0.frames > 0 ? $0 : nil } }

  /// The reason why a voice can't speak; `nil` if it can, or if only its sample fails.
  ///
  /// This synthesises the sample, which also measures the voice, unless `store` contains it.
  func failure(of voice: SpeakingVoice) -> SpeechError? {
    let key = voice.key(voice.sample)
    backend.prepare(for: key.request)
    if store?.phrase(key) != nil { return nil }
    do throws(SpeechError) {
      let spoken = try backend.synthesize(key.request)
      if !backend.levelsEachPhrase(like: key.request) { setGain(of: voice, from: spoken) }
      _ = try clip(of: spoken, key, voice)
      return nil
    } catch {
      return error.concernsTextAlone ? nil : error
    }
  }

  private func clip(of spoken: SpokenAudio, _ key: PhraseKey, _ voice: SpeakingVoice) throws(SpeechError) -> PackedClip
  {
    let isAlone = backend.levelsEachPhrase(like: key.request)
    let gain = isAlone ? Gain(value: SpeechClip.gain(ofPhrase: spoken), isMeasured: true) : gain(of: voice)
    guard let resampler = resampler(from: spoken.sampleRate) else { throw .nothingToSay }
    let clip = PackedClip(SpeechClip.make(from: spoken, gain: gain.value, by: resampler))
    guard clip.frames > 0 else { throw .nothingToSay }
    if gain.isMeasured { store?.insert(clip, key) }
    return clip
  }

  private func gain(of voice: SpeakingVoice) -> Gain {
    let sample = voice.request(voice.sample)
    return measuring.withLock { _ in
      if let gain = state.withLock({ $0.gains[sample] }) { return gain }
      return setGain(of: voice, from: try? backend.synthesize(sample))
    }
  }

  @discardableResult
  private func setGain(of voice: SpeakingVoice, from speech: SpokenAudio?) -> Gain {
    let gain = Gain(
      value: speech.map { SpeechClip.gain(ofVoiceLike: $0) + Self.pauseGain } ?? SpeechClip.gain,
      isMeasured: speech != nil)
    state.withLock { $0.gains[voice.request(voice.sample)] = gain }
    return gain
  }

  private func resampler(from rate: Int) -> Resampler? {
    state.withLock { state in
      if let resampler = state.resampler, resampler.inputRate == rate { return resampler }
      state.resampler = Resampler(from: rate, to: Bus.sampleRate)
      return state.resampler
    }
  }
}

/// A backend that fails for every phrase.
public struct NoSpeech: SpeechBackend {
  private let reason: String

  /// Makes a backend that fails with `reason`.
  public init(because reason: String) { self.reason = reason }

  /// Always throws `SpeechError.unavailable` with the reason.
  public func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
    throw .unavailable(reason)
  }
}
