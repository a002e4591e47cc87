import Testing
import WorkoutEngine
import WorkoutModel

/// Whole transcripts: every effect and every event of a scenario, so that one nobody mentions fails the test.
@Suite struct `Everything that happens` {
  /// A bed, two phases, no cues.
  private static let quiet = Workout(
    name: "Quiet", style: .silent, ambient: Ambient(sound: "rain"),
    nodes: [Sample.phase("A", .high, 10), Sample.phase("B", .low, 10)])

  private func transcript(_ steps: (Action, Double)...) throws -> [String] {
    var engine = Engine(try Timeline(Self.quiet))
    var lines: [String] = []
    for (action, seconds) in [(.start, 0), (.prepared, 0)] + steps {
      let end = Duration.milliseconds(Int(seconds * 1000))
      while let deadline = engine.nextDeadline, deadline < end { lines += Self.lines(engine.send(.tick, at: deadline)) }
      lines += Self.lines(engine.send(action, at: end))
    }
    return lines
  }

  private static func lines(_ reaction: Engine.Reaction) -> [String] {
    reaction.effects.map { "\(Score.seconds($0.due)) ! \(text($0.kind))" }
      + reaction.events.map { "\(Score.seconds($0.at)) \(text($0.kind))" }
  }

  private static func text(_ effect: Effect.Kind) -> String {
    switch effect {
    case .ambient(.start(let bed)): "ambient start \(bed.sound)"
    case .ambient(.pause(let fade)): "ambient pause \(Score.seconds(fade))"
    case .ambient(.resume(let fade)): "ambient resume \(Score.seconds(fade))"
    case .ambient(.stop(let fade)): "ambient stop \(Score.seconds(fade))"
    case .silence(let scope, let fade): "silence \(scope) \(Score.seconds(fade))"
    case .session(let command): "session \(command)"
    case .finish(let reason): "finish \(reason.rawValue)"
    case .volume(let volume): "volume \(volume)"
    case .journal: "journal"
    default: "\(effect)"
    }
  }

  private static func text(_ event: EngineEvent.Kind) -> String {
    switch event {
    case .stateChanged(let from, let to, let changes):
      from == to ? "changed \(changes.map(\.name).joined(separator: ", "))" : "\(from.name) -> \(to.name)"
    case .phaseStarted(let phase): "phase \(phase.name)"
    case .actionTaken(let action, let answer, _, _): "\(action.name) \(answer == .accepted ? "accepted" : "refused")"
    case .paused(let elapsed, let reason): "paused at \(Score.seconds(elapsed)), \(reason.rawValue)"
    case .resumed(let elapsed, let reason): "resumed at \(Score.seconds(elapsed)), \(reason.rawValue)"
    case .finished(let elapsed, let reason, _): "finished at \(Score.seconds(elapsed)), \(reason.rawValue)"
    default: "\(event)"
    }
  }

  private static let beginning = [
    "0 ! session activate", "0 ! journal", "0 idle -> preparingToPlay", "0 start accepted",
    "0 ! journal", "0 ! ambient start rain", "0 ! journal",
    "0 phase A", "0 changed ambient", "0 preparingToPlay -> fadingIn", "0 prepared accepted",
  ]

  @Test func `from the start to the end`() throws {
    #expect(
      try transcript((.tick, 25)) == Self.beginning + [
        "1.500 fadingIn -> playing", "10 ! journal", "10 phase B", "18.500 ! ambient stop 1.500",
        "20 ! journal", "20 ! session deactivate", "20 ! finish completed",
        "20 changed ambient", "20 playing -> completed", "20 finished at 20, completed",
      ])
  }

  @Test func `in a pause within the fade in, and a resume within the fade out`() throws {
    #expect(
      try transcript((.pause, 1), (.resume, 1.4), (.tick, 3)) == Self.beginning + [
        "1 ! ambient pause 1.500", "1 ! silence everything 0.300", "1 ! journal",
        "1 fadingIn -> fadingOut", "1 pause accepted",
        "1.400 ! ambient resume 1.500", "1.400 ! journal",
        "1.400 resumed at 1, user", "1.400 fadingOut -> fadingIn", "1.400 resume accepted",
        "2.300 fadingIn -> playing",
      ])
  }

  @Test func `in an interruption that ends and should resume`() throws {
    #expect(
      try transcript((.interruptionBegan, 5), (.interruptionEnded(shouldResume: true), 9), (.tick, 11))
        == Self.beginning + [
          "1.500 fadingIn -> playing",
          "5 ! ambient pause 0.010", "5 ! silence everything 0.010", "5 ! journal",
          "5 playing -> paused", "5 paused at 5, interruption", "5 interruptionBegan accepted",
          "9 ! ambient resume 1.500", "9 ! journal",
          "9 resumed at 5, interruption", "9 paused -> fadingIn", "9 interruptionEnded accepted",
          "10.500 fadingIn -> playing",
        ])
  }

  @Test func `in a skip, its undo, and a stop`() throws {
    #expect(
      try transcript((.skip, 5), (.undo, 6), (.stop, 7), (.tick, 9)) == Self.beginning + [
        "1.500 fadingIn -> playing",
        "5 ! journal", "5 ! journal", "5 phase B", "5 skip accepted", "5 changed position, history",
        "6 ! journal", "6 ! journal", "6 phase A", "6 undo accepted", "6 changed position, history",
        "7 ! ambient pause 1.500", "7 ! silence everything 0.300", "7 ! journal",
        "7 playing -> fadingOut", "7 stop accepted",
        "8.500 ! journal", "8.500 ! session deactivate", "8.500 ! finish stopped",
        "8.500 changed ambient", "8.500 fadingOut -> stopped", "8.500 finished at 7, stopped",
      ])
  }
}
