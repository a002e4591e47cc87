import StrictJSON
import WorkoutModel

/// Reads workouts of the intervals.icu API: `workout_doc` with its `steps`.
enum IntervalsJSONReader {
  /// The workouts in a file, which has one or a list of them.
  static func trees(_ root: JSONValue, _ log: ExchangeLog) -> [ExchangeTree] {
    (root.list ?? [root]).map { tree(of: $0, log) }
  }

  static func isWorkout(_ json: JSONValue) -> Bool { json["workout_doc"] != nil || json["steps"]?.list != nil }

  private static func tree(of workout: JSONValue, _ log: ExchangeLog) -> ExchangeTree {
    let document = workout["workout_doc"]?.embeddedObject ?? workout
    let steps = document["steps"]?.list ?? []
    let words = workout["workout_doc"] == nil ? nil : workout["description"]?.text
    return ExchangeTree(
      name: workout["name"]?.text ?? document["name"]?.text ?? "",
      // The description of a calendar event is its workout text.
      description: document["description"]?.text ?? (words?.contains("\n-") == true ? nil : words),
      tags: workout["tags"]?.list?.compactMap(\.text) ?? [],
      nodes: steps.enumerated().flatMap { nodes(of: $1, path: "steps[\($0)]", log) })
  }

  private static func nodes(
    of json: JSONValue, path: String, _ log: ExchangeLog
  ) -> [ExchangeNode] {
    guard let inner = json["steps"]?.list else { return step(json, path, log).map { [.step($0)] } ?? [] }
    let nodes = inner.enumerated().flatMap { self.nodes(of: $1, path: "\(path).steps[\($0)]", log) }
    let sets = json.count("reps", log) ?? 1
    for key in json.keys where !known.contains(key) && !key.hasPrefix("_") {
      log.warn(json.origin(path), that: "\"\(key)\"", "means nothing here")
    }
    if nodes.isEmpty || sets == 0 {
      log.warn(json.origin(path), that: "a repeat of nothing", "was left out")
      return []
    }
    let text = json["text"]?.text
    if sets == 1, let text { log.warn(json.origin(path), that: "the text \"\(text)\" of steps done once") }
    return nodes.repeated(sets, name: text, origin: json.origin(path))
  }

  private static func step(_ json: JSONValue, _ path: String, _ log: ExchangeLog) -> ExchangeStep? {
    let isRamp = json["ramp"]?.bool == true
    let parts = measured.compactMap { key in part(json[key], key, isRamp, path, log) }
    let kind = kinds.first { json[$0.key]?.bool == true }?.kind ?? (isRamp ? .ramp : .steady)
    var step = ExchangeStep(
      name: json["text"]?.text, kind: kind, intensity: intensity(json), length: json.seconds("duration", log),
      target: parts.isEmpty ? nil : Target(parts), origin: json.origin(path))
    if json["until_lap_press"]?.bool == true {
      step.length = nil
      step.name = step.name ?? BuiltInWord.lap.placeholder
      OpenStep.report(step, ends: "a button", log)
    } else if let metres = json.number("distance", log), metres > 0 {
      step.name = OpenStep.name(step.name, OpenStep.name(metres: metres))
      step.length = nil
      OpenStep.report(step, ends: "distance", log)
    } else if step.length == nil {
      log.warn(json.origin(path), that: "a step without a length", "was left out")
      return nil
    }
    for key in json.keys where !known.contains(key) && !key.hasPrefix("_") && !key.hasPrefix("hide") {
      log.warn(json.origin(path), that: "\"\(key)\"", "means nothing here")
    }
    return step
  }

  /// The kinds of steps by their keys, of which the first counts.
  private static let kinds: [(key: String, kind: BuiltInWord)] = [
    ("warmup", .warmUp), ("cooldown", .coolDown), ("freeride", .freeRide), ("maxeffort", .maxEffort),
  ]
  private static let measured = ["power", "hr", "pace", "cadence"]
  private static let known = Set(
    measured + [
      "ramp", "warmup", "cooldown", "freeride", "maxeffort", "text", "duration", "until_lap_press", "distance", "reps",
      "steps", "intensity",
    ])

  private static func intensity(_ json: JSONValue) -> Intensity? {
    if json["warmup"]?.bool == true { return .warmup }
    if json["cooldown"]?.bool == true { return .cooldown }
    if json["maxeffort"]?.bool == true { return .high }
    switch json["intensity"]?.text {
    case "warmup": return .warmup
    case "cooldown": return .cooldown
    case "rest", "recovery": return .rest
    default: return nil
    }
  }

  private static func part(
    _ json: JSONValue?, _ key: String, _ isRamp: Bool, _ path: String, _ log: ExchangeLog
  ) -> Target.Part? {
    guard let json else { return nil }
    let units = json["units"]?.text?.lowercased() ?? ""
    let from = json.number("start", log) ?? json.number("value", log)
    guard let from else { return nil }
    let to = json.number("end", log) ?? from
    guard let (measure, scale) = measure(units, key) else {
      log.warn(json.origin(path), that: "\"\(key)\" in \"\(units)\"", "means nothing here")
      return nil
    }
    let (first, last) = (Int(Double(from) * scale), Int(Double(to) * scale))
    return Target.Part(measure, first, to: last, isRamp: isRamp && key != "cadence" && first != last)
  }

  /// The measure of a unit, and the factor to Cuebell's unit.
  private static func measure(_ units: String, _ key: String) -> (Target.Measure, Double)? {
    switch (units, key) {
    case ("%ftp", _): (.percentOfFTP, 1)
    case ("w", _), ("watts", _): (.watts, 1)
    case ("power_zone", _): (.powerZone, 1)
    case ("%hr", _): (.percentOfMaximumHeartRate, 1)
    case ("%lthr", _): (.percentOfThresholdHeartRate, 1)
    case ("bpm", _): (.beatsPerMinute, 1)
    case ("hr_zone", _): (.heartRateZone, 1)
    case ("%pace", _): (.percentOfThresholdPace, 1)
    case ("pace_zone", _): (.paceZone, 1)
    case ("secs/km", _), ("secs_km", _): (.secondsPerKilometre, 1)
    case ("mins/km", _), ("mins_km", _): (.secondsPerKilometre, 60)
    case ("mins/mile", _), ("mins_mile", _): (.secondsPerMile, 60)
    case ("secs/100m", _), ("secs_100m", _): (.secondsPer100Metres, 1)
    case ("secs/500m", _), ("secs_500m", _): (.secondsPer500Metres, 1)
    case ("rpm", _), ("", "cadence"): (.revolutionsPerMinute, 1)
    default: nil
    }
  }
}
