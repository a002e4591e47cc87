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
  private let own = URL(filePath: #filePath)

  /// The lines between the first fence of a language after a heading and its end.
  private func block(_ language: String, after heading: String = "## Overview") throws -> [String] {
    let root = own.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appending(path: "Sources/Core/WorkoutEngine/WorkoutEngine.docc")
    let article = try String(contentsOf: folder.appending(path: "DrivingASession.md"), encoding: .utf8)
    let lines = article.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let section = try lines[#require(lines.firstIndex(of: heading))...]
    let start = try #require(section.firstIndex(of: "```\(language)"))
    return Array(lines[(start + 1)...].prefix { $0 != "```" })
  }

  private func expectCode(after heading: String = "## Overview") throws {
    let code = try block("swift", after: heading).map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
    #expect(try String(contentsOf: own, encoding: .utf8).contains(code), "the article has other code than this test")
  }

  private func short() throws -> Timeline {
    let work = Phase("Work", .high, .after(.fixed(.seconds(5))))
    return try Timeline(Workout(name: "Short", nodes: [.group(SetGroup(.sets(2), nodes: [.phase(work)]))]))
  }

  @Test func `has code that runs, and prints what it says`() async throws {
    let workout = try short().workout
    var output: [String] = []
    func print(_ due: Duration, _ what: String) { output.append("\(due) \(what)") }
    let clock = ManualClock()
    let origin = clock.now

    func perform(_ reaction: Engine.Reaction) {
      for effect in reaction.effects {
        switch effect.kind {
        case .playSound(let struck): print(effect.due, struck.sound.name)
        case .speak(let words): print(effect.due, words.phrase.text)
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

    try expectCode()
    #expect(try block("text") == output)
  }

  @Test func `has a host that is woken rarely, and hands over the same sounds`() throws {
    let clock = ManualClock()
    let origin = clock.now
    var engine = Engine(try short())
    let (player, screen) = (Player(), Screen())

    var queue = SoundQueue(ahead: .seconds(6))
    func wake(_ action: Action = .tick) {
      let wake = queue.wake(&engine, at: clock.now - origin, sending: action)
      for effect in wake.withdraw { player.cancel(effect) }
      for effect in wake.queue { player.schedule(effect, at: origin + effect.due) }
      for event in wake.events { screen.show(event) }
    }

    wake(.start)
    wake(.prepared)
    // An extension takes back what was handed over of the end.
    let longer = Action.extend(by: .seconds(2))
    for (time, action) in [(700, longer), (900, .extend(by: .seconds(-2))), (5_000, .tick), (11_000, .tick)] {
      clock.now = origin + .milliseconds(time)
      wake(action)
    }
    try expectCode(after: "### A host that is woken rarely")
    let lines = player.sounds.sorted { $0.at < $1.at }.map { "\($0.at - origin) \($0.what)" }
    #expect(try block("text") == lines && player.cancelled > 0 && engine.playback == .completed)
  }
}

/// Plays sounds at their instants.
private final class Player {
  private(set) var sounds: [(at: ContinuousClock.Instant, what: String, effect: Effect)] = []
  private(set) var cancelled = 0

  func schedule(_ effect: Effect, at instant: ContinuousClock.Instant) {
    switch effect.kind {
    case .playSound(let strike): sounds.append((instant, strike.sound.name, effect))
    case .speak(let words): sounds.append((instant, words.phrase.text, effect))
    default: break
    }
  }

  func cancel(_ effect: Effect) {
    cancelled += 1
    sounds.removeAll { $0.effect == effect }
  }
}

private struct Screen {
  func show(_ event: EngineEvent) {}
}
