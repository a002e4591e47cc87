import WorkoutModel

/// Reads FIT workouts of watches and bicycle computers.
struct FITReader {
  private typealias Step = FITProfile.Step

  private let log: ExchangeLog
  private var tree = ExchangeTree()
  /// The nodes read so far, each with the number of its first step.
  private var nodes: [(first: Int, node: ExchangeNode)] = []

  static func tree(_ bytes: [UInt8], _ log: ExchangeLog) throws(ExchangeError) -> ExchangeTree {
    var reader = FITReader(log: log)
    let wanted: Set = [FITProfile.fileID, FITProfile.workout, FITProfile.workoutStep]
    try reader.read(FITDecoder.messages(bytes, of: wanted, atMost: 2 * Limits.nodes))
    return reader.tree
  }

  private mutating func read(_ messages: [FITMessage]) throws(ExchangeError) {
    if let id = messages.first(where: { $0.global == FITProfile.fileID }), let type = id.number(0) {
      guard type == FITProfile.workoutFile else {
        let what = type == 4 ? "a recorded activity" : "a file of type \(type)"
        throw ExchangeError(.byte(id.offset, "file_id"), that: what, "is not a workout")
      }
    }
    if let workout = messages.first(where: { $0.global == FITProfile.workout }) {
      tree.name = workout.text(FITProfile.Workout.name) ?? ""
      tree.description = workout.text(FITProfile.Workout.description)
    }
    let steps = messages.filter { $0.global == FITProfile.workoutStep }
    // Steps are ordered by their index; without one they are in file order.
    let ordered = steps.enumerated().map { ($1.number(Step.index) ?? $0, $1) }.sorted { $0.0 < $1.0 }
    for (index, step) in ordered { read(step, at: index) }
    tree.nodes = nodes.map(\.node)
  }

  private mutating func read(_ step: FITMessage, at index: Int) {
    let type = step.number(Step.durationType) ?? FITProfile.Duration.open
    guard FITProfile.Duration.repeats.contains(type) else {
      return nodes.append((index, .step(self.step(step, type))))
    }
    let origin = ExchangeOrigin.byte(step.offset, "workout_step")
    let first = step.number(Step.durationValue) ?? 0
    var sets = step.number(Step.targetValue) ?? 1
    if type != FITProfile.Duration.repeatSteps {
      log.warn(origin, that: "a repeat that doesn't end by a number", "is done once")
      sets = 1
    }
    guard Limits.sets.contains(sets) else {
      return log.fail(origin, that: "\(sets) repeats", "are not 1…100000")
    }
    var inner: [ExchangeNode] = []
    while let last = nodes.last, last.first >= first {
      inner.append(last.node)
      nodes.removeLast()
    }
    if inner.isEmpty {
      return log.fail(origin, that: "a repeat", "has no steps before it")
    }
    inner.reverse()
    if step.number(Step.skipsLastRest) == 1, case .step(var last)? = inner.last, inner.count > 1 {
      inner.removeLast()
      last.skipsLastSet = true
      // The last step of a single round is left out altogether.
      if sets > 1 { inner.append(.step(last)) }
    }
    // An enclosing repeat refers to the first of these steps.
    nodes += inner.repeated(sets, origin: origin).map { (max(first, 0), $0) }
  }

  private func step(_ message: FITMessage, _ type: Int) -> ExchangeStep {
    let value = message.number(Step.durationValue)
    var step = ExchangeStep(name: message.text(Step.name), length: nil, origin: .byte(message.offset, "workout_step"))
    step.intensity = FITProfile.intensity(message.number(Step.intensity))
    step.notes = message.text(Step.notes)
    step.say = step.notes
    let part = FITTarget.part(message)
    if part == nil, let type = message.number(Step.targetType), type != FITProfile.Target.open {
      log.warn(step.origin, that: "a target of type \(type)", "means nothing here")
    }
    step.target = part.map { Target([$0]) }
    step.kind = Self.kind(step.intensity, hasTarget: part != nil)
    switch type {
    case FITProfile.Duration.time, FITProfile.Duration.repetitionTime: step.length = .milliseconds(value ?? 0)
    case FITProfile.Duration.open: break
    default:
      let (name, what) = FITProfile.Duration.open(type, value)
      step.name = OpenStep.name(step.name, name)
      OpenStep.report(step, ends: what, log)
    }
    return step
  }

  /// The kind of a step, from which an unnamed step gets a name.
  private static func kind(_ intensity: Intensity?, hasTarget: Bool) -> BuiltInWord {
    switch intensity {
    case .warmup: .warmUp
    case .cooldown: .coolDown
    case .rest: .rest
    case .low: .recover
    default: hasTarget ? .steady : .step
    }
  }
}
