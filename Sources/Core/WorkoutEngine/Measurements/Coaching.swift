import WorkoutModel

/// What the coach knows of the signals: how long each has been outside its target, and what has been said.
///
/// All times are active time, which stands still in a pause.
struct Coaching: Equatable, Sendable {
  private struct Deviation: Equatable, Sendable {
    let isLow: Bool
    var evidence: Confirmation
  }

  private struct Memory: Equatable, Sendable {
    /// Where the signal is outside its target.
    var deviation: Deviation?
    var called: Duration?
    /// Whether it was called for and hasn't been back inside.
    var isAwaited = false
    /// Whether it has been told that nobody measures it.
    var isMissed = false
  }

  /// A call that is due at a time, unless something changes before.
  struct Due {
    let call: CoachCall
    let target: SignalTarget
    let at: Duration
  }

  /// When the session came to its place.
  private var arrival = Duration.zero
  private var memories: [Signal: Memory] = [:]
  private(set) var count = 0

  /// Begins again, because the session has come to another place; nothing is said twice for that.
  mutating func arrive(at elapsed: Duration) {
    arrival = elapsed
    for signal in memories.keys {
      memories[signal]?.deviation = nil
      memories[signal]?.isAwaited = false
    }
  }

  /// Follows what is measured of a signal, now or before; returns whether it is back inside after a call.
  mutating func follow(
    _ signal: Signal, _ measured: MeasuredSignal?, isNew: Bool, limits: ClosedRange<Int>, at elapsed: Duration
  ) -> Bool {
    let value = measured?.evidence
    var memory = memories[signal] ?? Memory()
    defer { if memory != memories[signal] { memories[signal] = memory } }
    guard let value, !limits.contains(value) else {
      memory.deviation = nil
      let isBack = value != nil && measured?.isLone == false && memory.isAwaited
      if isBack { memory.isAwaited = false }
      return isBack
    }
    let isLow = value < limits.lowerBound
    if memory.deviation?.isLow != isLow {
      memory.deviation = Deviation(isLow: isLow, evidence: Confirmation(since: elapsed))
    } else if isNew {
      memory.deviation?.evidence.isConfirmed = true
    }
    return false
  }

  /// The next call: of several that are due together, that for the signal which was called for least recently, and
  /// among these the first of the target. Signals without a value count if they are `expected`.
  func next(
    _ targets: [SignalTarget], every: Duration, expected: Bool, value: (Signal) -> Int?
  ) -> Due? {
    let settled = arrival + Coach.settling
    let last = memories.values.compactMap { $0.called }.max()
    let due = targets.compactMap { target -> (due: Due, called: Duration)? in
      let memory = memories[target.signal] ?? Memory()
      let called = memory.called ?? .seconds(-1)
      if let deviation = memory.deviation, deviation.evidence.isConfirmed {
        let at = max(deviation.evidence.since + Coach.patience, settled, last.map { $0 + every } ?? .zero)
        return (Due(call: CoachCall(target.signal, isLow: deviation.isLow), target: target, at: at), called)
      }
      guard expected, !memory.isMissed, value(target.signal) == nil else { return nil }
      return (Due(call: .unknown, target: target, at: settled), called)
    }
    return due.min { ($0.due.at, $0.called) < ($1.due.at, $1.called) }?.due
  }

  mutating func record(_ call: CoachCall, of signal: Signal, at elapsed: Duration) {
    count += 1
    switch call {
    case .inside: break
    case .unknown: memories[signal, default: Memory()].isMissed = true
    case .faster, .slower, .harder, .easier:
      memories[signal, default: Memory()].called = elapsed
      memories[signal, default: Memory()].isAwaited = true
    }
  }
}

/// That measurements have said the same since a time: one may be wrong, so the next one has to agree.
struct Confirmation: Equatable, Sendable {
  /// The time of the first of them.
  let since: Duration
  /// Whether another one has agreed.
  var isConfirmed = false
}
