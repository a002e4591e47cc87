import DriftSimulation
import StrictJSON
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// Decodes the value tree of a file into a scenario.
///
/// An invalid field is recorded as a problem and replaced by a placeholder, so that the fields around it can still be
/// checked. A file with problems yields no scenario.
enum ScenarioDecoder {
  private static let keys = FieldKeys(
    "a scenario",
    [
      "format", "name", "why", "workout", "seed", "policy", "start", "host", "signals", "body", "script", "expect",
    ],
    synonyms: [
      "title": "name", "faults": "script", "actions": "script", "events": "script", "expects": "expect",
      "expected": "expect", "policies": "policy", "because": "why", "sensors": "signals",
    ])
  private static let policyKeys = FieldKeys("a policy", ["whenSuspended"], synonyms: ["suspend": "whenSuspended"])
  private static let startKeys = FieldKeys(
    "a start", ["boot", "monotonic", "wall"], synonyms: ["boottime": "boot", "realtime": "wall"])
  private static let hostKeys = FieldKeys("a host", ["wake", "ahead", "jitter"], synonyms: ["waking": "wake"])

  /// The scenario, with placeholders for invalid fields; `nil` if the file is not an object.
  static func scenario(_ field: Field) -> Scenario? {
    guard let fields = FieldReader(field, keys) else { return nil }
    if let format = fields.required("format", "write \"\(Scenario.format)\"") { check(format: format) }
    var scenario = Scenario(
      name: fields.required("name", "a scenario needs a name")?.text(in: 1...Limits.textLength) ?? "?",
      workout: fields.required("workout", "name the workout's file, relative to this one")?
        .text(in: 1...ScenarioLimits.pathLength) ?? "?")
    scenario.why = fields.optional("why")?.text(in: 1...ScenarioLimits.whyLength)
    if let seed = fields.optional("seed")?.integer(in: 0...Int.max) { scenario.seed = UInt64(seed) }
    if let policy = fields.optional("policy").flatMap(policy) { scenario.whenSuspended = policy }
    if let start = fields.optional("start").flatMap(start) { scenario.start = start }
    if let host = fields.optional("host").flatMap(host) { scenario.host = host }
    if let signals = fields.optional("signals").flatMap(signals) { scenario.signals = signals }
    if let body = fields.optional("body").flatMap({ BodyProfile($0) }) { scenario.body = body }
    if let lines = fields.optional("script")?.list("a list of actions") {
      if lines.count > ScenarioLimits.lines {
        field.complain("a script has at most \(ScenarioLimits.lines) lines, this one has \(lines.count)")
      }
      scenario.script = lines.prefix(ScenarioLimits.lines).compactMap(line)
      check(sizesOf: scenario.script, field)
    }
    if let expected = fields.optional("expect").flatMap(expectations) { scenario.expected = expected }
    return scenario
  }

  /// Reports times that the clocks can't show.
  private static func check(sizesOf script: [ScriptLine], _ field: Field) {
    let total = script.reduce(Duration.zero) { $0 + $1.fault.extent }
    guard total > ScenarioLimits.total else { return }
    field.complain(
      "the lengths and steps in a script make up at most \(text(ScenarioLimits.total)), these make \(text(total))")
  }

  private static func check(format: Field) {
    guard let text = format.text(), text != Scenario.format else { return }
    format.complain("must be \"\(Scenario.format)\", the only format there is, got \(format.value.summary)")
  }

  private static func policy(_ field: Field) -> SuspendPolicy? {
    guard let fields = FieldReader(field, policyKeys), let field = fields.optional("whenSuspended"),
      let text = field.text()
    else { return nil }
    if let policy = SuspendPolicy(text: text) { return policy }
    let words = ["continue", "freeze", "pause-if-over=2s"]
    return field.fail(
      "must be \"continue\", \"freeze\" or \"pause-if-over=\" and a duration, got \(field.value.summary)"
        + Suggestion.question(text, among: words))
  }

  private static func start(_ field: Field) -> VirtualClock.Reading? {
    guard let fields = FieldReader(field, startKeys) else { return nil }
    let standard = Scenario.standardStart
    let boot = fields.optional("boot")?.duration(in: .zero...ScenarioLimits.uptime)
    let monotonic = fields.optional("monotonic")?.duration(in: .zero...ScenarioLimits.uptime)
    if let boot, let monotonic, monotonic > boot, let field = fields.optional("monotonic") {
      field.complain("the monotonic clock never shows more than the boot clock, which begins at \(text(boot))")
    }
    // Clocks without a given time are set consistently with the others.
    let slept = standard.boot - standard.monotonic
    let start = boot ?? monotonic.map { $0 + slept } ?? standard.boot
    return VirtualClock.Reading(
      boot: start, monotonic: monotonic ?? max(.zero, start - slept),
      wall: fields.optional("wall").flatMap(wall) ?? standard.wall)
  }

  private static func wall(_ field: Field) -> Duration? {
    guard let text = field.text() else { return nil }
    if let wall = WallTime.read(text) { return wall }
    return field.mismatch("a time such as \"2026-03-29T00:59:30Z\", from 1970 to 2199")
  }

  private static func host(_ field: Field) -> WakePolicy? {
    guard let fields = FieldReader(field, hostKeys) else { return nil }
    return WakePolicy(
      waking: fields.optional("wake").flatMap(waking) ?? .deadline, jitter: fields.optional("jitter").flatMap(jitter),
      ahead: fields.optional("ahead")?.duration(in: ScenarioLimits.ahead) ?? .zero)
  }

  private static func waking(_ field: Field) -> WakePolicy.Waking? {
    guard let text = field.text() else { return nil }
    if text == "deadline" { return .deadline }
    if text.hasPrefix("every "), let period = try? DurationText.read(String(text.dropFirst(6))) {
      if ScenarioLimits.period.contains(period) { return .every(period) }
      return field.fail("the period \(Complaint.range(ScenarioLimits.period, got: self.text(period)))")
    }
    return field.mismatch("\"deadline\", or \"every\" and a duration as in \"every 500ms\"")
  }

  /// The jitter of a host has the parameters of the fault, without its end.
  private static func jitter(_ field: Field) -> Jitter? {
    let parameters = Fault.Kind.jitter.parameters.filter { $0.key != "until" }
    let keys = FieldKeys("a jitter", parameters.map(\.key), synonyms: ["distribution": "dist"])
    return FieldReader(field, keys).flatMap { fault(.jitter, parameters, $0)?.jitter }
  }

  static func text(_ duration: Duration) -> String { DurationText.write(duration) }
}

extension SuspendPolicy {
  private static let prefix = "pause-if-over="

  /// Reads `continue`, `freeze` or `pause-if-over=2s`; `nil` for anything else.
  init?(text: String) {
    switch text {
    case "continue": self = .continue
    case "freeze": self = .freeze
    default:
      guard text.hasPrefix(Self.prefix),
        let limit = try? DurationText.read(String(text.dropFirst(Self.prefix.count))),
        (.zero...ScenarioLimits.time).contains(limit)
      else { return nil }
      self = .pauseIfOver(limit)
    }
  }

  var text: String {
    switch self {
    case .continue: "continue"
    case .freeze: "freeze"
    case .pauseIfOver(let limit): Self.prefix + DurationText.write(limit)
    }
  }
}
