import Foundation
import Testing
import WorkoutEngine
import WorkoutModel

/// A clock that a sleep sets forward.
private final class ManualClock {
  var now = ContinuousClock.now
  func sleep(until instant: ContinuousClock.Instant) async throws { now = instant }
}

@Suite struct `The article on driving a session` {
  /// The lines between the first fence of a language and its end.
  private func block(_ language: String, of article: String) throws -> [String] {
    let lines = article.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = try #require(lines.firstIndex(of: "```\(language)"))
    return Array(lines[(start + 1)...].prefix { $0 != "```" })
  }

  @Test func `has code that runs, and prints what it says`() async throws {
    let work = Phase("Work", .high, .after(.fixed(.seconds(5))))
    let workout = Workout(name: "Short", nodes: [.group(SetGroup(.sets(2), nodes: [.phase(work)]))])
    var output: [String] = []
    func print(_ due: Duration, _ what: String) { output.append("\(due) \(what)") }
    let clock = ManualClock()
    let origin = clock.now

    func perform(_ reaction: Engine.Reaction) {
      for effect in reaction.effects {
        switch effect.kind {
        case .playSound(let sound, _, _): print(effect.due, sound.name)
        case .speak(let phrase, _, _, _): print(effect.due, phrase.text)
        default: break
        }
      }
    }

    var engine = Engine(try Timeline(workout))
    perform(engine.send(.start, at: .zero))
    perform(engine.send(.prepared, at: .zero))
    while let deadline = engine.nextDeadline {
      try await clock.sleep(until: origin + deadline)
      perform(engine.send(.tick, at: clock.now - origin))
    }

    let own = URL(filePath: #filePath)
    let root = own.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appending(path: "Sources/Core/WorkoutEngine/WorkoutEngine.docc")
    let article = try String(contentsOf: folder.appending(path: "DrivingASession.md"), encoding: .utf8)
    let code = try block("swift", of: article).map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
    #expect(try String(contentsOf: own, encoding: .utf8).contains(code), "the article has other code than this test")
    let printed = try block("text", of: article)
    #expect(printed == output)
  }
}
