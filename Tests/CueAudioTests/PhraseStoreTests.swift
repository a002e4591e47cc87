import AudioMixing
import CueAudio
import Synchronization
import Testing
import WorkoutEngine
import WorkoutModel

/// Speaks a different sound for each request, records the requests, and can't speak some.
private final class StubSpeech: SpeechBackend {
  let asked = Mutex<[SpeechRequest]>([])
  private let unable: Set<String>

  init(unableToSay unable: Set<String> = []) { self.unable = unable }

  func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
    asked.withLock { $0.append(request) }
    if unable.contains(request.text) { throw .timedOut }
    let silence = [Int16](repeating: 0, count: 500)
    let pitch = 20 + request.text.unicodeScalars.reduce(request.pitch) { ($0 + Int($1.value)) % 50 }
    let tone = (0..<12_000).map { Int16(($0 / pitch).isMultiple(of: 2) ? 9_000 : -7_000 + $0 % pitch) }
    return SpokenAudio(samples: silence + tone + silence, sampleRate: 22_050)
  }

  var texts: [String] { asked.withLock { $0.map(\.text) } }
}

/// Keeps phrases in memory.
final class MemoryStore: PhraseStore {
  let phrases = Mutex<[PhraseKey: PackedClip]>([:])

  func phrase(_ key: PhraseKey) -> PackedClip? { phrases.withLock { $0[key] } }
  func insert(_ phrase: PackedClip, _ key: PhraseKey) { phrases.withLock { $0[key] = phrase } }

  var keys: Set<PhraseKey> { phrases.withLock { Set($0.keys) } }
}

/// The contents of a clip.
private struct ClipContents: Equatable {
  let samples: [Int16]?
  let step: Float?
  let places: [Int?]

  init(_ clip: PackedClip?) {
    samples = clip?.monoSamples
    step = clip?.step
    places = [clip?.onset, clip?.audibleEnd, clip?.frames]
  }
}

@Suite struct `A speech cache with a phrase store` {
  private static let texts: [Phrase] = ["Work", "Rest", "Set 3 completing in", "3"]
  private static let sample = BuiltInPhrases(tag: "en").sample

  private func cache(
    _ speech: StubSpeech, _ store: MemoryStore?, _ voice: Voice = Voice(), pronounce: [String: String] = [:]
  ) -> SpeechCache { SpeechCache(speech, voice: voice, pronounce: pronounce, store: store) }

  @Test func `has nothing spoken that it finds there, not even what the voice is measured by`() {
    let (first, second, store) = (StubSpeech(), StubSpeech(), MemoryStore())
    let (cold, warm) = (cache(first, store), cache(second, store))
    cold.prepare(Self.texts)
    #expect(first.texts.count == Self.texts.count + 1 && first.texts.contains(Self.sample))
    #expect(store.keys.count == Self.texts.count)
    warm.prepare(Self.texts)
    #expect(second.texts.isEmpty)
    for text in Self.texts {
      #expect(
        ClipContents(warm.clip(text)) == ClipContents(cold.clip(text)) && warm.measure(text) == cold.measure(text))
    }
  }

  @Test func `makes what it doesn't find there as a cache without one does, to the last bit`() throws {
    let alone = cache(StubSpeech(), nil)
    alone.prepare(Self.texts)
    for missing in Self.texts {
      let (speech, store) = (StubSpeech(), MemoryStore())
      cache(speech, store).prepare(Self.texts.filter { $0 != missing })
      let partly = cache(speech, store)
      let before = speech.texts.count
      partly.prepare(Self.texts)
      #expect(speech.texts.count == before + 2)
      for text in Self.texts {
        #expect(ClipContents(partly.clip(text)) == ClipContents(alone.clip(text)), "\(missing): \(text)")
      }
    }
  }

  @Test func `looks for each voice, and for what is spoken rather than written`() {
    let (speech, store) = (StubSpeech(), MemoryStore())
    let voices = [
      Voice(), Voice(language: "de"), Voice(variant: "f3"), Voice(rate: 166), Voice(pitch: 51),
      Voice(language: "de", variant: "f3"),
    ]
    for (index, voice) in voices.enumerated() {
      cache(speech, store, voice).prepare(["Yoga"])
      #expect(store.keys.count == index + 1)
    }
    cache(speech, store, pronounce: ["Yoga": "yohga"]).prepare(["Yoga"])
    #expect(store.keys.count == voices.count + 1)
    let before = speech.texts.count
    cache(speech, store, pronounce: ["Joga": "yohga"]).prepare(["Joga"])
    #expect(speech.texts.count == before)
    #expect(store.keys.allSatisfy { $0.sample == BuiltInPhrases(tag: $0.request.language).sample })
  }

  @Test func `keeps no phrase of a voice that couldn't be measured, and no failure`() {
    let store = MemoryStore()
    let unmeasured = cache(StubSpeech(unableToSay: [Self.sample]), store)
    unmeasured.prepare(Self.texts)
    #expect(Self.texts.allSatisfy { unmeasured.clip($0) != nil } && store.keys.isEmpty)
    let failing = cache(StubSpeech(unableToSay: ["Rest"]), store)
    failing.prepare(Self.texts)
    #expect(
      failing.clip("Rest") == nil
        && Set(store.keys.map(\.request.text)) == Set(Self.texts.map(\.text)).subtracting(["Rest"]))
    let able = cache(StubSpeech(), store)
    able.prepare(Self.texts)
    #expect(able.clip("Rest") != nil)
  }

  @Test func `takes an empty phrase for none`() {
    let (speech, store) = (StubSpeech(), MemoryStore())
    cache(speech, store).prepare(["Work"])
    store.phrases.withLock { phrases in
      phrases = phrases.mapValues { _ in PackedClip(Clip(mono: [])) }
    }
    let other = cache(speech, store)
    other.prepare(["Work"])
    #expect(other.clip("Work")?.frames ?? 0 > 0)
  }

  /// What is kept in files was made by former versions: it may be used as long as this one makes the same.
  @Test func `bears another edition when the same speech becomes another phrase`() throws {
    let cache = cache(StubSpeech(), nil)
    cache.prepare(["Work"])
    let clip = try #require(cache.clip("Work"))
    let numbers = try #require(clip.monoSamples).map { UInt64(bitPattern: Int64($0)) }
    let step = UInt64((Double(clip.step) * 1e9).rounded())
    let all = numbers + [step, UInt64(clip.onset), UInt64(clip.audibleEnd)]
    let sum = all.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ $1) &* 0x100_0000_01B3 }
    let sumOfEdition: [Int: UInt64] = [2: 0xE0C_6C12_FC43_26D2]
    #expect(sum == sumOfEdition[PhraseKey.edition], "\(String(sum, radix: 16)): raise the edition, and note its sum")
  }
}
