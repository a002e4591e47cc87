import SessionReporting
import WorkoutModel

/// Writes FIT activities: the session as a watch would have recorded it.
///
/// Messages are in the order of time, as the protocol asks for: each lap follows its records, and session and activity
/// are last. Laps have no names; each refers to a step of the workout in the file that has one.
struct FITActivityWriter {
  private typealias Field = FITEncoder.Field
  private typealias Profile = FITProfile.Activity

  /// The FIT epoch, 1989-12-31T00:00:00Z, in milliseconds since 1970.
  private static let epoch = 631_065_600_000
  private static let timestamp = 253

  /// A message type with its definition.
  private struct Kind {
    let local: UInt8
    let global: Int
    let fields: [Field]

    func adding(_ more: [Field]) -> Kind { Kind(local: local, global: global, fields: fields + more) }
  }

  private static let event = Kind(
    local: 3, global: Profile.event, fields: [.uint32(timestamp), .enumeration(0), .enumeration(1)])
  private static let record = Kind(local: 4, global: Profile.record, fields: [.uint32(timestamp)])
  private static let lap = Kind(
    local: 5, global: Profile.lap,
    fields: [
      .uint16(254), .uint32(timestamp), .uint32(2), .uint32(7), .uint32(8), .enumeration(0), .enumeration(1),
      .enumeration(23), .enumeration(24), .enumeration(25), .uint16(71),
    ])
  private static let session = Kind(
    local: 6, global: Profile.session,
    fields: [
      .uint16(254), .uint32(timestamp), .uint32(2), .uint32(7), .uint32(8), .enumeration(0), .enumeration(1),
      .enumeration(5), .enumeration(6), .uint16(25), .uint16(26), .enumeration(28), .uint8(193),
    ])
  private static let activity = Kind(
    local: 7, global: Profile.activity,
    fields: [
      .uint32(timestamp), .uint32(0), .uint16(1), .enumeration(2), .enumeration(3), .enumeration(4), .uint32(5),
    ])

  /// A name and an intensity, to which laps refer.
  private struct Step: Hashable {
    let name: String
    let intensity: Int
  }

  private let recorded: RecordedSession
  /// With the heart rate, the cadence and the power if anything was measured, and with the mean and the maximum of the
  /// heart rate.
  private let (record, lap, session): (Kind, Kind, Kind)
  private var encoder = FITEncoder()
  private var steps: [Step] = []

  private init(_ recorded: RecordedSession) {
    self.recorded = recorded
    let isMeasured = !recorded.samples.isEmpty
    record = isMeasured ? Self.record.adding([.uint8(3), .uint8(4), .uint16(7)]) : Self.record
    lap = isMeasured ? Self.lap.adding([.uint8(15), .uint8(16)]) : Self.lap
    session = isMeasured ? Self.session.adding([.uint8(16), .uint8(17)]) : Self.session
  }

  static func write(_ session: RecordedSession) -> [UInt8] {
    var writer = FITActivityWriter(session)
    writer.addHead()
    writer.addBody()
    writer.addSums()
    return writer.encoder.file
  }

  /// The file's identity, and the workout with its steps.
  private mutating func addHead() {
    let serial = FITEncoder.serialNumber(of: "\(recorded.name)\(recorded.wall(at: recorded.start))")
    encoder.begin(Profile.file, serial: serial, created: time(recorded.start))
    for step in recorded.laps.map(step) where !steps.contains(step) { steps.append(step) }
    let name = FITEncoder.cut(recorded.name)
    let workout: [Field] = [
      .enumeration(FITProfile.Workout.sport), .uint16(FITProfile.Workout.validSteps),
      .text(FITProfile.Workout.name, size: name.utf8.count + 1),
    ]
    encoder.define(1, global: FITProfile.workout, workout)
    encoder.add(1, workout, [.number(Profile.training), .number(steps.count), .text(name)])
    let size = (steps.map(\.name.utf8.count).max() ?? 0) + 1
    let fields: [Field] = [
      .uint16(FITProfile.Step.index), .enumeration(FITProfile.Step.durationType),
      .enumeration(FITProfile.Step.intensity), .text(FITProfile.Step.name, size: size),
    ]
    encoder.define(2, global: FITProfile.workoutStep, fields)
    for (index, step) in steps.enumerated() {
      encoder.add(
        2, fields,
        [.number(index), .number(FITProfile.Duration.open), .number(step.intensity), .text(step.name)])
    }
  }

  private func step(of lap: RecordedSession.Lap) -> Step {
    Step(
      name: FITEncoder.cut(lap.phase.name),
      intensity: Intensity(rawValue: lap.phase.intensity).flatMap(FITProfile.number) ?? FITProfile.Intensity.active)
  }

  /// The timer's starts and stops, a record at each and at each new phase, and the laps.
  private mutating func addBody() {
    for kind in [Self.event, record, lap] { encoder.define(kind.local, global: kind.global, kind.fields) }
    var messages: [(at: Duration, kind: Kind, values: [Int?])] = []
    let runs = recorded.course.runs(in: recorded.start..<recorded.end)
    for run in runs {
      for (at, type) in [(run.lowerBound, Profile.start), (run.upperBound, Profile.stopAll)] {
        let pair: [(Kind, [Int?])] = [
          (Self.event, [time(at), Profile.timer, type]), (record, values(of: Sample(at: at, values: [:]))),
        ]
        for (kind, values) in type == Profile.start ? pair : pair.reversed() { messages.append((at, kind, values)) }
      }
    }
    for start in recorded.laps.map(\.time.lowerBound)
    where runs.contains(where: { $0.lowerBound < start && start < $0.upperBound }) {
      messages.append((start, record, values(of: Sample(at: start, values: [:]))))
    }
    for run in runs {
      for sample in recorded.samples(in: run) { messages.append((sample.at, record, values(of: sample))) }
    }
    for (index, lap) in recorded.laps.enumerated() {
      messages.append((lap.time.upperBound, self.lap, values(of: lap, at: index)))
    }
    // At one instant they keep this order.
    for message in messages.sorted(by: { $0.at < $1.at }) { add(message.kind, message.values) }
  }

  private typealias Sample = RecordedSession.Sample

  private func values(of sample: Sample) -> [Int?] {
    let values = recorded.samples.isEmpty ? [] : [Signal.heartRate, .cadence, .power].map { sample.values[$0] }
    // 255 stands for none.
    return [time(sample.at)] + values.enumerated().map { $0 == 1 ? $1.map { min($0, 254) } : $1 }
  }

  /// The mean and the maximum of the heart rate in a span, if anything was measured.
  private func heartRate(in span: Range<Duration>) -> [Int?] {
    if recorded.samples.isEmpty { return [] }
    let summary = recorded.heartRate(in: span)
    return [summary?.mean, summary?.maximum]
  }

  private func values(of lap: RecordedSession.Lap, at index: Int) -> [Int?] {
    let step = step(of: lap)
    let trigger = index == recorded.laps.count - 1 ? Profile.sessionEnd : Profile.manual
    return [index] + span(lap.time, lap.active) + [
      Profile.lapEvent, Profile.stop, step.intensity, trigger, Profile.training, steps.firstIndex(of: step),
    ] + heartRate(in: lap.time)
  }

  private mutating func addSums() {
    for kind in [session, Self.activity] { encoder.define(kind.local, global: kind.global, kind.fields) }
    let end = time(recorded.end)
    add(
      session,
      [0] + span(recorded.start..<recorded.end, recorded.active) + [
        Profile.sessionEvent, Profile.stop, Profile.training, Profile.generic, 0, recorded.laps.count,
        Profile.activityEnd, recorded.rpe.map { $0 * 10 },
      ] + heartRate(in: recorded.start..<recorded.end))
    let active = ExchangeNumber.milliseconds(recorded.active)
    add(
      Self.activity,
      [end, active, 1, Profile.manual, Profile.activityEvent, Profile.stop, end + recorded.zone])
  }

  /// The end, the start, and the length with and without pauses.
  private func span(_ range: Range<Duration>, _ active: Duration) -> [Int?] {
    let length = range.upperBound - range.lowerBound
    return [
      time(range.upperBound), time(range.lowerBound), ExchangeNumber.milliseconds(length),
      ExchangeNumber.milliseconds(active),
    ]
  }

  private mutating func add(_ kind: Kind, _ values: [Int?]) {
    encoder.add(kind.local, kind.fields, values.map { $0.map(FITValue.number) })
  }

  /// An instant in seconds since the epoch, rounded, so that errors never add up.
  private func time(_ instant: Duration) -> Int { max(0, (recorded.wall(at: instant) - Self.epoch + 500) / 1000) }
}
