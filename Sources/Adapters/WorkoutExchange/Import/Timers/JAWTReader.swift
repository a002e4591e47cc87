import StrictJSON

/// Reads workouts of Just Another Workout Timer: a single one, or a backup of all.
enum JAWTReader {
  static func trees(_ root: JSONValue, _ log: ExchangeLog) -> [ExchangeTree] {
    let workouts = root["workouts"]?.list ?? [root]
    return workouts.enumerated().map { index, workout in
      tree(of: workout, path: root["workouts"] == nil ? "sets" : "workouts[\(index)].sets", log)
    }
  }

  static func isWorkout(_ json: JSONValue) -> Bool { json["sets"]?.list != nil && json["title"] != nil }

  private static func tree(of workout: JSONValue, path: String, _ log: ExchangeLog) -> ExchangeTree {
    guard let sets = workout["sets"]?.list else {
      log.fail(workout.origin(path), that: "a workout", "needs its \"sets\"")
      return ExchangeTree()
    }
    var nodes: [ExchangeNode] = []
    for (index, set) in sets.enumerated() {
      let path = "\(path)[\(index)]"
      let exercises = (set["exercises"]?.list ?? []).map { exercise in
        ExchangeNode.step(step(exercise, path, log))
      }
      let count = set.count("repetitions", log) ?? 1
      if exercises.isEmpty || count == 0 { continue }
      nodes += exercises.repeated(count, origin: set.origin(path))
    }
    return ExchangeTree(name: workout["title"]?.text ?? "", nodes: nodes)
  }

  private static func step(_ exercise: JSONValue, _ path: String, _ log: ExchangeLog) -> ExchangeStep {
    // The program itself defaults to 30 s.
    ExchangeStep(
      name: exercise["name"]?.text, length: exercise.seconds("duration", log) ?? .seconds(30),
      origin: exercise.origin(path))
  }
}
