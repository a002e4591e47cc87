import Foundation
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

/// A random session: actions at random instants, on whatever clock they are played.
struct Script {
  private(set) var steps: [(action: Action, at: Duration)] = []

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    steps = [(.start, .zero), (.prepared, .milliseconds(Int.random(in: 0...2000, using: &random)))]
    var now = steps[1].at
    for _ in 0..<Int.random(in: 1...14, using: &random) {
      // Instants that no cue lies on, but some that lie close together.
      now += .nanoseconds(Int.random(in: 1...12_000, using: &random) * 1_000_001)
      steps.append((Self.action(&random), now))
    }
    steps.append((.tick, now + .seconds(200)))
  }

  private static func action(_ random: inout SplitMix64) -> Action {
    let actions: [Action] = [
      .pause, .resume, .toggle, .skip, .back, .restartPhase, .done, .undo, .redo, .stop, .setVolume(-6),
      .extend(by: .seconds(15)), .extend(by: .seconds(-5)), .jump(to: .seconds(Int.random(in: 0...80, using: &random))),
      .lifecycle(.background), .lifecycle(.active), .interruptionBegan, .interruptionEnded(shouldResume: true),
      .interruptionEnded(shouldResume: false), .audioLost, .audioRestored,
    ]
    // A stop ends most of what is worth seeing, so it is rare.
    let picked = actions.randomElement(using: &random) ?? .toggle
    return picked == .stop && Int.random(in: 0..<4, using: &random) > 0 ? .toggle : picked
  }
}

@Suite struct `The laws of the engine` {
  static let workouts: [Workout] = [
    Sample.tabata,
    Workout(
      name: "Mixed", ambient: Ambient(sound: "rain", fade: .seconds(3)),
      cues: [CueRule(on: .workout, at: .every(.seconds(7)), sound: CueSound("bowl"))],
      nodes: [
        Sample.phase("Warm up", .warmup, 12),
        .group(
          SetGroup(
            .total(.seconds(40)),
            nodes: [.phase(Phase("Open", .high, .open(reps: 10, cap: .seconds(20)))), Sample.phase("Rest", .rest, 9)])),
        .group(SetGroup(.interval(sets: 2, every: .seconds(15)), nodes: [Sample.phase("Work", .high, 9)])),
      ]),
  ]

  private static func timelines() throws -> [Timeline] { try workouts.map { try Timeline($0) } }

  @Test func `however time is sliced, the state is the same`() throws {
    let timelines = try Self.timelines()
    for seed in UInt64(1)...10_000 {
      let script = Script(seed: seed)
      var random = SplitMix64(seed: seed &* 31)
      var plain = Engine(timelines[Int(seed % 2)])
      var ticked = plain
      for step in script.steps {
        while Int.random(in: 0..<3, using: &random) > 0 {
          let now = ticked.state.now
          guard step.at > now else { break }
          let wait = Int.random(in: 0...(step.at - now).inNanoseconds, using: &random)
          _ = ticked.send(.tick, at: now + .nanoseconds(wait))
        }
        _ = plain.send(step.action, at: step.at)
        _ = ticked.send(step.action, at: step.at)
        if plain.state != ticked.state {
          Issue.record("seed \(seed), after \(step.action) at \(step.at)")
          return
        }
      }
    }
  }

  @Test func `a tick at an instant that has been reached does nothing`() throws {
    let timeline = try Self.timelines()[0]
    for seed in UInt64(1)...500 {
      var engine = Engine(timeline)
      for step in Script(seed: seed).steps {
        _ = engine.send(step.action, at: step.at)
        let state = engine.state
        let again = engine.send(.tick, at: step.at)
        #expect(again.effects.isEmpty && again.events.isEmpty, "seed \(seed)")
        #expect(engine.state == state, "seed \(seed)")
      }
    }
  }

  @Test func `stored at any point and restored, a session goes on the same`() throws {
    let timelines = try Self.timelines()
    for seed in UInt64(1)...400 {
      let script = Script(seed: seed)
      let timeline = timelines[Int(seed % 2)]
      var straight = Engine(timeline)
      var broken = straight
      for (index, step) in script.steps.enumerated() {
        let data = try JSONEncoder().encode(broken.snapshot)
        broken = try Engine(restoring: JSONDecoder().decode(EngineSnapshot.self, from: data), timeline)
        let expected = straight.send(step.action, at: step.at)
        let got = broken.send(step.action, at: step.at)
        if got != expected {
          Issue.record("seed \(seed), step \(index): \(step.action) at \(step.at)\n\(got)\n\(expected)")
          return
        }
      }
    }
  }

  @Test func `planned again and again, it plays the same`() throws {
    let timeline = try Self.timelines()[0]
    for seed in UInt64(1)...300 {
      var once = Engine(timeline)
      var often = once
      for step in Script(seed: seed).steps {
        let expected = once.send(step.action, at: step.at)
        #expect(often.send(step.action, at: step.at).effects == expected.effects, "seed \(seed)")
        for _ in 0..<2 { _ = often.send(.lifecycle(once.state.lifecycle), at: step.at) }
      }
    }
  }

  @Test func `elapsed and remaining make the total, wherever the workout stands`() throws {
    var engine = Engine(try Timeline(Sample.tabata))
    _ = engine.send(.start, at: .zero)
    _ = engine.send(.prepared, at: .zero)
    var now = Duration.zero
    while !engine.state.playback.isOver {
      let standing = engine.standing
      #expect(standing.elapsed + (standing.remaining ?? .zero) == .seconds(75))
      now += .nanoseconds(777_777_777)
      _ = engine.send(.tick, at: now)
    }
    #expect(engine.state.elapsed == .seconds(75))
  }
}
