import WorkoutModel

/// Writes FIT workouts for watches and bicycle computers.
///
/// The output is deterministic: the creation time is a constant, and the serial number, by which devices distinguish
/// files, is a hash of the steps.
struct FITWriter {
  private typealias Step = FITProfile.Step

  private static let deviceSteps = 50
  /// 2024-01-01T00:00:00Z in seconds since the FIT epoch, 1989-12-31T00:00:00Z.
  private static let created = 1_073_001_600

  /// A step or repeat in its written form.
  private struct Record {
    var name: String?
    var notes: String?
    var values: [Int: Int] = [:]
  }

  private let log: ExchangeLog
  private var records: [Record] = []

  static func write(_ tree: ExchangeTree, _ log: ExchangeLog) throws(ExchangeError) -> [UInt8] {
    let aligned = try tree.unrolled(below: 1, log).aligned(to: .milliseconds(1), log)
    var writer = FITWriter(log: log)
    writer.add(aligned)
    return writer.file(aligned)
  }

  private mutating func add(_ tree: ExchangeTree) {
    for node in tree.nodes {
      switch node {
      case .step(let step): add(step)
      case .group(let group):
        let first = records.count
        for case .step(let step) in group.nodes { add(step) }
        records.append(
          Record(values: [
            Step.durationType: FITProfile.Duration.repeatSteps, Step.durationValue: first, Step.targetValue: group.sets,
          ]))
        if group.name != nil { log.warn(group.origin, that: "the name of a group") }
      }
    }
    if records.count > Self.deviceSteps {
      log.warn(
        .file("phases"), that: "\(records.count) steps",
        "are more than the \(Self.deviceSteps) that most watches accept")
    }
    tree.report(.cap, to: log)
    tree.report("words besides the notes", log) { $0.say != nil && $0.notes != nil && $0.say != $0.notes }
    tree.report(.texts, .author, .tags, to: log)
  }

  private mutating func add(_ step: ExchangeStep) {
    var record = Record(name: step.name, notes: step.notes ?? step.say)
    if let length = step.length {
      record.values[Step.durationType] = FITProfile.Duration.time
      record.values[Step.durationValue] = Int(length.inNanoseconds / 1_000_000)
    } else {
      record.values[Step.durationType] = FITProfile.Duration.open
    }
    let (values, part, rest) = FITTarget.values(step.target)
    record.values.merge(values) { _, new in new }
    step.tellTarget(rest, log)
    // The fields as a reader sees them.
    let fields = values.mapValues { FITValue.number($0) }
    let kept = FITTarget.part(FITMessage(global: FITProfile.workoutStep, fields: fields, offset: 0))
    if let part, let kept, kept != part {
      log.warn(step.origin, that: "the target \"\(part)\"", "became \"\(kept)\"")
    }
    record.values[Step.intensity] = intensity(step.holding(kept))
    records.append(record)
  }

  /// The intensity to write; *active* if a reader derives the same from the rest of the step.
  private func intensity(_ step: ExchangeStep) -> Int {
    let own = step.intensity ?? .high
    if IntensityRules.isFound(step), [.high, .prepare, .sit].contains(own) { return FITProfile.Intensity.active }
    if let number = FITProfile.number(of: own) { return number }
    step.tellIntensity(log)
    // The intensity that a reader derives, so that exporting the result again gives the same file.
    let found = IntensityRules.found(step)
    return found == .high ? FITProfile.Intensity.active : FITProfile.number(of: found) ?? FITProfile.Intensity.active
  }

  private func file(_ tree: ExchangeTree) -> [UInt8] {
    var encoder = FITEncoder()
    let name = cut(tree.name, "name") ?? "Workout"
    let description = cut(tree.description, "description")
    let names = records.map { cut($0.name, "a name") }
    let notes = records.map { cut($0.notes, "notes") }
    func size(_ texts: [String?]) -> Int { (texts.compactMap { $0?.utf8.count }.max() ?? 0) + 1 }

    encoder.begin(FITProfile.workoutFile, serial: serialNumber(name), created: Self.created)
    var workoutFields: [FITEncoder.Field] = [
      .enumeration(FITProfile.Workout.sport), .uint16(FITProfile.Workout.validSteps),
      .text(FITProfile.Workout.name, size: size([name])),
    ]
    var workout: [FITValue?] = [.number(sport), .number(records.count), .text(name)]
    if let description {
      workoutFields.append(.text(FITProfile.Workout.description, size: size([description])))
      workout.append(.text(description))
    }
    encoder.define(1, global: FITProfile.workout, workoutFields)
    encoder.add(1, workoutFields, workout)

    var fields: [FITEncoder.Field] = [
      .uint16(Step.index), .enumeration(Step.durationType), .uint32(Step.durationValue),
      .enumeration(Step.targetType), .uint32(Step.targetValue), .uint32(Step.low), .uint32(Step.high),
      .enumeration(Step.intensity),
    ]
    let numbers = fields.dropFirst().map(\.number)
    fields.append(.text(Step.name, size: size(names)))
    fields.append(.text(Step.notes, size: size(notes)))
    encoder.define(2, global: FITProfile.workoutStep, fields)
    for (index, record) in records.enumerated() {
      let values: [FITValue?] = numbers.map { number in record.values[number].map { .number($0) } }
      encoder.add(
        2, fields,
        [.number(index)] + values + [names[index].map { .text($0) }, notes[index].map { .text($0) }])
    }
    return encoder.file
  }

  /// The sport, without which devices don't show a workout: running for paces, cycling for power, otherwise training.
  private var sport: Int {
    let types = records.compactMap { $0.values[Step.targetType] }
    return types.contains(FITProfile.Target.power) ? 2 : types.contains(FITProfile.Target.speed) ? 1 : 10
  }

  /// The serial number of a file with this name and the numbers of the steps.
  private func serialNumber(_ name: String) -> Int {
    FITEncoder.serialNumber(of: name + records.map { "\($0.values.sorted { $0.key < $1.key })" }.joined())
  }

  /// A text truncated to fit a field, between characters.
  private func cut(_ text: String?, _ what: String) -> String? {
    guard let text, !text.isEmpty else { return nil }
    let short = FITEncoder.cut(text)
    if short == text { return text }
    log.warn(.file, that: "\(what) of \(text.utf8.count) bytes", "was cut to \(short.utf8.count)")
    return short
  }
}

extension FITTarget {
  /// The field values for a target, and the part that they can't express.
  static func values(_ target: Target?) -> (values: [Int: Int], part: Target.Part?, rest: String) {
    let open = [Step.targetType: FITProfile.Target.open]
    guard let target else { return (open, nil, "") }
    guard let parts = target.parts else { return (open, nil, target.description) }
    guard let index = parts.firstIndex(where: { values($0) != nil }), let values = values(parts[index]) else {
      return (open, nil, target.description)
    }
    var rest = parts
    rest.remove(at: index)
    return (values, parts[index], rest.map(\.description).joined(separator: " "))
  }

  private static func values(_ part: Target.Part) -> [Int: Int]? {
    let (low, high) = (min(part.from, part.to), max(part.from, part.to))
    func custom(_ type: Int, offset: Int, below limit: Int) -> [Int: Int]? {
      let (low, high) = ((low + 500) / 1000 + offset, (high + 500) / 1000 + offset)
      guard high <= limit else { return nil }
      return [Step.targetType: type, Step.targetValue: 0, Step.low: low, Step.high: high]
    }
    func zone(_ type: Int) -> [Int: Int]? {
      guard low == high, low.isMultiple(of: 1000), (1000...10_000).contains(low) else { return nil }
      return [Step.targetType: type, Step.targetValue: low / 1000]
    }
    switch part.measure {
    case .percentOfFTP: return custom(FITProfile.Target.power, offset: 0, below: 1000)
    case .watts: return custom(FITProfile.Target.power, offset: 1000, below: 9999)
    case .powerZone: return zone(FITProfile.Target.power)
    case .percentOfMaximumHeartRate: return custom(FITProfile.Target.heartRate, offset: 0, below: 100)
    case .beatsPerMinute: return custom(FITProfile.Target.heartRate, offset: 100, below: 355)
    case .heartRateZone: return zone(FITProfile.Target.heartRate)
    case .revolutionsPerMinute: return custom(FITProfile.Target.cadence, offset: 0, below: 999)
    case .secondsPerKilometre:
      guard low > 0 else { return nil }
      // The slower one first, as a speed in millimetres per second.
      return [
        Step.targetType: FITProfile.Target.speed, Step.targetValue: 0, Step.low: pace(high), Step.high: pace(low),
      ]
    default: return nil
    }
  }
}
