import SessionReporting
import WorkoutEngine
import WorkoutModel

/// A session on a virtual clock, and its events.
struct ReportingHarness {
  private(set) var engine: Engine
  private(set) var events: [EngineEvent] = []

  /// A session of `workout` that plays from instant 0; phrases last a second, those of `failing` can't be spoken.
  init(_ workout: Workout, failing: [String: String] = [:]) throws {
    engine = Engine(try Timeline(unchecked: workout))
    let texts = engine.phrases(upTo: .seconds(1000))
    engine.updateDurations { durations in
      for text in texts { durations.record(text, failing[text.text].map { .failure($0) } ?? .length(.seconds(1))) }
    }
    send(.start, at: .zero)
    send(.prepared, at: .zero)
  }

  mutating func send(_ action: Action, at instant: Duration) { events += engine.send(action, at: instant).events }

  /// Ticks at every deadline up to `end`, as a host does that is never late.
  mutating func run(to end: Duration) {
    while let deadline = engine.nextDeadline, deadline <= end { send(.tick, at: deadline) }
    send(.tick, at: end)
  }

  /// The lines of its events, numbered from 0; a mark lies at the frame of its milliseconds.
  var lines: [String] {
    var lines = EventEncoder { Int($0 / .milliseconds(1)) }
    return events.map { lines.line(SessionEvent($0)) }
  }

  var plainLines: [String] { events.compactMap { PlainLog.line($0, colored: false) } }
}

/// Workouts that several tests use.
enum PlanFixture {
  /// Names that try everything: quotes, markup, an escape sequence, a text turned round.
  static let hostileName = "\"A\" & <b>\u{1B}[31m\u{202E}'x' ]]>"

  static func phase(_ name: String, _ intensity: Intensity, _ length: Duration) -> Node {
    .phase(Phase(PerSet(name), intensity, .after(.fixed(length))))
  }

  static func sound(_ name: String, at offset: Duration) -> CueRule {
    CueRule(on: .phase, at: .start(offset: offset), sound: CueSound(name))
  }

  /// Two sets of 6 s and 3 s with a bell in each phase and words at each end, then a phase that the user ends.
  static let small = Workout(
    name: "Small", style: .silent,
    cues: [
      sound("bell", at: .seconds(1)),
      CueRule(
        on: .set, at: .end(offset: .zero), say: CueText(pieces: [.words("Set "), .placeholder(.set), .words(" over")]),
        align: .end),
    ],
    nodes: [
      .group(SetGroup(.sets(2), nodes: [phase("Push", .high, .seconds(6)), phase("Breathe", .low, .seconds(3))])),
      .phase(Phase("Hang", .sit, .open())),
    ])

  /// The table of a workout whose phrases last a second.
  static func table(
    _ workout: Workout, width: Int = 80, colored: Bool = false, spoken: @escaping (String) -> String = { $0 }
  ) throws -> String {
    let timeline = try Timeline(unchecked: workout)
    var table = PlanTable(of: timeline, width: width, colored: colored, spoken: { spoken($0.text) })
    var lines = [table.head]
    var rehearsal = Rehearsal(timeline) { _ in .length(.seconds(1)) }
    while !table.isFull, let reaction = rehearsal.next() {
      lines += table.add(reaction, at: rehearsal.engine.state.position)
    }
    return (lines + [table.foot]).joined(separator: "\n")
  }

  /// A plan as JSON; a mark lies at the frame of its milliseconds.
  static func json(_ plan: Plan, spoken: (String) -> String = { $0 }) -> String {
    var json = ""
    plan.writeJSON(frameOf: { Int($0 / .milliseconds(1)) }, spoken: { spoken($0.text) }, to: { json += $0 })
    return json
  }

  static func plan(_ workout: Workout) throws -> Plan {
    let timeline = try Timeline(unchecked: workout)
    return Plan(of: timeline, Rehearsal(timeline) { _ in .length(.seconds(1)) })
  }
}
