import DriftSimulation
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// Turns the value tree of a file into a scenario.
///
/// A field that cannot be understood is noted as a problem and replaced by a stand-in, so that its neighbours can still
/// be judged; a file with problems gives no scenario.
enum ScenarioDecoder {
  private static let keys = FieldKeys(
    "a scenario",
    ["format", "name", "why", "workout", "seed", "policy", "start", "host", "script", "expect"],
    synonyms: [
      "title": "name", "faults": "script", "actions": "script", "events": "script", "expects": "expect",
      "expected": "expect", "policies": "policy", "because": "why",
    ])
  private static let policyKeys = FieldKeys("a policy", ["whenSuspended"], synonyms: ["suspend": "whenSuspended"])
  private static let startKeys = FieldKeys(
    "a start", ["boot", "monotonic", "wall"], synonyms: ["boottime": "boot", "realtime": "wall"])
  private static let hostKeys = FieldKeys("a host", ["wake", "jitter"], synonyms: ["waking": "wake"])
  private static let jitterKeys = FieldKeys(
    "a jitter", ["dist", "scale", "alpha", "cap"], synonyms: ["distribution": "dist"])

  /// The scenario, with stand-ins for what could not be understood; `nil` where the file holds no object.
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

  /// Clocks can't show every time.
  private static func check(sizesOf script: [ScriptLine], _ field: Field) {
    let total = script.reduce(Duration.zero) { sum, line in
      switch line.deed {
      case .suspend(let length), .stall(let length), .kill(let length), .speechHang(let length): sum + length
      case .wallStep(let step), .extend(let step): sum + max(step, .zero - step)
      default: sum
      }
    }
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
    field.complain(
      "must be \"continue\", \"freeze\" or \"pause-if-over=\" and a duration, got \(field.value.summary)"
        + Suggestion.question(text, among: words))
    return nil
  }

  private static func start(_ field: Field) -> VirtualClock.Reading? {
    guard let fields = FieldReader(field, startKeys) else { return nil }
    let standard = Scenario.standardStart
    let boot = fields.optional("boot")?.duration(in: .zero...ScenarioLimits.uptime)
    let monotonic = fields.optional("monotonic")?.duration(in: .zero...ScenarioLimits.uptime)
    if let boot, let monotonic, monotonic > boot, let field = fields.optional("monotonic") {
      field.complain("the monotonic clock never shows more than the boot clock, which begins at \(text(boot))")
    }
    // What is not given lies so that the three clocks make sense together.
    let slept = standard.boot - standard.monotonic
    let start = boot ?? monotonic.map { $0 + slept } ?? standard.boot
    return VirtualClock.Reading(
      boot: start, monotonic: monotonic ?? max(.zero, start - slept),
      wall: fields.optional("wall").flatMap(wall) ?? standard.wall)
  }

  private static func wall(_ field: Field) -> Duration? {
    guard let text = field.text() else { return nil }
    if let wall = WallTime.read(text) { return wall }
    field.complain("must be a time such as \"2026-03-29T00:59:30Z\", from 1970 to 2199, got \(field.value.summary)")
    return nil
  }

  private static func host(_ field: Field) -> HostHabits? {
    guard let fields = FieldReader(field, hostKeys) else { return nil }
    return HostHabits(
      waking: fields.optional("wake").flatMap(waking) ?? .deadline, jitter: fields.optional("jitter").flatMap(jitter))
  }

  private static func waking(_ field: Field) -> HostHabits.Waking? {
    guard let text = field.text() else { return nil }
    if text == "deadline" { return .deadline }
    if text.hasPrefix("every "), let period = try? DurationText.read(String(text.dropFirst(6))) {
      if ScenarioLimits.period.contains(period) { return .every(period) }
      field.complain("the period \(Complaint.range(ScenarioLimits.period, got: self.text(period)))")
      return nil
    }
    field.complain(
      "must be \"deadline\", or \"every\" and a duration as in \"every 500ms\", got \(field.value.summary)")
    return nil
  }

  private static func jitter(_ field: Field) -> Jitter? {
    FieldReader(field, jitterKeys).flatMap { jitter($0, field) }
  }

  /// The jitter that the fields of a host or of a line describe.
  static func jitter(_ fields: FieldReader, _ field: Field) -> Jitter? {
    let dist: Distribution? = fields.required("dist", "\"uniform\" or \"pareto\"")?.choice()
    let scale = fields.required("scale", "how late a wake-up usually is")?.duration(in: ScenarioLimits.scale)
    let alpha = fields.optional("alpha")?.number(in: 0.01...100)
    let cap = fields.optional("cap")?.duration(in: ScenarioLimits.scale)
    guard let dist, let scale else { return nil }
    switch dist {
    case .uniform:
      for key in ["alpha", "cap"] {
        fields.optional(key)?
          .complain("belongs to \"dist\": \"pareto\"; a uniform jitter is never more than its scale")
      }
      return .uniform(scale: scale)
    case .pareto:
      if let cap, cap < scale { fields.optional("cap")?.complain("must be at least the scale, \(text(scale))") }
      return .pareto(scale: scale, alpha: alpha ?? Jitter.standardAlpha, cap: max(scale, cap ?? Jitter.standardCap))
    }
  }

  /// The words for distributions.
  private enum Distribution: String, CaseIterable { case uniform, pareto }

  static func text(_ duration: Duration) -> String { DurationText.write(duration) }
}
