import StrictJSON
import WorkoutModel

/// Reads TCX workouts of Garmin's Training Center (TrainingCenterDatabase v2).
struct TCXReader {
  private let log: ExchangeLog

  static func trees(_ root: ExchangeElement, _ log: ExchangeLog) throws(ExchangeError) -> [ExchangeTree] {
    guard root.isNamed("TrainingCenterDatabase") else {
      let why = "is not a TCX file: its outermost element is not <TrainingCenterDatabase>"
      throw ExchangeError(root.start, that: "this", why)
    }
    guard let workouts = root.child("Workouts") else {
      let activity = root.children.first { ["activities", "courses"].contains($0.name.lowercased()) }
      let what = activity?.isNamed("Courses") == true ? "a course" : "a recorded activity"
      throw ExchangeError(.text((activity ?? root).location, (activity ?? root).name), that: what, "is not a workout")
    }
    let reader = TCXReader(log: log)
    return workouts.children.filter { $0.isNamed("Workout") }.map { reader.tree(of: $0) }
  }

  private func tree(of workout: ExchangeElement) -> ExchangeTree {
    ExchangeTree(
      name: workout.child("Name")?.trimmedText ?? "", description: workout.child("Notes")?.trimmedText,
      nodes: workout.children.filter { $0.isNamed("Step") }.compactMap { node(of: $0) })
  }

  private static func type(of element: ExchangeElement?) -> String {
    let name = element?["type"] ?? element?.attributes.first { $0.name.hasSuffix("type") }?.value ?? ""
    return (name.split(separator: ":").last.map(String.init) ?? name).lowercased()
  }

  private func node(of element: ExchangeElement) -> ExchangeNode? {
    guard Self.type(of: element) == "repeat_t" || element.child("Repetitions") != nil else {
      return .step(step(of: element))
    }
    let nodes = element.children.filter { $0.isNamed("Child") }.compactMap { node(of: $0) }
    let text = element.child("Repetitions")?.trimmedText ?? ""
    guard let sets = ExchangeNumber.whole(text), Limits.sets.contains(sets) else {
      log.fail(element.start, "Repetitions=\"\(text)\"", "a number is expected")
      return nil
    }
    return .group(ExchangeGroup(sets: sets, nodes: nodes, origin: element.origin))
  }

  private func step(of element: ExchangeElement) -> ExchangeStep {
    var step = ExchangeStep(
      name: element.child("Name")?.trimmedText, kind: .step, length: nil, notes: element.child("Notes")?.trimmedText,
      origin: element.origin)
    if element.child("Intensity")?.trimmedText.lowercased() == "resting" { step.intensity = .rest }
    step.target = target(element.child("Target")).map { Target([$0]) }
    let duration = element.child("Duration")
    func number(_ path: String..., scale: Double = 1) -> Int? {
      var found = duration
      for name in path { found = found?.child(name) }
      return found.flatMap { ExchangeNumber.whole($0.trimmedText, scale: scale) }.flatMap { $0 >= 0 ? $0 : nil }
    }
    switch Self.type(of: duration) {
    case "time_t":
      if let seconds = number("Seconds", scale: 1000) {
        step.length = .milliseconds(seconds)
      } else {
        log.fail(
          .text((duration ?? element).location, "Duration"),
          "Seconds=\"\(duration?.child("Seconds")?.trimmedText ?? "")\"", "a number is expected")
      }
    case "distance_t": open(&step, number("Meters", scale: 1000).map(OpenStep.name(metres:)), "distance")
    case "heartrateabove_t":
      open(&step, number("HeartRate", "Value").map { "Heart rate above \($0) bpm" }, "heart rate")
    case "heartratebelow_t":
      open(&step, number("HeartRate", "Value").map { "Heart rate below \($0) bpm" }, "heart rate")
    case "caloriesburned_t": open(&step, number("Calories").map { "\($0) kcal" }, "calories")
    default: break
    }
    return step
  }

  private func open(_ step: inout ExchangeStep, _ name: String?, _ ends: String) {
    step.name = [step.name, name].compactMap(\.self).joined(separator: ", ")
    OpenStep.report(step, ends: ends, log)
  }

  private func target(_ element: ExchangeElement?) -> Target.Part? {
    guard let element else { return nil }
    switch Self.type(of: element) {
    case "heartrate_t":
      let zone = element.child("HeartRateZone")
      if let number = zone?.child("Number").flatMap({ ExchangeNumber.whole($0.trimmedText, scale: 1000) }) {
        return number > 0 ? Target.Part(.heartRateZone, number) : nil
      }
      let (low, high) = (zone?.child("Low"), zone?.child("High"))
      let isRelative = Self.type(of: low).contains("percent")
      guard let from = rate(low), let to = rate(high) else { return nil }
      return Target.Part(isRelative ? .percentOfMaximumHeartRate : .beatsPerMinute, from, to: to)
    case "cadence_t":
      guard let from = rate(element.child("Low")), let to = rate(element.child("High")) else { return nil }
      return Target.Part(.revolutionsPerMinute, from, to: to)
    case "none_t", "": return nil
    case let type:
      log.warn(.line(element.location.line, "Target"), that: "\"\(type)\"", "means nothing here")
      return nil
    }
  }

  /// The number in the element or in its `Value`, in thousandths.
  private func rate(_ element: ExchangeElement?) -> Int? {
    guard let text = (element?.child("Value") ?? element)?.trimmedText,
      let number = ExchangeNumber.whole(text, scale: 1000), number > 0
    else { return nil }
    return number
  }
}
