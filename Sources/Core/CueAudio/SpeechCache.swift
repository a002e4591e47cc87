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
///
/// ```swift
/// let phrases = SpeechCache(backend, voice: workout.voice)
/// phrases.prepare(engine.phrases(upTo: .seconds(60)))
/// if case .length(let length) = phrases.measure("Last set") { report(length) }
/// ```
public final class SpeechCache: Sendable {
  /// The length of speech that should be expected at a time: 75 s, in 7 MB. A longer expectation is still kept.
  package static let capacity = Duration.seconds(75)
  /// The number of frames of phrases that are not expected: the names and numbers of the last phases, for moves back;
  /// and the number while nothing is expected.
  package static let (memory, firstMemory) = (12 * Bus.sampleRate, 240 * Bus.sampleRate)

  fileprivate struct State {
    var clips: [Phrase: KeptClip] = [:]
    var failures: [Phrase: String] = [:]
    /// The phrases that contain nothing to say.
    var silent: Set<Phrase> = []
    /// The phrases that are needed next, in order.
    var expectation: [Phrase] = []
    var expected: Set<Phrase> = []
    var clock = 0
    /// The voices that have spoken, except the workout's own.
    var voices: [Voice: SpeakingVoice] = [:]
    var lostVoice: LostVoice?
  }

  fileprivate struct KeptClip {
    let clip: PackedClip
    var used: Int
    /// Why the stand-in speaks it; `nil` for the phrase itself.
    var standIn: StandInReason?
  }

  enum StandInReason: String {
    /// The synthesiser has not spoken it yet.
    case late
    /// The synthesiser can't speak it.
    case failed
  }

  /// A voice that can't speak, and why; `voice` is `nil` for that of the workout.
  package struct LostVoice: Sendable {
    /// The reason.
    package let error: SpeechError
    /// The voice.
    package let voice: Voice?
  }

  private let synthesizer: PhraseSynthesizer
  private let standIn: PhraseSynthesizer?
  private let voice: Voice
  private let own: SpeakingVoice
  private let pronounce: [String: String]
  private let recordings: RecordedPhrases?
  private let state = Mutex(State())

  /// Makes an empty cache of the phrases that `backend` synthesises or `store` has from earlier sessions, in `voice`
  /// unless they name another; `recordings` are the author's, and `standIn` speaks at once what `backend` has not
  /// spoken yet, or can't.
  public init(
    _ backend: any SpeechBackend, voice: Voice, pronounce: [String: String] = [:], store: (any PhraseStore)? = nil,
    recordings: RecordedPhrases? = nil, standIn: PhraseSynthesizer? = nil
  ) {
    synthesizer = PhraseSynthesizer(backend, store: store)
    self.standIn = standIn
    self.voice = voice
    self.pronounce = pronounce
    self.recordings = recordings
    own = SpeakingVoice(voice, pronounce: pronounce)
  }

  /// The name of the second synthesiser, which speaks what the first has not spoken yet, or can't; `nil` for none.
  package var standInName: String? { standIn?.name }

  private func speaking(_ voice: Voice?) -> SpeakingVoice {
    guard let voice else { return own }
    return state.withLock { state in
      if let known = state.voices[voice] { return known }
      let new = SpeakingVoice(voice, pronounce: pronounce)
      state.voices[voice] = new
      return new
    }
  }

  private func speaking(_ part: Phrase.Part, of phrase: Phrase) -> SpeakingVoice {
    speaking(part.isEnglish ? (phrase.voice ?? voice).inEnglish : phrase.voice)
  }

  /// The spoken form of a phrase.
  package func spoken(_ phrase: Phrase) -> String {
    let parts = phrase.parts
    return parts.map { part in
      let words = speaking(part, of: phrase).spoken(part.text)
      if parts.count == 1 { return words }
      // A language may drop the spaces that separate its part from the others.
      let start = part.text.hasPrefix(" ") && !words.hasPrefix(" ") ? " " : ""
      return start + words + (part.text.hasSuffix(" ") && !words.hasSuffix(" ") ? " " : "")
    }.joined()
  }

  package var frames: Int { state.withLock { $0.clips.reduce(0) { $0 + $1.value.clip.frames } } }

  /// Keeps these phrases from now on, and others only while there is space; returns those that are missing or have only
  /// a stand-in, each once, in order.
  package func expect(_ phrases: [Phrase]) -> [Phrase] {
    state.withLock { state in
      (state.expectation, state.expected) = (phrases, Set(phrases))
      state.failures = state.failures.filter { state.expected.contains($0.key) }
      state.silent.formIntersection(state.expected)
      state.evict()
      var missing: Set<Phrase> = []
      return phrases.filter { phrase in
        !state.isSettled(phrase) && missing.insert(phrase).inserted
      }
    }
  }

  /// Loads or synthesises the missing phrases, in order; one that fails gets its stand-in.
  public func prepare(_ phrases: [Phrase]) {
    for phrase in phrases where !state.withLock({ $0.isSettled(phrase) }) {
      if insertRecording(of: phrase) { continue }
      var speaks = false
      do throws(SpeechError) {
        let clip = try make(phrase) { (text, voice) throws(SpeechError) in
          let (clip, isNew) = try synthesizer.clip(of: text, in: voice)
          speaks = speaks || isNew
          return clip
        }
        insert(clip, for: phrase)
        // A phrase from the store says nothing about its voice.
        if speaks { state.withLock { $0.recover(phrase.voice) } }
      } catch {
        if error != .nothingToSay { prepareStandIns([phrase]) }
        state.withLock { $0.settle(phrase, failed: error) }
      }
    }
  }

  /// Loads missing phrases that are stored or recorded, and synthesises stand-ins for others, which `prepare`
  /// replaces; those that fail are left out.
  package func prepareStandIns(_ phrases: [Phrase]) {
    guard let standIn else { return }
    for phrase in phrases where measure(phrase) == .unknown && !insertRecording(of: phrase) {
      if let clip = try? make(phrase, by: synthesizer.storedClip) {
        insert(clip, for: phrase)
      } else if let clip = try? make(
        phrase, by: { (text, voice) throws(SpeechError) in try standIn.clip(of: text, in: voice).clip })
      {
        insert(clip, for: phrase, standIn: .late)
      }
    }
  }

  /// Has the first expected phrase that failed for want of its voice synthesised with the next order, and once it is
  /// spoken, the others.
  package func retry() {
    state.withLock { state in
      guard state.lostVoice != nil, let first = state.expectation.first(where: { state.clips[$0]?.standIn == .failed })
      else { return }
      state.clips[first]?.standIn = .late
    }
  }

  /// Inserts the author's recording of a phrase; returns `false` if there is none.
  private func insertRecording(of phrase: Phrase) -> Bool {
    guard phrase.voice == nil, let clip = recordings?.clip(of: phrase.text) else { return false }
    insert(PackedClip(clip), for: phrase)
    return true
  }

  /// The clip of a phrase, of whose parts those with nothing to say are left out.
  private func make(
    _ phrase: Phrase, by speak: (String, SpeakingVoice) throws(SpeechError) -> PackedClip
  ) throws(SpeechError) -> PackedClip {
    // Without its voice a workout continues with sounds, and not with its English words alone.
    if let lost = lostVoice, lost.voice == phrase.voice, !lost.error.isUnavailable { throw lost.error }
    var clips: [PackedClip] = []
    for part in phrase.parts {
      // The pause is made here, not by the voice.
      let text = clips.isEmpty ? part.text : String(part.text.drop { $0 == " " || $0 == "," })
      do throws(SpeechError) {
        clips.append(try speak(text, speaking(part, of: phrase)))
      } catch {
        if error != .nothingToSay { throw error }
      }
    }
    if clips.isEmpty { throw .nothingToSay }
    return SpeechClip.joined(clips)
  }

  /// The reason why a voice, by default the workout's, can't speak on this machine; `nil` if it can, or if only the
  /// sample fails.
  ///
  /// This synthesises a sample. A stand-in that can speak is asked instead.
  public func voiceFailure(of named: Voice? = nil) -> SpeechError? {
    let voice = speaking(named)
    if let standIn, standIn.failure(of: voice) == nil { return nil }
    guard let failure = synthesizer.failure(of: voice) else { return nil }
    state.withLock { $0.lostVoice = LostVoice(error: failure, voice: named) }
    return failure
  }

  /// The last failure of a voice that did not concern the text alone.
  package var lostVoice: LostVoice? { state.withLock { $0.lostVoice } }

  /// The synthesised phrase.
  package func clip(_ phrase: Phrase) -> PackedClip? {
    state.withLock { state in
      state.clock += 1
      state.clips[phrase]?.used = state.clock
      return state.clips[phrase]?.clip
    }
  }

  /// Why the stand-in speaks a phrase; `nil` if it doesn't.
  func standInReason(for phrase: Phrase) -> StandInReason? { state.withLock { $0.clips[phrase]?.standIn } }

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

  /// Keeps a clip; a stand-in never replaces the phrase itself.
  private func insert(_ clip: PackedClip, for phrase: Phrase, standIn: StandInReason? = nil) {
    state.withLock { state in
      if standIn != nil, state.clips[phrase] != nil { return }
      state.clock += 1
      state.clips[phrase] = KeptClip(clip: clip, used: state.clock, standIn: standIn)
      state.evict()
    }
  }
}

extension SpeechCache.State {
  fileprivate func isSettled(_ phrase: Phrase) -> Bool {
    clips[phrase].map { $0.standIn != .late } ?? (failures[phrase] != nil || silent.contains(phrase))
  }

  /// Records that a phrase has failed, which keeps its stand-in.
  fileprivate mutating func settle(_ phrase: Phrase, failed error: SpeechError) {
    if !error.concernsTextAlone { lostVoice = SpeechCache.LostVoice(error: error, voice: phrase.voice) }
    if clips[phrase] != nil {
      clips[phrase]?.standIn = .failed
    } else if error == .nothingToSay {
      // Not a failure: the phrase takes no time.
      silent.insert(phrase)
    } else {
      failures[phrase] = error.explanation
    }
  }

  /// Has the phrases that failed synthesised if `voice` was lost, because it speaks again.
  fileprivate mutating func recover(_ voice: Voice?) {
    guard let lostVoice, lostVoice.voice == voice else { return }
    self.lostVoice = nil
    for (phrase, kept) in clips where kept.standIn == .failed { clips[phrase]?.standIn = .late }
  }

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
