import AudioMixing
import CueAudio
import Synchronization
import Testing
import WorkoutEngine
import WorkoutModel

/// Speaks like `ToneSpeech`, and remembers what it was asked.
private final class AttentiveSpeech: SpeechBackend {
  let asked = Mutex<[String]>([])

  func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
    asked.withLock { $0.append(request.text) }
    return try ToneSpeech().synthesize(request)
  }
}

@Suite struct `A phrase book` {
  private func isUnknown(_ measure: PhraseMeasure) -> Bool { measure == .unknown }

  @Test func `has phrases spelt out for the voice, and knows them by what is written`() {
    let speech = AttentiveSpeech()
    let book = PhraseBook(speech, voice: Voice(language: "de"), pronounce: ["Qi": "Tschi"])
    let texts = ["3x12 KB", "Qi", "Satz 1 endet in"]
    book.prepare(texts)
    // Once the voice says what it is measured by.
    let asked = speech.asked.withLock { $0 }.filter { !$0.hasPrefix("Letzter Satz Halbzeit ") }
    #expect(asked == ["3 mal 12 Kettlebell", "Tschi", "Satz 1 endet in"])
    #expect(texts.allSatisfy { book.clip($0) != nil && !isUnknown(book.measure($0)) })
    #expect(book.clip("3 mal 12 Kettlebell") == nil && isUnknown(book.measure("Tschi")))
    #expect(texts.map(book.spoken) == asked)
  }

  @Test func `keeps all that is expected, and of the rest what was used last`() {
    let speech = AttentiveSpeech()
    let book = PhraseBook(speech, voice: Voice(language: "en"))
    let texts = (0..<100).map { "Set \($0)" }
    book.prepare(book.expect(texts))
    // Half a second each: fifty seconds.
    #expect(book.expect(texts).isEmpty && book.frames > 100 * 24_000)
    // What is used is kept longer than what was only made.
    #expect(book.clip(texts[3]) != nil)
    let next = ["Rest", "Set 7", "Stretch"]
    #expect(book.expect(next) == ["Rest", "Stretch"])
    book.prepare(book.expect(next))
    let known = texts.filter { !isUnknown(book.measure($0)) }
    #expect(known.count < 26 && known == [texts[3], texts[7]] + texts.suffix(known.count - 2))
    #expect(book.frames <= PhraseBook.memory + 3 * 26_000)
    // What was let go is made again, and only that.
    let asked = speech.asked.withLock { $0.count }
    book.prepare(book.expect([texts[0], texts[3]]))
    #expect(speech.asked.withLock { $0.count } == asked + 1 && book.clip(texts[0]) != nil)
  }

  @Test func `keeps minutes of speech as long as nobody has said what is expected`() {
    let book = PhraseBook(ToneSpeech(), voice: Voice(language: "en"))
    let texts = (0..<100).map { "Set \($0)" }
    book.prepare(texts)
    #expect(texts.allSatisfy { book.clip($0) != nil })
  }

  @Test func `knows why a phrase can't be spoken until it is expected no more`() {
    let book = PhraseBook(ToneSpeech(), voice: Voice(language: "en"))
    book.prepare(book.expect(["crash"]))
    #expect(book.expect(["crash"]).isEmpty && !isUnknown(book.measure("crash")))
    #expect(book.expect(["Rest"]) == ["Rest"])
    #expect(isUnknown(book.measure("crash")))
  }
}
