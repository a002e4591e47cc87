public import AudioMixing
import Synchronization
import TextNormalization
public import WorkoutEngine
public import WorkoutModel

/// The synthesised phrases of a workout.
///
/// The key of a phrase is its written form, which is normalised for speech here. It is thread-safe; only `prepare`
/// waits for synthesis. It contains the phrases that are expected next, and of all others the most recently used ones,
/// so that memory is limited, however many phrases a workout has. A phrase may come from a store instead. The law: it
/// is bit-identical then.
public final class SpeechCache: Sendable {
  /// The length of speech that should be expected at a time: 75 s, in 7 MB. More is kept nevertheless.
  public static let capacity = Duration.seconds(75)
  /// The number of frames of phrases that are not expected: the names and numbers of the last phases, for moves back;
  /// and the number while nothing is expected.
  package static let (memory, firstMemory) = (12 * Bus.sampleRate, 240 * Bus.sampleRate)

  fileprivate struct State {
    var clips: [String: (clip: PackedClip, used: Int)] = [:]
    var failures: [String: String] = [:]
    /// The phrases that contain nothing to say.
    var silent: Set<String> = []
    var expected: Set<String> = []
    var clock = 0
    var resampler: Resampler?
    var gain: Gain?
    var lostVoice: SpeechError?
  }

  /// The gain that gives the voice its loudness.
  fileprivate struct Gain {
    let value: Decibels
    /// Whether the voice was measured; otherwise it is the typical gain.
    let isMeasured: Bool
  }

  /// How much softer phrases are than a continuous sample, because of their pauses; measured in seven languages.
  private static let pauseGain: Decibels = 0.6

  private let backend: any SpeechBackend
  private let voice: Voice
  private let normalizer: TextNormalizer
  /// The text whose loudness is measured.
  private let sample: String
  private let store: (any PhraseStore)?
  private let state = Mutex(State())

  /// Makes an empty cache.
  ///
  /// - Parameters:
  ///   - backend: Synthesises phrases.
  ///   - voice: The voice of all phrases.
  ///   - pronounce: Spoken forms of single words.
  ///   - store: Contains phrases of former sessions.
  public init(
    _ backend: any SpeechBackend, voice: Voice, pronounce: [String: String] = [:], store: (any PhraseStore)? = nil
  ) {
    self.backend = backend
    self.voice = voice
    self.store = store
    normalizer = TextNormalizer(tag: voice.language, pronounce: pronounce)
    sample = BuiltInPhrases(tag: voice.language).sample
  }

  /// The spoken form of a text.
  public func spoken(_ text: String) -> String { normalizer.spoken(text) }

  /// The number of frames in the cache.
  package var frames: Int { state.withLock { $0.clips.reduce(0) { $0 + $1.value.clip.frames } } }

  /// Keeps these phrases from now on, and others only while there is space; returns the missing ones, in order.
  public func expect(_ texts: [String]) -> [String] {
    state.withLock { state in
      state.expected = Set(texts)
      state.failures = state.failures.filter { state.expected.contains($0.key) }
      state.silent.formIntersection(state.expected)
      state.evict()
      return texts.filter { state.clips[$0] == nil && state.failures[$0] == nil && !state.silent.contains($0) }
    }
  }

  /// Loads or synthesises the missing phrases, in order.
  public func prepare(_ texts: [String]) {
    for text in texts where measure(text) == .unknown {
      let key = PhraseKey(request(spoken(text)), measuredBy: sample)
      if let phrase = store?.phrase(key), let clip = try? clip(of: phrase) {
        insert(clip, for: text)
        continue
      }
      do throws(SpeechError) {
        insert(try make(key), for: text)
      } catch {
        state.withLock { state in
          guard error != .nothingToSay else {
            // Not a failure: the phrase takes no time.
            state.silent.insert(text)
            return
          }
          state.failures[text] = error.explanation
          if !error.concernsTextAlone { state.lostVoice = error }
        }
      }
    }
  }

  /// Why the voice can't speak on this machine; `nil` where it can, or where only the sample fails.
  ///
  /// This synthesises the sample, which also measures the voice, unless `store` contains it.
  public func voiceFailure() -> SpeechError? {
    let key = PhraseKey(request(sample), measuredBy: sample)
    if store?.phrase(key) != nil { return nil }
    do throws(SpeechError) {
      let spoken = try backend.synthesize(key.request)
      setGain(from: spoken)
      _ = try make(key, as: spoken)
      return nil
    } catch {
      if error.concernsTextAlone { return nil }
      state.withLock { $0.lostVoice = error }
      return error
    }
  }

  /// The last failure of the voice that did not concern the text alone.
  public var lostVoice: SpeechError? { state.withLock { $0.lostVoice } }

  /// Synthesises a phrase, and stores it unless its loudness may differ the next time.
  private func make(_ key: PhraseKey) throws(SpeechError) -> PackedClip {
    try make(key, as: try backend.synthesize(key.request))
  }

  private func make(_ key: PhraseKey, as spoken: SpokenAudio) throws(SpeechError) -> PackedClip {
    let gain = gain()
    let phrase = StoredPhrase(spoken, gain: gain.value)
    let clip = try clip(of: phrase)
    if gain.isMeasured { store?.insert(phrase, key) }
    return clip
  }

  /// The clip of a phrase, always the same to the bit.
  private func clip(of phrase: StoredPhrase) throws(SpeechError) -> PackedClip {
    guard let resampler = resampler(from: phrase.speech.sampleRate) else { throw SpeechError.nothingToSay }
    let clip = SpeechClip.make(from: phrase.speech, gain: phrase.gain, by: resampler)
    guard clip.frames > 0 else { throw SpeechError.nothingToSay }
    return PackedClip(clip)
  }

  private func request(_ text: String) -> SpeechRequest {
    SpeechRequest(text: text, language: voice.language, variant: voice.variant, rate: voice.rate, pitch: voice.pitch)
  }

  /// The gain of the voice, measured before the first phrase is synthesised.
  private func gain() -> Gain {
    if let gain = state.withLock({ $0.gain }) { return gain }
    return setGain(from: try? backend.synthesize(request(sample)))
  }

  /// Sets the gain of the voice from its sample.
  @discardableResult
  private func setGain(from speech: SpokenAudio?) -> Gain {
    let gain = Gain(
      value: speech.map { SpeechClip.gain(ofVoiceLike: $0) + Self.pauseGain } ?? SpeechClip.gain,
      isMeasured: speech != nil)
    state.withLock { $0.gain = gain }
    return gain
  }

  private func resampler(from rate: Int) -> Resampler? {
    state.withLock { state in
      if let resampler = state.resampler, resampler.inputRate == rate { return resampler }
      state.resampler = Resampler(from: rate, to: Bus.sampleRate)
      return state.resampler
    }
  }

  /// The synthesised phrase.
  public func clip(_ text: String) -> PackedClip? {
    state.withLock { state in
      guard let found = state.clips[text] else { return nil }
      state.clock += 1
      state.clips[text] = (found.clip, state.clock)
      return found.clip
    }
  }

  /// The length of the phrase, from its audible onset to its audible end.
  public func measure(_ text: String) -> PhraseMeasure {
    state.withLock { state in
      if let failure = state.failures[text] { return .failure(failure) }
      if state.silent.contains(text) { return .length(.zero) }
      guard let clip = state.clips[text]?.clip else { return .unknown }
      return .length(FrameClock.duration(of: clip.audibleEnd - clip.onset))
    }
  }

  /// Why a phrase is missing, as the end of a sentence about it.
  func reasonForLack(of text: String) -> String {
    if case .failure(let reason) = measure(text) { "is not spoken: \(reason)" } else { "was not synthesised in time" }
  }

  private func insert(_ clip: PackedClip, for text: String) {
    state.withLock { state in
      state.clock += 1
      state.clips[text] = (clip, state.clock)
      state.evict()
    }
  }
}

extension SpeechCache.State {
  /// Removes phrases that are not expected, the least recently used ones first.
  fileprivate mutating func evict() {
    let spare = clips.filter { !expected.contains($0.key) }.sorted { $0.value.used < $1.value.used }
    var surplus = spare.reduce(0) { $0 + $1.value.clip.frames }
    surplus -= expected.isEmpty ? SpeechCache.firstMemory : SpeechCache.memory
    for oldest in spare.dropLast() where surplus > 0 {
      clips[oldest.key] = nil
      surplus -= oldest.value.clip.frames
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
