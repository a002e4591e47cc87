import StrictJSON
import WorkoutModel

/// Writes workouts of Just Another Workout Timer.
enum JAWTWriter {
  private static let version = 2

  static func write(_ tree: ExchangeTree, _ log: ExchangeLog) throws(ExchangeError) -> [UInt8] {
    let aligned = try tree.unrolled(below: 1, log).timed(.seconds(60), log).aligned(to: .seconds(1), log)
    let sets = aligned.nodes.sections.map { set($0.steps, repetitions: $0.group?.sets ?? 1) }
    aligned.report(.target, .notes, .words, to: log)
    aligned.report("the intensity", log) { !IntensityRules.isFound($0.holding()) }
    aligned.report(.description, .author, .tags, .texts, to: log)
    let workout: JSONFields = ["title": tree.name, "sets": sets, "version": version, "position": -1]
    return Array((workout.line(.compact) + "\n").utf8)
  }

  private static func set(_ steps: [ExchangeStep], repetitions: Int) -> JSONFields {
    let exercises: [JSONFields] = steps.map { ["name": $0.name ?? "Exercise", "duration": $0.seconds] }
    return ["repetitions": repetitions, "exercises": exercises]
  }
}

/// Writes OpenHIIT timers, which have one work length and one rest length.
struct OpenHIITWriter {
  /// The contents of the file; throws at the first step that doesn't fit.
  static func write(_ tree: ExchangeTree, _ log: ExchangeLog) throws(ExchangeError) -> [UInt8] {
    let aligned = try tree.unrolled(below: 0, log).timed(.seconds(60), log).aligned(to: .seconds(1), log)
    var shape = OpenHIITShape(aligned.nodes.steps)
    guard shape.isWhole, let work = shape.work else {
      let step = shape.rest.first
      let what = step?.name.map { "\"\($0)\"" } ?? "the workout"
      let why = "does not fit OpenHIIT, which has one length of work, one of rest and one of breaks"
      throw ExchangeError(step?.origin ?? .file("phases"), that: what, why)
    }
    shape.names = shape.names.allSatisfy(BuiltInWord.work.isNamed) ? [] : shape.names
    aligned.report(.target, .notes, .words, .description, .author, .tags, .texts, to: log)
    aligned.report("the intensity", log) { $0.intensity == .low || $0.intensity == .sit }
    tellNames(aligned, shape, log)
    let total = aligned.nodes.steps.reduce(0) { $0 + $1.seconds }
    let times: JSONFields = [
      "id": "", "timerId": "", "workTime": work, "restTime": shape.pause, "breakTime": shape.breakTime,
      "warmupTime": shape.warmup, "cooldownTime": shape.cooldown, "getReadyTime": shape.ready,
      "restarts": shape.rounds - 1,
    ]
    let sounds: JSONFields = [
      "id": "", "timerId": "", "workSound": "", "restSound": "", "halfwaySound": "", "endSound": "",
      "countdownSound": "",
    ]
    let timer: JSONFields = [
      "id": "", "name": tree.name, "timerIndex": 0, "totalTime": total, "intervals": aligned.nodes.steps.count,
      "activeIntervals": shape.intervals, "activities": shape.names, "showMinutes": 1, "color": 4_280_391_411,
      "timeSettings": times, "soundSettings": sounds,
    ]
    return Array(([timer].json.line(.compact) + "\n").utf8)
  }

  /// Adds a loss for names: OpenHIIT names all intervals but work itself.
  private static func tellNames(_ tree: ExchangeTree, _ shape: OpenHIITShape, _ log: ExchangeLog) {
    tree.report("the name", log) { step in
      guard let name = step.name, step.intensity != .high, step.intensity != .low || OpenHIITShape.isRest(step) else {
        return false
      }
      return ![BuiltInWord.getReady, .warmUp, .rest, .coolDown].contains { $0.isNamed(name) }
    }
  }
}

/// The structure of an OpenHIIT timer, matched against steps.
struct OpenHIITShape {
  private(set) var (ready, warmup, pause, breakTime, cooldown) = (0, 0, 0, 0, 0)
  /// Work, in seconds.
  private(set) var work: Int?
  private(set) var intervals = 0
  private(set) var rounds = 1
  var names: [String] = []
  private(set) var rest: ArraySlice<ExchangeStep>

  var isWhole: Bool { rest.isEmpty && work != nil }

  init(_ steps: [ExchangeStep]) {
    rest = steps[...]
    ready = removeFirst { $0.intensity == .prepare }
    warmup = removeFirst { $0.intensity == .warmup }
    let afterWarmup = warmup > 0 ? removeFirst(where: Self.isRest) : 0
    if let last = rest.last, last.intensity == .cooldown {
      cooldown = last.seconds
      rest.removeLast()
    }
    readRounds()
    // The rest after a warm-up is as long as those between intervals.
    if isWhole, warmup > 0, afterWarmup != pause {
      if intervals == 1, rounds == 1 { pause = afterWarmup } else { rest = steps[...] }
    }
  }

  /// Whether a step is rest, by its intensity or its name.
  static func isRest(_ step: ExchangeStep) -> Bool {
    step.intensity == .rest || IntensityRules.intensity(of: ExchangeStep(length: nil), name: step.name ?? "") == .rest
  }

  /// Removes the first step if it is of a kind; returns its length in seconds, or else 0.
  private mutating func removeFirst(where isMeant: (ExchangeStep) -> Bool) -> Int {
    guard let first = rest.first, isMeant(first) else { return 0 }
    rest.removeFirst()
    return first.seconds
  }

  /// Reads alternating work and rest; a rest of another length is the break between two rounds.
  private mutating func readRounds() {
    let steps = rest
    guard let first = steps.first, first.intensity == .high || first.intensity == .low else { return }
    let length = first.seconds
    var isWork = true
    var pauses: [Int] = []
    var all: [String] = []
    for step in steps {
      let isRest = Self.isRest(step)
      // Without rests, all work intervals are consecutive.
      if isWork, isRest || step.seconds != length { return }
      if isRest {
        pauses.append(step.seconds)
        isWork = true
      } else {
        if !isWork { pauses.append(0) }
        guard step.seconds == length else { return }
        all.append(step.name ?? BuiltInWord.work.rawValue)
        isWork = false
      }
    }
    guard pauses.count == all.count - 1 else { return }
    let own = pauses.first ?? 0
    let breaks = pauses.indices.filter { pauses[$0] != own }
    let size = breaks.first.map { $0 + 1 } ?? all.count
    let longest = breaks.first.map { pauses[$0] } ?? 0
    guard all.count.isMultiple(of: size),
      pauses.indices.allSatisfy({ pauses[$0] == (($0 + 1).isMultiple(of: size) ? longest : own) || breaks.isEmpty }),
      breaks.isEmpty || longest > 0,
      stride(from: 0, to: all.count, by: size).allSatisfy({ Array(all[$0..<$0 + size]) == Array(all[..<size]) })
    else { return }
    (work, pause, breakTime, intervals) = (length, own, longest, size)
    (rounds, names) = (all.count / size, Array(all[..<size]))
    rest = []
  }
}
