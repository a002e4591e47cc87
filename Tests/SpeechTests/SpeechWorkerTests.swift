import AudioMixing
import Foundation
import Speech
import Testing

/// The command beside the test binary.
let command = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  .appendingPathComponent("cuebell").path

@Suite struct `A speech worker` {
  /// Feeds `bytes` to a fresh worker and returns its status and answers.
  private func converse(_ bytes: [UInt8]) throws -> (status: Int32, answers: [WorkerAnswer]) {
    let requests = URL(fileURLWithPath: "/tmp/speech-worker-\(UUID().uuidString)")
    try Data(bytes).write(to: requests)
    defer { try? FileManager.default.removeItem(at: requests) }
    let stream = unsafe popen("'\(command)' speech-worker <\(requests.path)", "re")
    let isOpen = unsafe stream != nil
    try #require(isOpen)
    var output: [UInt8] = []
    while case let byte = unsafe getc(stream), byte != EOF { output.append(UInt8(byte)) }
    let status = unsafe pclose(stream)
    var rest = output[...]
    var answers: [WorkerAnswer] = []
    while rest.count >= 4 {
      let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      answers.append(try #require(WorkerAnswer(rest.dropFirst(4).prefix(length))))
      rest = rest.dropFirst(4 + length)
    }
    try #require(rest.isEmpty)
    return (status >> 8, answers)
  }

  private func framed(_ message: [UInt8]) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: message.count >> ($0 * 8)) } + message
  }

  @Test func `greets, answers in order and ends with its input`() throws {
    let requests: [WorkerRequest] = [
      .speak(SpeechRequest(text: "One")), .voices, .speak(SpeechRequest(text: "...")),
      .speak(SpeechRequest(text: "One", language: "tlh")), .speak(SpeechRequest(text: "One")),
    ]
    let (status, answers) = try converse(requests.flatMap { framed($0.bytes) })
    #expect(status == 0)
    try #require(answers.count == 6)
    #expect(answers[0] == .ready(version: WorkerAnswer.version))
    #expect(answers[1] == answers[5])
    guard case .speech = answers[1], case .voices = answers[2] else {
      Issue.record("speech and voices expected, not \(answers[1]) and \(answers[2])")
      return
    }
    #expect(answers[3...4] == [.failure(.nothingToSay), .failure(.noVoice(language: "tlh"))])
  }

  @Test func `answers a request it does not know, and continues`() throws {
    let (status, answers) = try converse(
      framed([99, 1, 2]) + framed(WorkerRequest.speak(SpeechRequest(text: "Go")).bytes))
    #expect(status == 0)
    try #require(answers.count == 3)
    #expect(answers[1] == .failure(.unavailable("the speech worker does not know this request")))
  }

  @Test(
    arguments: [
      [0, 0, 0, 0], [255, 255, 255, 255, 1], [1, 16, 0, 0, 1], [8, 0, 0, 0, 1, 2], [5, 0],
    ] as [[UInt8]])
  func `ends where a length is impossible or a message is cut off`(bytes: [UInt8]) throws {
    let (status, answers) = try converse(bytes)
    #expect(status == 1)
    #expect(answers == [.ready(version: WorkerAnswer.version)])
  }
}
