import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

/// Who makes phrases makes those that the engine names before they are due: none may be said that it didn't name.
@Suite struct `Words within reach` {
  private static let lead = Duration.seconds(45)

  /// What a host would have made by now.
  private func named(_ engine: Engine) -> Set<String> {
    Set((engine.phrases(upTo: engine.state.position + Self.lead) + engine.phrasesWithinReach()).map(\.text))
  }

  private func spoken(_ reaction: Engine.Reaction) -> [String] {
    reaction.effects.compactMap { if case .speak(let words) = $0.kind { words.phrase.text } else { nil } }
  }

  @Test func `are all that is said in random sessions, whatever the user does but jump`() throws {
    let timelines = try `The laws of the engine`.workouts.map { try Timeline($0) }
    var moves = 0
    for seed in UInt64(1)...SplitMix64.cases(500) {
      let script = Script(seed: seed)
      var engine = Engine(timelines[Int(seed) % timelines.count], policies: script.policies)
      func isNamed(_ action: Action, at instant: Duration) -> Bool {
        let before = engine
        let spoken = spoken(engine.send(action, at: instant))
        if action != .tick { moves += spoken.count }
        if spoken.isEmpty { return true }
        let named = named(before)
        guard let stranger = spoken.first(where: { !named.contains($0) }) else { return true }
        Issue.record("seed \(seed), \(action) at \(instant): \"\(stranger)\" isn't among \(named.sorted())")
        return false
      }
      steps: for step in script.steps {
        // Where a session jumps to, and where it wakes up late, it may be anywhere.
        switch step.action {
        case .jump, .suspended: continue
        default: break
        }
        while let deadline = engine.nextDeadline, deadline <= step.at {
          guard isNamed(.tick, at: deadline) else { break steps }
        }
        guard isNamed(step.action, at: step.at) else { break }
      }
    }
    #expect(moves > SplitMix64.cases(125))
  }

  @Test func `are those behind a phase of ten minutes, before it, and at its own beginning`() throws {
    let nodes = ["Warm-up", "Row", "Stretch"].map { Node.phase(Phase($0, .high, .after(.fixed(.seconds(600))))) }
    var harness = try EngineHarness(Workout(name: "Long", style: .hiit, nodes: nodes))
    harness.run(to: 610)
    let words = harness.engine.phrasesWithinReach().map(\.text)
    for name in ["Warm-up", "Row", "Stretch"] { #expect(words.contains(name), "\(words)") }
    let plan = harness.engine.phrases(upTo: .seconds(655))
    #expect(!plan.contains("Stretch"))
  }

  @Test func `are those behind an open phase, and the last ones where nothing is behind it`() throws {
    let nodes = ["Push-ups", "Squats"].map { Node.phase(Phase($0, .high, .open())) }
    var harness = try EngineHarness(Workout(name: "Reps", style: .hiit, nodes: nodes))
    harness.run(to: 20)
    #expect(harness.engine.isOpen && harness.engine.phrasesAfterOpenPhase().contains("Squats"))
    #expect(!harness.engine.phrases(upTo: .seconds(300)).contains("Squats"))
    harness.send(.done, at: 21)
    harness.run(to: 40)
    let last = harness.engine.phrasesAfterOpenPhase().map(\.text)
    let before = harness.events.count
    harness.send(.done, at: 41)
    harness.run(to: 60)
    let said = harness.events[before...].compactMap { event in
      if case .cueSettled(let report) = event.kind, report.outcome == .onTime { report.say } else { nil }
    }
    #expect(!said.isEmpty && said.allSatisfy(last.contains), "\(said) of \(last)")
  }
}
