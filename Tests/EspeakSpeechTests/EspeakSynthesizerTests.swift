import AudioMixing
import EspeakSpeech
import Testing

@Suite struct `Speech in this process` {
  @Test func `is made by any number of synthesisers, which share one library`() async throws {
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask { try EspeakSynthesizer().synthesize(SpeechRequest(text: "Three")).samples.count }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts.count == 8 && counts.allSatisfy { (6_000...9_000).contains($0) })
  }

  @Test func `keeps the errors of the worker`() {
    #expect(throws: SpeechError.noVoice(language: "tlh")) {
      try EspeakSynthesizer().synthesize(SpeechRequest(text: "One", language: "tlh"))
    }
    #expect(throws: SpeechError.nothingToSay) { try EspeakSynthesizer().synthesize(SpeechRequest(text: "...")) }
  }
}
