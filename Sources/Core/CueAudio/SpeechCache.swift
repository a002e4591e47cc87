public import AudioMixing
import Synchronization
public import WorkoutEngine
public import WorkoutModel

/// The synthesised phrases of a workout.
///
/// The key of a phrase is its written form and its voice; it is normalised for speech here. The cache is thread-safe;
/// only `prepare` waits for synthesis. It contains the phrases that are expected next, and the most recently used
/// others, so that memory is limited, however many phrases a workout has. A phrase may come from a store instead. The
/// law: it is bit-identical then. Phrases in the workout's own voice that the author has recorded are played as
/// recorded.
public final class SpeechCache: Sendable {
  /// The length of speech that should be expected at a time: 75 s, in 7 MB. A longer expectation is still kept.
  public static let capacity = Duration.seconds(75)
  /// The number of frames of phrases that are not expected: the names and numbers of the last phases, for moves back;
  /// and the number while nothing is expected.
  package static let (memory, firstMemory) = (12 * Bus.sampleRate, 240 * Bus.sampleRate)

  fileprivate struct State {
    var clips: [Phrase: (clip: PackedClip, used: Int)] = [:]
    var failures: [Phrase: String] = [:]
    /// The phrases that contain nothing to say.
    var silent: Set<Phrase> = []
    var expected: Set<Phrase> = []
    var clock = 0
    var resampler: Resampler?
    /// The voices that have spoken, except the workout's own.
    var voices: [Voice: SpeakingVoice] = [:]
    /// The gains by the sample that measured them.
    var gains: [SpeechRequest: Gain] = [:]
    var lostVoice: LostVoice?
  }

  /// A voice that can't speak, and why; `voice` is `nil` for that of the workout.
  public struct LostVoice: Sendable {
    /// The reason.
    public let error: SpeechError
    /// The voice.
    public let voice: Voice?
  }

  /// The gain that gives the voice its loudness.
  fileprivate struct Gain {
    let value: Decibels
    /// Whether the voice was measured; otherwise it is the typical gain.
    let isMeasured: Bool
  }

  /// The level of a continuous sample above that of phrases, which contain pauses; measured in seven languages.
  private static let pauseGain: Decibels = 0.6

  private let backend: any SpeechBackend
  private let own: SpeakingVoice
  private let pronounce: [String: String]
  private let store: (any PhraseStore)?
  private let recordings: RecordedPhrases?
  private let state = Mutex(State())
  /// Held while a voice is measured, so that all its phrases have one gain.
  private let measuring = Mutex(())

  /// Makes an empty cache.
  ///
  /// - Parameters:
  ///   - backend: Synthesises phrases.
  ///   - voice: The voice of all phrases that name no other.
  ///   - pronounce: Spoken forms of single words.
  ///   - store: Contains phrases of earlier sessions.
  ///   - recordings: Contains the author's recordings of phrases that name no voice.
  public init(
    _ backend: any SpeechBackend, voice: Voice, pronounce: [String: String] = [:], store: (any PhraseStore)? = nil,
    recordings: RecordedPhrases? = nil
  ) {
    self.backend = backend
    self.pronounce = pronounce
    self.store = store
    self.recordings = recordings
    own = SpeakingVoice(voice, pronounce: pronounce)
  }

  private func speaking(_ voice: Voice?) -> SpeakingVoice {
    guard let voice else { return own }
    return state.withLock { state in
      if let known = state.voices[voice] { return known }
      let new = SpeakingVoice(voice, pronounce: pronounce)
      state.voices[voice] = new
      return new
    }
  }

  /// The spoken form of a phrase.
  public func spoken(_ phrase: Phrase) -> String { speaking(phrase.voice).spoken(phrase.text) }

  /// The number of frames in the cache.
  package var frames: Int { state.withLock { $0.clips.reduce(0) { $0 + $1.value.clip.frames } } }

  /// Keeps these phrases from now on, and others only while there is space.
  ///
  /// - Returns: The missing phrases, each once, in order.
  public func expect(_ phrases: [Phrase]) -> [Phrase] {
    state.withLock { state in
      state.expected = Set(phrases)
      state.failures = state.failures.filter { state.expected.contains($0.key) }
      state.silent.formIntersection(state.expected)
      state.evict()
      var missing: Set<Phrase> = []
      return phrases.filter { phrase in
        state.clips[phrase] == nil && state.failures[phrase] == nil && !state.silent.contains(phrase)
          && missing.insert(phrase).inserted
      }
    }
  }

  /// Loads or synthesises the missing phrases, in order.
  public func prepare(_ phrases: [Phrase]) {
    for phrase in phrases where measure(phrase) == .unknown {
      if phrase.voice == nil, let clip = recordings?.clip(of: phrase.text) {
        insert(PackedClip(clip), for: phrase)
        continue
      }
      let voice = speaking(phrase.voice)
      let key = voice.key(voice.spoken(phrase.text))
      if let stored = store?.phrase(key), let clip = try? clip(of: stored) {
        insert(clip, for: phrase)
        continue
      }
      do throws(SpeechError) {
        insert(try make(key, voice), for: phrase)
      } catch {
        state.withLock { state in
          guard error != .nothingToSay else {
            // Not a failure: the phrase takes no time.
            state.silent.insert(phrase)
            return
          }
          state.failures[phrase] = error.explanation
          if !error.concernsTextAlone { state.lostVoice = LostVoice(error: error, voice: phrase.voice) }
        }
      }
    }
  }

  /// The reason why a voice, by default the workout's, can't speak on this machine; `nil` if it can, or if only the
  /// sample fails.
  ///
  /// This synthesises the sample, which also measures the voice, unless `store` contains it.
  public func voiceFailure(of named: Voice? = nil) -> SpeechError? {
    let voice = speaking(named)
    let key = voice.key(voice.sample)
    if store?.phrase(key) != nil { return nil }
    do throws(SpeechError) {
      let spoken = try backend.synthesize(key.request)
      setGain(of: voice, from: spoken)
      _ = try make(key, as: spoken, voice)
      return nil
    } catch {
      if error.concernsTextAlone { return nil }
      state.withLock { $0.lostVoice = LostVoice(error: error, voice: named) }
      return error
    }
  }

  /// The last failure of a voice that did not concern the text alone.
  public var lostVoice: LostVoice? { state.withLock { $0.lostVoice } }

  /// Synthesises a phrase, and stores it unless its loudness may differ the next time.
  private func make(_ key: PhraseKey, _ voice: SpeakingVoice) throws(SpeechError) -> PackedClip {
    try make(key, as: try backend.synthesize(key.request), voice)
  }

  private func make(
    _ key: PhraseKey, as spoken: SpokenAudio, _ voice: SpeakingVoice
  ) throws(SpeechError) -> PackedClip {
    let gain = gain(of: voice)
    let phrase = StoredPhrase(spoken, gain: gain.value)
    let clip = try clip(of: phrase)
    if gain.isMeasured { store?.insert(phrase, key) }
    return clip
  }

  /// The clip of a phrase, always bit-identical.
  private func clip(of phrase: StoredPhrase) throws(SpeechError) -> PackedClip {
    guard let resampler = resampler(from: phrase.speech.sampleRate) else { throw SpeechError.nothingToSay }
    let clip = SpeechClip.make(from: phrase.speech, gain: phrase.gain, by: resampler)
    guard clip.frames > 0 else { throw SpeechError.nothingToSay }
    return PackedClip(clip)
  }

  /// The gain of a voice, measured before its first phrase is synthesised.
  private func gain(of voice: SpeakingVoice) -> Gain {
    let sample = voice.request(voice.sample)
    return measuring.withLock { _ in
      if let gain = state.withLock({ $0.gains[sample] }) { return gain }
      return setGain(of: voice, from: try? backend.synthesize(sample))
    }
  }

  /// Sets the gain of a voice from its sample.
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

  /// The synthesised phrase.
  public func clip(_ phrase: Phrase) -> PackedClip? {
    state.withLock { state in
      guard let found = state.clips[phrase] else { return nil }
      state.clock += 1
      state.clips[phrase] = (found.clip, state.clock)
      return found.clip
    }
  }

  /// The length of the phrase, from its audible onset to its audible end.
  public func measure(_ phrase: Phrase) -> PhraseMeasure {
    state.withLock { state in
      if let failure = state.failures[phrase] { return .failure(failure) }
      if state.silent.contains(phrase) { return .length(.zero) }
      guard let clip = state.clips[phrase]?.clip else { return .unknown }
      return .length(FrameClock.duration(of: clip.audibleEnd - clip.onset))
    }
  }

  /// The reason why a phrase is missing, as the end of a sentence.
  func reasonForLack(of phrase: Phrase) -> String {
    if case .failure(let reason) = measure(phrase) { "is not spoken: \(reason)" } else { "was not synthesised in time" }
  }

  private func insert(_ clip: PackedClip, for phrase: Phrase) {
    state.withLock { state in
      state.clock += 1
      state.clips[phrase] = (clip, state.clock)
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
