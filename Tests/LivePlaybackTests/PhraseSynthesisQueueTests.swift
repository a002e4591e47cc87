import AudioMixing
import CueAudio
import HostSystem
import LivePlayback
import Synchronization
import Testing
import WorkoutEngine
import WorkoutModel

/// Records what it is asked to say, and calls back while it says it.
private final class CallbackSpeech: SpeechBackend {
  private let texts = Mutex<[String]>([])
  private let whileSaying: @Sendable (String) -> Void

  init(_ whileSaying: @escaping @Sendable (String) -> Void) { self.whileSaying = whileSaying }

  /// What it has said of these.
  func said(of wanted: Set<String>) -> [String] { texts.withLock { $0.filter { wanted.contains($0) } } }

  func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
    texts.withLock { $0.append(request.text) }
    whileSaying(request.text)
    return SpokenAudio(samples: Array(repeating: 8_000, count: 4_410), sampleRate: 22_050)
  }
}

@Suite struct `A phrase synthesis queue` {
  private static let all: Set = ["one", "two", "three", "four", "five"]

  /// Runs a queue whose orders come, as listed, while a phrase is being made, and the first of them before any is;
  /// returns what was said, and the reports that were made.
  private func run(first: [Phrase], during: [String: [[Phrase]]]) -> (said: [String], log: [String]) {
    let orders = Mailbox<[Phrase]>(capacity: 64)
    let speech = CallbackSpeech { text in for order in during[text] ?? [] { orders.put(order) } }
    let cache = SpeechCache(speech, voice: Voice())
    var log: [String] = []
    orders.put(first)
    PhraseSynthesisQueue.run(orders, cache.prepare) { made, isAll in
      log.append(made.map(\.text).joined(separator: " ") + (isAll ? "." : ""))
      if isAll { orders.put([]) }
    }
    return (speech.said(of: Self.all), log)
  }

  @Test func `makes all that is ordered, in order, and reports it at once`() {
    let (said, log) = run(first: ["one", "two", "three"], during: [:])
    #expect(said == ["one", "two", "three"] && log == ["one two three."])
  }

  @Test func `leaves what is left of an order for a newer one, and reports what it has made of it`() {
    let (said, log) = run(first: ["one", "two", "three"], during: ["two": [["three", "five"], ["four", "five"]]])
    #expect(said == ["one", "two", "four", "five"] && log == ["one two", "four five."])
  }

  @Test func `makes nothing twice that is ordered again meanwhile`() {
    let (said, log) = run(first: ["one", "two"], during: ["one": [["one", "two"]]])
    #expect(said == ["one", "two"] && log == ["one", "one two."])
  }

  @Test func `ends at the last order, and leaves the rest`() {
    let (said, log) = run(first: ["one", "two"], during: ["one": [["three"], []]])
    #expect(said == ["one"] && log.isEmpty)
  }
}
