import Testing
import WorkoutEngine
import WorkoutModel

/// An engine on a virtual clock, and all that it said.
struct EngineHarness {
  private(set) var engine: Engine
  private(set) var log: SessionLog
  private(set) var score = Score()
  /// Empty unless the harness writes it: it compares whole states.
  private(set) var transcript = Transcript()
  private let isTranscribed: Bool
  private(set) var events: [EngineEvent] = []

  /// A session of `workout` that plays from instant 0; every phrase lasts a second.
  init(_ workout: Workout, policies: Policies = Policies()) throws {
    try self.init(unstarted: workout, policies: policies)
    send(.start, at: 0)
    send(.prepared, at: 0)
  }

  /// A session of `workout` that hasn't been started; every phrase lasts a second.
  init(unstarted workout: Workout, policies: Policies = Policies(), isTranscribed: Bool = false) throws {
    self.isTranscribed = isTranscribed
    engine = Engine(try Timeline(workout), policies: policies)
    log = SessionLog(seed: engine.timeline.seed, policies)
    let texts = engine.phrases(upTo: .seconds(100_000))
    engine.updateDurations { durations in for text in texts { durations.record(text, length: .seconds(1)) } }
  }

  /// Sends an action at `seconds`; sounds can begin from `soundsFrom` on, or else from then on.
  mutating func send(_ action: Action, by origin: ActionOrigin? = nil, at seconds: Double, soundsFrom: Double? = nil) {
    send(action, by: origin, at: Self.instant(seconds), soundsFrom: soundsFrom.map(Self.instant))
  }

  private mutating func send(
    _ action: Action, by origin: ActionOrigin? = nil, at instant: Duration, soundsFrom: Duration?
  ) {
    let before = engine
    let reaction = engine.send(action, by: origin, at: instant, soundsFrom: soundsFrom)
    log.record(reaction.events, engine.state.facts)
    score.add(reaction)
    if isTranscribed { transcript.add(reaction.events, reaction.effects, before: before, after: engine) }
    events += reaction.events
  }

  /// Seconds to the nearest nanosecond: half a second and the like are exact, other fractions mustn't end just short.
  private static func instant(_ seconds: Double) -> Duration { .nanoseconds(Int((seconds * 1e9).rounded())) }

  /// Sends a heart rate twice, because one measurement alone is no evidence.
  mutating func measure(_ rate: Int, at seconds: Double) {
    for _ in 0..<2 { send(.measure(.heartRate, rate, from: nil), at: seconds) }
  }

  /// Ticks at every deadline up to `seconds`, as a host does that is never late.
  mutating func run(to seconds: Double) {
    let end = Self.instant(seconds)
    while let deadline = engine.nextDeadline, deadline <= end { send(.tick, at: deadline, soundsFrom: nil) }
    send(.tick, at: end, soundsFrom: nil)
  }

  /// Notes how long phrases are.
  mutating func updateDurations(_ change: (inout PhraseDurations) -> Void) { engine.updateDurations(change) }

  /// Takes the session up again from its log, which tells the same state.
  mutating func replay() throws {
    let before = engine
    engine = try Engine(replaying: log, engine.timeline, to: engine.now, durations: engine.durations)
    #expect(engine.state == before.state)
    if isTranscribed { transcript.add([], [], before: before, after: engine) }
  }

  /// What the engine answered to each action, in order.
  var answers: [String] {
    // The first two began the session.
    events.compactMap { event in
      guard case .actionTaken(let report) = event.kind else { return nil }
      return switch report.result {
      case .accepted: "\(report.action.name): accepted"
      case .refused(let refusal): "\(report.action.name): \(refusal)"
      }
    }.dropFirst(2).map(\.self)
  }
}

/// Workouts that several tests use.
enum Sample {
  static func phase(_ name: String, _ intensity: Intensity, _ seconds: Int, skip: SkippedSets? = nil) -> Node {
    .phase(Phase(PerSet(name), intensity, .after(.fixed(.seconds(seconds))), skip: skip))
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

extension Sample {
  /// A bed, two phases, no cues.
  static let quiet = Workout(
    name: "Quiet", style: .silent, ambient: Ambient(sound: "rain"),
    nodes: [phase("A", .high, 10), phase("B", .low, 10)])

  /// A warm-up of 10 s, two sets of 10 s work and 5 s rest, what the user ends, 10 s of cooling down; neither bed nor
  /// cues.
  static let rounds = silent(
    [], phase("Warm up", .warmup, 10),
    .group(SetGroup(.sets(2), nodes: [phase("Work", .high, 10), phase("Rest", .low, 5)])),
    .phase(Phase("Plank", .high, .open())), phase("Cool down", .cooldown, 10))
}
