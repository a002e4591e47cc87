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
}
