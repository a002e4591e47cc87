import WorkoutEngine
import WorkoutModel

extension Runner {
  /// The run from here on without a kind of fault, none of which has occurred yet; it keeps no earlier steps. `nil` if
  /// the run without it would have differed before.
  func without(_ kind: Fault.Kind) -> Runner? {
    if kind == .jitter, scenario.host.jitter != nil { return nil }
    let other = scenario.without(kind)
    let horizon = Self.horizon(of: other, oracle)
    guard clock.now <= horizon else { return nil }
    var runner = self
    runner.horizon = horizon
    // Not `removeAll`: a copy of the array would be as large as the array.
    runner.dropped += runner.trace.steps.count
    runner.trace.steps = []
    if kind == .kill { runner.store = nil }
    for (index, line) in scenario.script.enumerated() where line.fault.kind == kind {
      if let neutral = line.fault.neutral {
        runner.scenario.script[index].fault = neutral
      } else {
        runner.script.remove(line: index)
      }
    }
    return runner
  }

  /// Runs on until it has emitted as many events as expected, or to the end if no more are expected; keeps no steps.
  ///
  /// - Parameters:
  ///   - expected: The next events of another run.
  ///   - ahead: The events that this run has emitted beyond those expected so far.
  ///   - isLast: Whether no events follow those expected.
  /// - Returns: Whether the events are equal.
  mutating func emits(_ expected: some Sequence<EngineEvent>, ahead: inout [EngineEvent], isLast: Bool) -> Bool {
    var expected = expected.makeIterator()
    var next = expected.next()
    let pending = ahead
    ahead = []
    for event in pending {
      guard Self.accept(event, &next, &expected, &ahead, isLast) else { return false }
    }
    while true {
      for step in trace.steps {
        for event in step.events {
          guard Self.accept(event, &next, &expected, &ahead, isLast) else { return false }
        }
      }
      dropSteps()
      if next == nil, !isLast { return true }
      guard isRunning else { return next == nil }
      advance()
    }
  }

  /// Compares an event with the next one expected; keeps it if none is expected yet.
  private static func accept(
    _ event: EngineEvent, _ next: inout EngineEvent?, _ expected: inout some IteratorProtocol<EngineEvent>,
    _ ahead: inout [EngineEvent], _ isLast: Bool
  ) -> Bool {
    guard let wanted = next else {
      if !isLast { ahead.append(event) }
      return !isLast
    }
    guard event == wanted else { return false }
    next = expected.next()
    return true
  }
}

extension Runner {
  /// The number of steps compared at once.
  private static var comparedSteps: Int { 32 }

  /// Runs on, or to the first step that differs from another run's; keeps a few steps at most.
  ///
  /// - Parameters:
  ///   - expected: The next steps of the other run.
  ///   - first: The number of steps of the other run before those.
  ///   - isLast: Whether the other run has ended.
  /// - Returns: Whether the steps are equal.
  mutating func repeats(_ expected: ArraySlice<TraceStep>, after first: Int, isLast: Bool) -> Bool {
    let end = first + expected.count
    // A step can no longer be extended once another follows.
    while isRunning, isLast || lastStep < end {
      advance()
      if isRunning, trace.steps.count <= Self.comparedSteps { continue }
      guard compare(with: expected, after: first) else { return false }
    }
    return compare(with: expected, after: first) && (!isLast || dropped == end)
  }

  private mutating func compare(with expected: ArraySlice<TraceStep>, after first: Int) -> Bool {
    let end = first + expected.count
    // The last step may still be extended.
    var count = trace.steps.count - (isRunning ? 1 : 0)
    if isRunning { count = min(count, end - dropped) }
    guard dropped + count <= end else { return false }
    let offset = expected.startIndex + dropped - first
    for index in 0..<max(count, 0) where trace.steps[index] != expected[offset + index] { return false }
    dropSteps(max(count, 0))
    return true
  }

  private mutating func dropSteps() { dropSteps(trace.steps.count) }

  mutating func dropSteps(_ count: Int) {
    trace.steps.removeFirst(count)
    dropped += count
  }
}
