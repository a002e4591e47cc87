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
