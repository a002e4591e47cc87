public import AudioMixing
import SpokenWords
import Synchronization
public import WorkoutEngine
public import WorkoutModel

/// The phrases of a workout as sound, made ahead and kept.
///
/// A phrase is known by what is written: how that is said, in the voice's language, is spelt out here, last of all.
/// Any thread may ask it; whoever calls `prepare` waits for the synthesis, nobody else does. It keeps what is expected
/// to be said next, and of all else what was used last, so that a workout that says something new in each of a hundred
/// thousand sets takes no more memory than one that doesn't. What was made once may come from a store instead: it is
/// the same to the last bit.
public final class PhraseBook: Sendable {
  /// How much speech should be expected at a time: 75 s, in 7 MB. Who expects more of it has it kept all the same.
  public static let capacity = Duration.seconds(75)
  /// How many frames it keeps of what isn't expected: the names and numbers of the last phases, for those who go back;
  /// and how many as long as nobody has said what is.
  package static let (memory, firstMemory) = (12 * Bus.sampleRate, 240 * Bus.sampleRate)

  fileprivate struct Pages {
    var clips: [String: (clip: PackedClip, used: Int)] = [:]
    var failures: [String: String] = [:]
    /// The phrases without anything in them to say.
    var mute: Set<String> = []
    var expected: Set<String> = []
    var clock = 0
    var resampler: Resampler?
    var gain: Gain?
    var lostVoice: SpeechError?
  }

  /// What brings the voice to its loudness.
  fileprivate struct Gain {
    let value: Decibels
    /// Whether the voice was measured; one that couldn't be has the gain of most others.
    let isMeasured: Bool
  }

  /// By how much phrases are softer than a sample in one breath, for the pauses in them: what seven languages have in
  /// common.
  private static let breath: Decibels = 0.6

  private let backend: any SpeechBackend
  private let voice: Voice
  private let diction: Diction
  /// What the voice is measured by.
  private let sample: String
  private let store: (any PhraseStore)?
  private let pages = Mutex(Pages())

  /// A book of what `voice` says, as `backend` speaks it; `pronounce` has the words that are said otherwise. What
  /// `store` has isn't made again.
  public init(
    _ backend: any SpeechBackend, voice: Voice, pronounce: [String: String] = [:], store: (any PhraseStore)? = nil
  ) {
    self.backend = backend
    self.voice = voice
    self.store = store
    diction = Diction(tag: voice.language, pronounce: pronounce)
    sample = BuiltInPhrases(tag: voice.language).sample
  }

  /// What the voice is given to say for a phrase.
  public func spoken(_ text: String) -> String { diction.spoken(text) }

  /// How many frames of speech it holds.
  package var frames: Int { pages.withLock { $0.clips.reduce(0) { $0 + $1.value.clip.frames } } }

  /// Keeps these phrases from now on, and others only as long as there is room; returns those that it lacks, in order.
  public func expect(_ texts: [String]) -> [String] {
    pages.withLock { pages in
      pages.expected = Set(texts)
      pages.failures = pages.failures.filter { pages.expected.contains($0.key) }
      pages.mute.formIntersection(pages.expected)
      pages.forgetOldest()
      return texts.filter { pages.clips[$0] == nil && pages.failures[$0] == nil && !pages.mute.contains($0) }
    }
  }

  /// Makes those of the phrases that it lacks, in order.
  public func prepare(_ texts: [String]) {
    for text in texts where measure(text) == .unknown {
      let key = PhraseKey(request(spoken(text)), measuredBy: sample)
      if let clip = store?.clip(key), clip.frames > 0 {
        keep(clip, for: text)
        continue
      }
      do throws(SpeechError) {
        let (clip, isLasting) = try make(key.request)
        keep(clip, for: text)
        if isLasting { store?.keep(clip, key) }
      } catch {
        pages.withLock { pages in
          guard error != .nothingToSay else {
            // What has nothing to say takes no time, and nothing has failed.
            pages.mute.insert(text)
            return
          }
          pages.failures[text] = error.explanation
          if !error.concernsTextAlone { pages.lostVoice = error }
        }
      }
    }
  }

  /// Why the voice can't say anything on this machine; `nil` where it can, or where only the trial phrase fails.
  ///
  /// The voice is tried by what it is measured by, so a phrase that is made later costs nothing twice. Where `store`
  /// has that phrase, the same voice has spoken it, and nothing is synthesised.
  public func voiceFailure() -> SpeechError? {
    let key = PhraseKey(request(sample), measuredBy: sample)
    if let clip = store?.clip(key), clip.frames > 0 { return nil }
    do throws(SpeechError) {
      let spoken = try backend.synthesize(key.request)
      note(gainOf: spoken)
      let (clip, isLasting) = try make(key.request, as: spoken)
      if isLasting { store?.keep(clip, key) }
      return nil
    } catch {
      if error.concernsTextAlone { return nil }
      pages.withLock { $0.lostVoice = error }
      return error
    }
  }

  /// Why the voice couldn't say anything when it was tried last without success; `nil` where it always could.
  public var lostVoice: SpeechError? { pages.withLock { $0.lostVoice } }

  /// Has a phrase spoken; it is lasting unless it would have another loudness the next time.
  private func make(_ request: SpeechRequest) throws(SpeechError) -> (clip: PackedClip, isLasting: Bool) {
    try make(request, as: try backend.synthesize(request))
  }

  private func make(
    _ request: SpeechRequest, as spoken: SpokenAudio
  ) throws(SpeechError) -> (clip: PackedClip, isLasting: Bool) {
    guard let resampler = resampler(from: spoken.sampleRate) else { throw SpeechError.nothingToSay }
    let gain = gain()
    let clip = SpeechClip.make(from: spoken, gain: gain.value, by: resampler)
    guard clip.frames > 0 else { throw SpeechError.nothingToSay }
    return (PackedClip(clip), gain.isMeasured)
  }

  private func request(_ text: String) -> SpeechRequest {
    SpeechRequest(text: text, language: voice.language, variant: voice.variant, rate: voice.rate, pitch: voice.pitch)
  }

  /// What brings the voice to its loudness; measured once, by the first phrase that is made.
  private func gain() -> Gain {
    if let gain = pages.withLock({ $0.gain }) { return gain }
    return note(gainOf: try? backend.synthesize(request(sample)))
  }

  /// Notes what brings a voice that says its sample as `speech` to its loudness.
  @discardableResult
  private func note(gainOf speech: SpokenAudio?) -> Gain {
    let gain = Gain(
      value: speech.map { SpeechClip.gain(ofVoiceLike: $0) + Self.breath } ?? SpeechClip.gain,
      isMeasured: speech != nil)
    pages.withLock { $0.gain = gain }
    return gain
  }

  private func resampler(from rate: Int) -> Resampler? {
    pages.withLock { pages in
      if let resampler = pages.resampler, resampler.inputRate == rate { return resampler }
      pages.resampler = Resampler(from: rate, to: Bus.sampleRate)
      return pages.resampler
    }
  }

  /// The phrase as sound, if it has been made.
  public func clip(_ text: String) -> PackedClip? {
    pages.withLock { pages in
      guard let found = pages.clips[text] else { return nil }
      pages.clock += 1
      pages.clips[text] = (found.clip, pages.clock)
      return found.clip
    }
  }

  /// How long the phrase is, from its audible onset to its audible end.
  public func measure(_ text: String) -> PhraseMeasure {
    pages.withLock { pages in
      if let failure = pages.failures[text] { return .failure(failure) }
      if pages.mute.contains(text) { return .length(.zero) }
      guard let clip = pages.clips[text]?.clip else { return .unknown }
      return .length(FrameClock.duration(of: clip.audibleEnd - clip.onset))
    }
  }

  /// Why a phrase isn't there, as the end of a sentence about it.
  func reasonForLack(of text: String) -> String {
    if case .failure(let reason) = measure(text) { "is not spoken: \(reason)" } else { "was not synthesised in time" }
  }

  private func keep(_ clip: PackedClip, for text: String) {
    pages.withLock { pages in
      pages.clock += 1
      pages.clips[text] = (clip, pages.clock)
      pages.forgetOldest()
    }
  }
}

extension PhraseBook.Pages {
  /// Lets go of what isn't expected, but for what was used last.
  fileprivate mutating func forgetOldest() {
    let spare = clips.filter { !expected.contains($0.key) }.sorted { $0.value.used < $1.value.used }
    var surplus = spare.reduce(0) { $0 + $1.value.clip.frames }
    surplus -= expected.isEmpty ? PhraseBook.firstMemory : PhraseBook.memory
    for oldest in spare.dropLast() where surplus > 0 {
      clips[oldest.key] = nil
      surplus -= oldest.value.clip.frames
    }
  }
}

/// A backend for those who want none: every phrase fails at once.
public struct NoSpeech: SpeechBackend {
  private let reason: String

  /// A backend that gives `reason` whenever it is asked.
  public init(because reason: String) { self.reason = reason }

  /// Always throws `SpeechError.unavailable` with the reason.
  public func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
    throw .unavailable(reason)
  }
}
