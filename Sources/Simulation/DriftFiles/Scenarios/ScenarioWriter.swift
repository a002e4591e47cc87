public import DriftSimulation
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// Writes scenarios as files.
///
/// The text is strict JSON with the keys in the order of the format; defaults are omitted. The law: reading the output
/// gives the same scenario.
public enum ScenarioWriter {
  /// The contents of a file; `schema` is the path or URL for `$schema`, which editors use.
  public static func write(_ scenario: Scenario, schema: String? = nil) -> String {
    json(scenario, schema: schema).document
  }

  /// The scenario on one line, for a stream of lines.
  public static func line(_ scenario: Scenario) -> String { json(scenario, schema: nil).line }

  private static func json(_ scenario: Scenario, schema: String?) -> JSONOutput {
    var members = Members()
    members.add("$schema", schema)
    members.add("format", Scenario.format)
    members.add("name", scenario.name)
    members.add("why", scenario.why)
    members.add("workout", scenario.workout)
    members.add("seed", .number("\(scenario.seed)"))
    if scenario.whenSuspended != Policies().whenSuspended {
      members.add("policy", .object([("whenSuspended", .text(scenario.whenSuspended.text))]))
    }
    if scenario.start != Scenario.standardStart { members.add("start", start(scenario.start)) }
    if scenario.host != WakePolicy() { members.add("host", host(scenario.host)) }
    if !scenario.script.isEmpty { members.add("script", .list(scenario.script.map(line), isTall: true)) }
    if scenario.expected != Expectations() { members.add("expect", expectations(scenario.expected)) }
    return .object(members.all, isTall: true)
  }

  private static func start(_ start: VirtualClock.Reading) -> JSONOutput {
    var members = Members()
    members.add("boot", start.boot)
    members.add("monotonic", start.monotonic)
    members.add("wall", WallTime.write(start.wall))
    return .object(members.all)
  }

  private static func host(_ host: WakePolicy) -> JSONOutput {
    var members = Members()
    switch host.waking {
    case .deadline: members.add("wake", "deadline")
    case .every(let period): members.add("wake", "every \(DurationText.write(period))")
    }
    if host.ahead > .zero { members.add("ahead", host.ahead) }
    if let jitter = host.jitter {
      var inner = Members()
      inner.add(Fault.jitter(jitter, until: nil).values)
      members.add("jitter", .object(inner.all))
    }
    return .object(members.all)
  }

  private static func expectations(_ expected: Expectations) -> JSONOutput {
    var members = Members()
    switch expected.invariants {
    case .all: members.add("invariants", "all")
    case .some(let numbers): members.add("invariants", .list(numbers.map { .text($0) }))
    }
    if !expected.outcomes.isEmpty { members.add("outcomes", .list(expected.outcomes.map(outcome), isTall: true)) }
    if expected.final != ExpectedEnd() {
      var inner = Members()
      inner.add("playback", expected.final.playback)
      inner.add("elapsed", expected.final.elapsed)
      members.add("final", .object(inner.all))
    }
    return .object(members.all)
  }

  private static func outcome(_ outcome: ExpectedOutcome) -> JSONOutput {
    var members = Members()
    members.add(outcome.cue)
    members.add("is", outcome.outcome.rawValue)
    members.add("cause", outcome.cause)
    if let times = outcome.times { members.add("times", .number("\(times)")) }
    return .object(members.all)
  }
}

extension ScenarioWriter {
  /// A line of a script.
  static func line(_ line: ScriptLine) -> JSONOutput {
    var members = Members()
    switch line.at {
    case .after(let at): members.add("at", at)
    case .cue(let name, let offset):
      var inner = Members()
      inner.add(name)
      if offset != .zero { inner.add("offset", offset) }
      members.add("at", .object(inner.all))
    }
    members.add("do", line.fault.kind.rawValue)
    members.add(line.fault.values)
    return .object(members.all)
  }

  /// The members of an object; `nil` values are omitted.
  struct Members {
    private(set) var all: [(key: String, value: JSONOutput)] = []

    mutating func add(_ key: String, _ value: JSONOutput) { all.append((key, value)) }

    mutating func add(_ key: String, _ text: String?) {
      if let text { add(key, .text(text)) }
    }

    mutating func add(_ key: String, _ duration: Duration?) {
      if let duration { add(key, .text(DurationText.write(duration))) }
    }

    mutating func add(_ name: CueName) {
      add("cue", name.kind.rawValue)
      if let set = name.set { add("set", .number("\(set)")) }
    }

    mutating func add(_ parameters: [(key: String, value: FaultParameter.Value)]) {
      for (key, value) in parameters {
        switch value {
        case .duration(let duration): add(key, duration)
        case .integer(let integer): add(key, .number("\(integer)"))
        case .number(let number): add(key, .number(Complaint.plain(number)))
        case .flag(let flag): add(key, .bool(flag))
        case .word(let word): add(key, word)
        }
      }
    }
  }
}
