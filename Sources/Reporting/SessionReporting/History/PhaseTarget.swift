import WorkoutModel

struct PhaseTarget: Sendable {
  let signals: [SignalTarget]
  /// The length over which ramps are spread; `nil` if nobody was to know it.
  let length: Duration?

  func times(
    in stretch: SessionCourse.Stretch, of course: SessionCourse, _ values: [Signal: SignalCourse]
  ) -> [Signal: SessionBody.TargetTime] {
    var times: [Signal: SessionBody.TargetTime] = [:]
    var passed = Duration.zero
    for run in course.runs(in: stretch.time) {
      for target in signals {
        for known in values[target.signal]?.stretches(in: run) ?? [] {
          let start = passed + (known.time.lowerBound - run.lowerBound)
          let span = start..<start + (known.time.upperBound - known.time.lowerBound)
          let time = SessionBody.TargetTime(
            within: target.time(of: known.value, in: span, of: length), known: span.upperBound - span.lowerBound)
          times[target.signal, default: SessionBody.TargetTime()] = times[target.signal, default: .init()] + time
        }
      }
      passed += run.upperBound - run.lowerBound
    }
    return times.filter { $1.known > .zero }
  }
}

extension SignalTarget {
  fileprivate func time(of value: Int, in span: Range<Duration>, of length: Duration?) -> Duration {
    var (moment, sum) = (span.lowerBound, Duration.zero)
    while moment < span.upperBound {
      let next = min(nextChange(after: moment, of: length) ?? span.upperBound, span.upperBound)
      if limits(after: moment, of: length).contains(value) { sum += next - moment }
      moment = next
    }
    return sum
  }
}

struct PlacedTargets {
  private let timeline: Timeline?
  private let phases: [String: PlacedPhase]
  private let body: BodyProfile

  init(_ workout: Workout?, for body: BodyProfile) {
    self.body = body
    // The lengths of tracks have no effect on targets.
    let tracks = (workout?.placedNodes ?? []).compactMap { placed in
      if case .phase(let phase) = placed.node { phase.track } else { nil }
    }
    let lengths = Dictionary(tracks.map { ($0, Duration.seconds(1)) }, uniquingKeysWith: { first, _ in first })
    timeline = workout.flatMap { try? Timeline($0, trackLengths: lengths) }
    phases = Dictionary(
      (timeline?.phases ?? []).filter { $0.phase.target != nil }.map { ("\($0.path)", $0) },
      uniquingKeysWith: { first, _ in first })
  }

  func target(of phase: SessionDetail.Phase) -> PhaseTarget? {
    guard let placed = phases[phase.path] else { return nil }
    let sets = (phase.place ?? "").split(separator: ".").compactMap { Int($0) }.map { $0 - 1 }
    let signals = SignalTarget.all(of: placed.run(inSets: sets).target?.parts ?? [], for: body)
    guard !signals.isEmpty else { return nil }
    let isHidden = placed.phase.isSurprise || timeline?.endsByUser(SegmentID(node: placed.node, sets: [])) ?? true
    // A phase that was extended has its ramp over the whole.
    let length = phase.planned.map { max($0, phase.active ?? .zero) }
    return PhaseTarget(signals: signals, length: isHidden ? nil : length)
  }
}
