import StrictJSON
import WorkoutModel

/// Reads OpenHIIT exports, which are lists of timers with rounds of active intervals.
enum OpenHIITReader {
  static func trees(_ root: JSONValue, _ log: ExchangeLog) -> [ExchangeTree] {
    (root.list ?? [root]).enumerated().map { tree(of: $1, path: "[\($0)]", log) }
  }

  static func isTimer(_ json: JSONValue) -> Bool { json["timeSettings"] != nil }

  private static func tree(of timer: JSONValue, path: String, _ log: ExchangeLog) -> ExchangeTree {
    guard let times = timer["timeSettings"]?.embeddedObject else {
      log.fail(timer.origin(path), that: "a timer", "needs its \"timeSettings\"")
      return ExchangeTree()
    }
    func word(_ word: BuiltInWord) -> String { word.placeholder }
    func length(_ key: String) -> Duration { times.seconds(key, log) ?? .zero }
    func step(_ name: String, _ intensity: Intensity, _ length: Duration, isBetween: Bool = false) -> [ExchangeNode] {
      let step = ExchangeStep(
        name: name, intensity: intensity, length: length, skipsLastSet: isBetween, origin: timer.origin(path))
      return length == .zero ? [] : [.step(step)]
    }
    let (work, rest) = (length("workTime"), length("restTime"))
    let (warmup, pause) = (length("warmupTime"), length("breakTime"))
    let intervals = timer.count("activeIntervals", log) ?? 0
    let rounds = (times.count("restarts", log) ?? 0) + 1
    let names = (timer["activities"]?.list ?? []).compactMap(\.text)
    var round: [ExchangeNode] = []
    if names.isEmpty {
      let set = step(word(.work), .high, work) + step(word(.rest), .rest, rest, isBetween: true)
      round = group(set, sets: intervals, at: timer.origin(path))
    } else {
      for index in 0..<min(intervals, Limits.nodes + 1) {
        round += step(index < names.count ? names[index] : word(.work), .high, work)
        if index < intervals - 1 { round += step(word(.rest), .rest, rest) }
      }
    }
    // Without a break, the rest separates two rounds.
    let between = step(
      word(.rest), .rest, pause > .zero ? pause : rest, isBetween: true)
    var nodes = step(word(.getReady), .prepare, length("getReadyTime")) + step(word(.warmUp), .warmup, warmup)
    if warmup > .zero { nodes += step(word(.rest), .rest, rest) }
    nodes += rounds == 1 ? round : group(round + between, sets: rounds, at: timer.origin(path))
    nodes += step(word(.coolDown), .cooldown, length("cooldownTime"))
    if timer["soundSettings"] != nil {
      log.warn(timer.origin(path), that: "\"soundSettings\"", "became the sounds of the style hiit")
    }
    return ExchangeTree(name: timer["name"]?.text ?? "", nodes: nodes)
  }

  private static func group(
    _ nodes: [ExchangeNode], sets: Int, at origin: ExchangeOrigin
  ) -> [ExchangeNode] {
    if nodes.isEmpty || sets == 0 { return [] }
    return [.group(ExchangeGroup(sets: sets, nodes: nodes, origin: origin))]
  }
}
