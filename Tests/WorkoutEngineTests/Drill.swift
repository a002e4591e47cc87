import Testing
import WorkoutEngine
import WorkoutModel

/// An engine on a virtual clock, and all that it said.
struct Drill {
  var engine: Engine
  var score = Score()
  var events: [EngineEvent] = []

  /// A session of `workout` that plays from instant 0; every phrase lasts a second.
  init(_ workout: Workout, policies: Policies = Policies()) throws {
    engine = Engine(try Timeline(workout), policies: policies)
    let texts = engine.texts(upTo: .seconds(100_000))
    engine.learn { lexicon in for text in texts { lexicon.learn(text, length: .seconds(1)) } }
    send(.start, at: 0)
    send(.prepared, at: 0)
  }

  /// Sends an action at so many seconds.
  mutating func send(_ action: Action, at seconds: Double) {
    let reaction = engine.send(action, at: .nanoseconds(Int(seconds * 1e9)))
    score.add(reaction)
    events += reaction.events
  }

  /// Ticks at every deadline up to `seconds`, as a host does that is never late.
  mutating func run(to seconds: Double) {
    let end = Duration.nanoseconds(Int(seconds * 1e9))
    while let deadline = engine.nextDeadline, deadline <= end {
      let reaction = engine.send(.tick, at: deadline)
      score.add(reaction)
      events += reaction.events
    }
    send(.tick, at: seconds)
  }

  /// What the engine answered to each action, in order.
  var answers: [String] {
    // The first two began the session.
    events.compactMap { event in
      guard case .actionTaken(let action, let answer, _, _) = event.kind else { return nil }
      return switch answer {
      case .accepted: "\(action.name): accepted"
      case .refused(let reason): "\(action.name): \(reason)"
      }
    }.dropFirst(2).map(\.self)
  }

  /// The playback states passed through, with their instants.
  var states: [String] {
    events.compactMap { event in
      guard case .stateChanged(let from, let to, _) = event.kind, from != to else { return nil }
      return "\(Score.seconds(event.at)) \(to.name)"
    }
  }
}

/// Workouts that several tests use.
enum Sample {
  static func phase(_ name: String, _ intensity: Intensity, _ seconds: Int, skip: SkippedSet? = nil) -> Node {
    .phase(Phase(name, intensity, .after(.fixed(.seconds(seconds))), skip: skip))
  }

  /// Two sets of 20 s work and 10 s rest, the last rest left out, between 10 s of preparation and 15 s of cooling down.
  static let tabata = Workout(
    name: "Tabata", ambient: Ambient(sound: "rain"),
    nodes: [
      phase("Get ready", .prepare, 10),
      .group(SetGroup(.sets(2), nodes: [phase("Work", .high, 20), phase("Rest", .low, 10, skip: .last)])),
      phase("Cool down", .cooldown, 15),
    ])

  static func silent(_ cues: [CueRule], _ nodes: Node...) -> Workout {
    Workout(name: "Silent", style: .silent, cues: cues, nodes: nodes)
  }
}
