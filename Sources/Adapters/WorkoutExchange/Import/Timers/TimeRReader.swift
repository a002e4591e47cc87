import StrictJSON
import WorkoutModel

/// Reads timers of TimeR Machine: a backup of all, a list, or a single one.
enum TimeRReader {
  static func trees(_ root: JSONValue, _ log: ExchangeLog) -> [ExchangeTree] {
    let timers = root["timers"]?.list ?? root.list ?? [root]
    return timers.map { tree(of: $0, log) }
  }

  static func isTimer(_ json: JSONValue) -> Bool {
    guard let step = json["steps"]?.list?.first else { return false }
    return json["loop"] != nil && (step["length"] != nil || step["loop"] != nil)
  }

  private static func tree(of timer: JSONValue, _ log: ExchangeLog) -> ExchangeTree {
    let steps = nodes(timer["steps"]?.list ?? [], log)
    var nodes: [ExchangeNode] = []
    if let start = timer["startStep"], start.object != nil { nodes.append(node(start, log)) }
    let loop = timer.count("loop", log) ?? 1
    nodes += steps.repeated(max(loop, 1), origin: timer.origin("timer"))
    if let end = timer["endStep"], end.object != nil { nodes.append(node(end, log)) }
    return ExchangeTree(name: timer["name"]?.text ?? "", nodes: nodes)
  }

  private static func nodes(_ steps: [JSONValue], _ log: ExchangeLog) -> [ExchangeNode] {
    var nodes: [ExchangeNode] = []
    for step in steps {
      // Some versions omit the kind, but only groups have steps.
      guard step["step_type"]?.text == "group" || step["steps"] != nil else {
        nodes.append(node(step, log))
        continue
      }
      let inner = self.nodes(step["steps"]?.list ?? [], log)
      let loop = step.count("loop", log) ?? 1
      if inner.isEmpty || loop == 0 { continue }
      let group = ExchangeGroup(
        name: step["name"]?.text, sets: loop, nodes: inner, origin: step.origin("group"))
      nodes.append(.group(group))
    }
    return nodes
  }

  private static func node(_ json: JSONValue, _ log: ExchangeLog) -> ExchangeNode {
    guard let length = json.number("length", log) else {
      log.fail(json.origin("step"), that: "its \"length\"", "is missing")
      return .step(ExchangeStep(length: .zero))
    }
    // Lengths are in milliseconds.
    var step = ExchangeStep(
      name: json["label"]?.text, length: .milliseconds(Int((Double(length) / 1000).rounded())),
      origin: json.origin("step"))
    if json["type"]?.text == "NOTIFIER" { step.intensity = .prepare }
    for behaviour in json["behaviour"]?.list ?? [] { apply(behaviour, to: &step, log) }
    return .step(step)
  }

  /// Reads the words, the countdown and the open end of a step.
  private static func apply(_ behaviour: JSONValue, to step: inout ExchangeStep, _ log: ExchangeLog) {
    let content = behaviour["content"]?.text ?? behaviour["label"]?.text ?? ""
    switch behaviour["type"]?.text {
    case "VOICE":
      let words = content.replacing("{StepName}", with: step.name ?? "").trimmed
      if !words.isEmpty { step.say = words }
    case "COUNT": step.countdown = 5
    case "HALF": step.hasHalfway = true
    case "HALT":
      // The user starts the next step.
      step.cap = nil
      step.length = nil
      OpenStep.report(step, ends: "a button", log)
    case let type?:
      log.warn(behaviour.origin("step"), that: "\"\(type)\"", "means nothing here")
    case nil: break
    }
  }
}
