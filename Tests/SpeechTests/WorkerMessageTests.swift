import AudioMixing
import Speech
import TestSupport
import Testing

@Suite struct `Messages between host and speech worker` {
  static let answers: [WorkerAnswer] = [
    .ready(version: WorkerAnswer.version),
    .speech(SpokenAudio(samples: [0, 1, -1, .max, .min], sampleRate: 22_050)),
    .voices(
      VoiceList(
        voices: [VoiceList.Voice(name: "Norwegian Bokmål", tag: "nb", languages: ["nb", "no"])], variants: ["f3"])),
    .failure(.unavailable("no data")), .failure(.noVoice(language: "tlh")), .failure(.crashed), .failure(.timedOut),
    .failure(.nothingToSay), .failure(.noVariant("nope")),
  ]
  static let requests: [WorkerRequest] = [
    .voices, .speak(SpeechRequest(text: "Höchste Zeit", language: "de-AT", variant: "f3", rate: 80, pitch: 99)),
    .speak(SpeechRequest(text: "")),
  ]

  @Test(arguments: answers) func `bring every answer across unchanged`(answer: WorkerAnswer) {
    #expect(WorkerAnswer(answer.bytes) == answer)
  }

  @Test(arguments: requests) func `bring every request across unchanged`(request: WorkerRequest) {
    #expect(WorkerRequest(request.bytes) == request)
  }

  @Test func `are refused when they are cut short or have something after them`() {
    for answer in Self.answers {
      for length in 0..<answer.bytes.count { #expect(WorkerAnswer(answer.bytes.prefix(length)) == nil) }
      #expect(WorkerAnswer(answer.bytes + [0]) == nil)
    }
    for request in Self.requests {
      for length in 0..<request.bytes.count { #expect(WorkerRequest(request.bytes.prefix(length)) == nil) }
      #expect(WorkerRequest(request.bytes + [0]) == nil)
    }
  }

  @Test func `are read without harm whatever the bytes are`() {
    let seed: UInt64 = 7
    var random = SplitMix64(seed: seed)
    for round in 0..<20_000 {
      let source = Self.answers[random.below(Self.answers.count)].bytes
      var bytes = source
      for _ in 0...random.below(3) { bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next()) }
      // A message that is still understood says what it is understood as.
      guard let answer = WorkerAnswer(bytes) else { continue }
      #expect(WorkerAnswer(answer.bytes) == answer, "seed \(seed), round \(round)")
    }
  }
}
