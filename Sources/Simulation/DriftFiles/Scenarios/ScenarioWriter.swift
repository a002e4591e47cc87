package import DriftSimulation
import StrictJSON
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// Writes scenarios as files.
///
/// The text is strict JSON with the keys in the order of the format; defaults are omitted. The law: reading the output
/// gives the same scenario.
package enum ScenarioWriter {
  /// The contents of a file; `schema` is the path or URL for `$schema`, which editors use.
  package static func write(_ scenario: Scenario, schema: String? = nil) -> String {
    json(scenario, schema: schema).document
  }

  /// The scenario on one line, for a stream of lines.
  package static func line(_ scenario: Scenario) -> String { json(scenario, schema: nil).line(.padded) }

  private static func json(_ scenario: Scenario, schema: String?) -> JSONOutput {
    var fields = JSONFields()
    fields.add("$schema", ifAny: schema)
    fields.add("format", Scenario.format)
    fields.add("name", ifAny: scenario.name)
    fields.add("why", ifAny: scenario.why)
    fields.add("workout", ifAny: scenario.workout)
    fields.add("seed", scenario.seed)
    if scenario.whenSuspended != Policies().whenSuspended {
      fields.add("policy", ["whenSuspended": scenario.whenSuspended.text] as JSONFields)
    }
    if scenario.start != Scenario.standardStart { fields.add("start", start(scenario.start)) }
    if scenario.host != WakePolicy() { fields.add("host", host(scenario.host)) }
    if !scenario.signals.isEmpty { fields.add("signals", signals(scenario.signals)) }
    if scenario.body != BodyProfile() { fields.add("body", scenario.body) }
    if !scenario.script.isEmpty { fields.add("script", .list(scenario.script.map(line), isTall: true)) }
    if scenario.expected != Expectations() { fields.add("expect", expectations(scenario.expected)) }
    return .object(fields, isTall: true)
  }

  private static func start(_ start: VirtualClock.Reading) -> JSONOutput {
    var fields = JSONFields()
    fields.add("boot", length: start.boot)
    fields.add("monotonic", length: start.monotonic)
    fields.add("wall", WallTime.write(start.wall))
    return .object(fields)
  }

  private static func host(_ host: WakePolicy) -> JSONOutput {
    var fields = JSONFields()
    switch host.waking {
    case .deadline: fields.add("wake", "deadline")
    case .every(let period): fields.add("wake", "every \(DurationText.write(period))")
    }
    if host.ahead > .zero { fields.add("ahead", length: host.ahead) }
    if let jitter = host.jitter {
      var inner = JSONFields()
      inner.add(Fault.jitter(jitter, until: nil).values)
      fields.add("jitter", .object(inner))
    }
    return .object(fields)
  }

  private static func signals(_ signals: [Signal: SignalSource]) -> JSONOutput {
    var fields = JSONFields()
    for signal in Signal.allCases { fields.add(signal.rawValue, ifAny: signals[signal].map(source)) }
    return .object(fields)
  }

  private static func source(_ source: SignalSource) -> JSONOutput {
    switch source {
    case .points(let points):
      let isWhole = points.allSatisfy { $0.at == $0.at.secondsDown }
      return .list(
        points.map { point in
          let at: JSONOutput = isWhole ? .raw("\(point.at.wholeSeconds)") : DurationText.write(point.at).json
          return .list([at, point.value.json])
        })
    case .response(let body):
      var fields: JSONFields = ["rest": body.rest, "max": body.max]
      fields.add("tau", length: body.tau)
      fields.add("seed", body.seed)
      return .object(fields)
    }
  }

  private static func expectations(_ expected: Expectations) -> JSONOutput {
    var fields = JSONFields()
    switch expected.invariants {
    case .all: fields.add("invariants", "all")
    case .some(let numbers): fields.add("invariants", numbers)
    }
    if !expected.outcomes.isEmpty { fields.add("outcomes", .list(expected.outcomes.map(outcome), isTall: true)) }
    if expected.final != ExpectedEnd() {
      var inner = JSONFields()
      inner.add("playback", ifAny: expected.final.playback)
      inner.add("elapsed", length: expected.final.elapsed)
      fields.add("final", .object(inner))
    }
    return .object(fields)
  }

  private static func outcome(_ outcome: ExpectedOutcome) -> JSONOutput {
    var fields = JSONFields()
    fields.add(outcome.cue)
    fields.add("is", outcome.outcome.rawValue)
    fields.add("cause", ifAny: outcome.cause)
    fields.add("times", ifAny: outcome.times)
    return .object(fields)
  }
}

extension ScenarioWriter {
  static func line(_ line: ScriptLine) -> JSONOutput {
    var fields = JSONFields()
    switch line.at {
    case .after(let at): fields.add("at", length: at)
    case .cue(let name, let offset):
      var inner = JSONFields()
      inner.add(name)
      if offset != .zero { inner.add("offset", length: offset) }
      fields.add("at", .object(inner))
    }
    fields.add("do", line.fault.kind.rawValue)
    fields.add(line.fault.values)
    return .object(fields)
  }
}

extension JSONFields {
  fileprivate mutating func add(_ name: CueName) {
    add("cue", name.kind.rawValue)
    add("set", ifAny: name.set)
  }

  fileprivate mutating func add(_ parameters: [(key: String, value: FaultParameter.Value)]) {
    for (key, value) in parameters {
      switch value {
      case .duration(let duration): add(key, length: duration)
      case .integer(let integer): add(key, integer)
      case .number(let number): add(key, number)
      case .flag(let flag): add(key, flag)
      case .word(let word), .text(let word): add(key, word)
      }
    }
  }
}
