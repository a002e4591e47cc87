package import WorkoutModel

/// What the measurements of a past session say of the body: time in the targets, and recovery.
package struct SessionBody: Sendable {
  /// The time in which a signal was within a target, of that in which its value was known.
  package struct TargetTime: Equatable, Sendable {
    package var within = Duration.zero
    package var known = Duration.zero

    /// The share within, in whole per cent.
    package var percent: Int { Int((Int128(within.inNanoseconds) * 200 / Int128(known.inNanoseconds) + 1) / 2) }

    static func + (a: TargetTime, b: TargetTime) -> TargetTime {
      TargetTime(within: a.within + b.within, known: a.known + b.known)
    }
  }

  /// The time after which the drop of the heart rate is taken.
  static let recoveryTime = Duration.seconds(60)

  package let course: SessionCourse
  package let signals: [Signal: SignalCourse]
  /// The targets of the phases, in the order of `course`.
  let targets: [PhaseTarget?]
  /// The time in the target, by phase and signal; without signals that have no target there, or whose value wasn't
  /// known.
  package let phases: [[Signal: TargetTime]]
  package let total: [Signal: TargetTime]
  /// By how many beats the heart rate dropped in the first minute of a recovery, on average; `nil` if none is known.
  package let recovery: Int?

  /// The body in a session of `workout`; without that no target is known.
  package init(_ detail: SessionDetail, of workout: Workout? = nil, for body: BodyProfile = BodyProfile()) {
    let course = SessionCourse(detail)
    let measured = detail.signals.map { ($0.signal, SignalCourse($0.signal, detail)) }
    let signals = Dictionary(uniqueKeysWithValues: measured)
    let placed = PlacedTargets(measured.isEmpty ? nil : workout, for: body)
    let targets = course.stretches.map { placed.target(of: $0.phase) }
    let phases = zip(course.stretches, targets).map { stretch, target in
      target?.times(in: stretch, of: course, signals) ?? [:]
    }
    (self.course, self.signals, self.targets, self.phases) = (course, signals, targets, phases)
    total = phases.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    let drops = signals[.heartRate].map { Self.drops(of: $0, in: course.stretches) } ?? []
    recovery =
      drops.isEmpty ? nil : Int((Double(drops.reduce(0, +)) / Double(drops.count)).rounded(.toNearestOrAwayFromZero))
  }

  var summaries: [[SessionDetail.SignalSummary]] {
    let measured = course.measurements
    return course.stretches.map { stretch in
      let first = measured.partitioningIndex { $0.at >= stretch.time.lowerBound }
      let own = Array(measured[first...].prefix { $0.at < stretch.time.upperBound })
      return Signal.allCases.compactMap { own.summary(of: $0) }
    }
  }

  /// The drops in the first minute of each recovery that lasted so long.
  private static func drops(of heartRate: SignalCourse, in stretches: [SessionCourse.Stretch]) -> [Int] {
    zip(stretches, stretches.dropFirst()).compactMap { before, stretch in
      let end = stretch.time.lowerBound + recoveryTime
      guard isRecovery(stretch.phase, after: before.phase), end <= stretch.time.upperBound,
        let first = heartRate.value(at: stretch.time.lowerBound), let last = heartRate.value(at: end)
      else { return nil }
      return first - last
    }
  }

  private static func isRecovery(_ phase: SessionDetail.Phase, after harder: SessionDetail.Phase) -> Bool {
    switch (Intensity(rawValue: harder.intensity), Intensity(rawValue: phase.intensity)) {
    case (.high, .low), (.high, .rest), (.low, .rest): true
    default: false
    }
  }
}
