import AudioMixing
import CueAudio
import Dispatch
import Synchronization
import Testing
import WorkoutEngine
import WorkoutModel

/// Speaks like `ToneSpeech`, and records what it was asked.
private final class RecordingSpeech: SpeechBackend {
  let asked = Mutex<[String]>([])

  func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
    asked.withLock { $0.append(request.text) }
    return try ToneSpeech().synthesize(request)
  }
}

@Suite struct `A speech cache` {
  @Test func `measures a voice once, whatever the number of threads that prepare phrases`() {
    let speech = RecordingSpeech()
    let cache = SpeechCache(speech, voice: Voice(language: "de"))
    DispatchQueue.concurrentPerform(iterations: 16) { number in cache.prepare([Phrase("Satz \(number)")]) }
    let asked = speech.asked.withLock { $0 }
    #expect(asked.count == 17 && asked.count { $0.hasPrefix("Letzter Satz Halbzeit ") } == 1)
  }

  private func isUnknown(_ measure: PhraseMeasure) -> Bool { measure == .unknown }

  @Test func `has phrases spelt out for the voice, and knows them by what is written`() {
    let speech = RecordingSpeech()
    let cache = SpeechCache(speech, voice: Voice(language: "de"), pronounce: ["Qi": "Tschi"])
    let texts: [Phrase] = ["3x12 KB", "Qi", "Satz 1 endet in"]
    cache.prepare(texts)
    // Once the voice says what it is measured by.
    let asked = speech.asked.withLock { $0 }.filter { !$0.hasPrefix("Letzter Satz Halbzeit ") }
    #expect(asked == ["3 mal 12 Kettlebell", "Tschi", "Satz 1 endet in"])
    #expect(texts.allSatisfy { cache.clip($0) != nil && !isUnknown(cache.measure($0)) })
    #expect(texts.map(cache.spoken) == asked)
    #expect(cache.clip("3 mal 12 Kettlebell") == nil && isUnknown(cache.measure("Tschi")))
  }

  @Test func `has the same words once for each voice, each spelt out in its language and measured by itself`() {
    let speech = RecordingSpeech()
    let cache = SpeechCache(speech, voice: Voice(language: "en"))
    let german = Voice(language: "de", rate: 120)
    let phrases = [Phrase("3x12"), Phrase("3x12", voice: german)]
    cache.prepare(cache.expect(phrases))
    #expect(phrases.allSatisfy { cache.clip($0) != nil })
    let asked = speech.asked.withLock { $0 }
    #expect(asked.filter { $0.hasPrefix("3") } == ["3 times 12", "3 mal 12"], "\(asked)")
    #expect(asked.count == 4, "each voice says its sample once: \(asked)")
    #expect(cache.expect(phrases).isEmpty && cache.voiceFailure(of: german) == nil)
  }

  @Test func `keeps all that is expected, and of the rest what was used last`() {
    let speech = RecordingSpeech()
    let cache = SpeechCache(speech, voice: Voice(language: "en"))
    let texts = (0..<100).map { Phrase("Set \($0)") }
    cache.prepare(cache.expect(texts))
    // Half a second each: fifty seconds.
    #expect(cache.expect(texts).isEmpty && cache.frames > 100 * 24_000)
    // What is used is kept longer than what was only made.
    #expect(cache.clip(texts[3]) != nil)
    let next: [Phrase] = ["Rest", "Set 7", "Stretch"]
    #expect(cache.expect(next) == ["Rest", "Stretch"])
    cache.prepare(cache.expect(next))
    let known = texts.filter { !isUnknown(cache.measure($0)) }
    #expect(known.count < 26 && known == [texts[3], texts[7]] + texts.suffix(known.count - 2))
    #expect(cache.frames <= SpeechCache.memory + 3 * 26_000)
    // What was dropped is made again, and only that.
    let asked = speech.asked.withLock { $0.count }
    cache.prepare(cache.expect([texts[0], texts[3]]))
    #expect(speech.asked.withLock { $0.count } == asked + 1 && cache.clip(texts[0]) != nil)
  }

  @Test func `keeps minutes of speech as long as no expectation is set`() {
    let cache = SpeechCache(ToneSpeech(), voice: Voice(language: "en"))
    let texts = (0..<100).map { Phrase("Set \($0)") }
    cache.prepare(texts)
    #expect(texts.allSatisfy { cache.clip($0) != nil })
  }

  @Test func `knows why a phrase can't be spoken until it is expected no more`() {
    let cache = SpeechCache(ToneSpeech(), voice: Voice(language: "en"))
    cache.prepare(cache.expect(["crash"]))
    #expect(cache.expect(["crash"]).isEmpty && !isUnknown(cache.measure("crash")))
    #expect(cache.expect(["Rest"]) == ["Rest"])
    #expect(isUnknown(cache.measure("crash")))
  }
}

/// A synthesiser of the user's that fails for some texts, and the one that speaks in its place.
@Suite struct `A stand-in` {
  /// Speaks for a second, or fails as asked.
  private struct OwnSpeech: SpeechBackend {
    func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
      switch request.text {
      case "gone": throw .unavailable("it has ended")
      case "nothing": throw .nothingToSay
      default:
        let tone = (0..<22_050).map { Int16(($0 / 11).isMultiple(of: 2) ? 12_000 : -12_000) }
        return SpokenAudio(samples: tone, sampleRate: 22_050)
      }
    }
  }

  private func cache() -> SpeechCache {
    SpeechCache(OwnSpeech(), voice: Voice(), standIn: PhraseSynthesizer(ToneSpeech(), named: "another"))
  }

  private func isHalf(_ cache: SpeechCache, _ phrase: Phrase) -> Bool {
    guard case .length(let length) = cache.measure(phrase) else { return false }
    return length < .milliseconds(600)
  }

  @Test func `speaks at once, until the voice itself does`() {
    let cache = cache()
    #expect(cache.standInName == "another" && cache.expect(["Rest"]) == ["Rest"])
    cache.prepareStandIns(["Rest"])
    #expect(isHalf(cache, "Rest") && cache.clip("Rest") != nil)
    #expect(cache.expect(["Rest"]) == ["Rest"], "the voice itself is still missing")
    cache.prepare(["Rest"])
    #expect(!isHalf(cache, "Rest") && cache.expect(["Rest"]).isEmpty)
    cache.prepareStandIns(["Rest"])
    #expect(!isHalf(cache, "Rest"), "it never replaces the voice")
  }

  @Test func `speaks what the voice can't, which is no failure`() {
    let cache = cache()
    cache.prepare(["gone", "nothing"])
    #expect(isHalf(cache, "gone") && cache.expect(["gone", "nothing"]).isEmpty)
    #expect(cache.measure("nothing") == .length(.zero))
    #expect(cache.lostVoice?.error == .unavailable("it has ended") && cache.voiceFailure() == nil)
  }

  @Test func `isn't given up for phrases that were stored while the voice still spoke`() {
    let store = MemoryStore()
    func cache(_ speech: some SpeechBackend) -> SpeechCache {
      SpeechCache(speech, voice: Voice(), store: store, standIn: PhraseSynthesizer(ToneSpeech(), named: "another"))
    }
    cache(OwnSpeech()).prepare(["Rest"])
    let later = cache(NoSpeech(because: "it has ended"))
    later.prepare(["Work", "Rest"])
    #expect(!isHalf(later, "Rest") && isHalf(later, "Work"))
    #expect(later.lostVoice?.error == .unavailable("it has ended"), "a stored phrase says nothing about the voice")
    #expect(later.expect(["Work", "Rest"]).isEmpty)
  }

  @Test func `that fails, too, leaves the failure of the voice`() {
    let cache = SpeechCache(
      NoSpeech(because: "none"), voice: Voice(), standIn: PhraseSynthesizer(NoSpeech(because: "neither")))
    cache.prepareStandIns(["Rest"])
    #expect(cache.measure("Rest") == .unknown)
    cache.prepare(["Rest"])
    #expect(cache.measure("Rest") == .failure(SpeechError.unavailable("none").explanation))
    #expect(cache.voiceFailure() == .unavailable("none"))
  }
}

/// A phrase of which a part is in English.
@Suite struct `A phrase in two voices` {
  /// Speaks like `ToneSpeech`, and records the languages and texts.
  private final class Languages: SpeechBackend {
    let asked = Mutex<[String]>([])

    func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
      asked.withLock { $0.append("\(request.language)\(request.variant ?? ""): \(request.text)") }
      if request.text == "★" { throw .nothingToSay }
      return try ToneSpeech().synthesize(request)
    }
  }

  private func phrases(_ name: String) throws -> [Phrase] {
    let workout = Workout(
      name: name, voice: Voice(language: "sv"), nodes: [.phase(Phase("A", .high, .after(.fixed(.seconds(3)))))])
    return try Timeline(workout).phrases().filter { $0.text.hasPrefix(name) }
  }

  @Test func `is spoken part by part, and is as long as its parts and a pause`() throws {
    let speech = Languages()
    let cache = SpeechCache(speech, voice: Voice(language: "sv", variant: "f3"))
    let phrase = try #require(try phrases("Pass").first)
    cache.prepare([phrase, "Pass"])
    let asked = speech.asked.withLock { $0 }
    #expect(asked.contains("svf3: Pass") && asked.contains("enf3: complete"), "\(asked)")
    #expect(cache.spoken(phrase) == "Pass complete")
    guard case .length(let whole) = cache.measure(phrase), case .length(let one) = cache.measure("Pass") else {
      Issue.record("not spoken")
      return
    }
    let pause = whole - one * 2
    #expect((Duration.milliseconds(60)...(.milliseconds(100))).contains(pause), "\(pause)")
  }

  @Test func `leaves out a part that has nothing to say`() throws {
    let cache = SpeechCache(Languages(), voice: Voice(language: "sv"))
    let phrase = try #require(try phrases("★").first)
    cache.prepare([phrase, "Pass"])
    #expect(cache.measure(phrase) == cache.measure("Pass"))
  }
}
