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

  /// Runs to the end, or to the first event that differs from those of another run; keeps no steps.
  mutating func emits(_ expected: some Sequence<EngineEvent>) -> Bool {
    var expected = expected.makeIterator()
    var isRunning = true
    while true {
      for step in trace.steps {
        for event in step.events where event != expected.next() { return false }
      }
      dropSteps()
      guard isRunning else { return expected.next() == nil }
      isRunning = step(to: prepareStep())
    }
  }
}

extension Runner {
  /// The number of steps compared at once.
  private static var comparedSteps: Int { 32 }

  /// Runs to the end, or to the first step that differs from another run's; returns whether the traces are equal. Keeps
  /// a few steps at most.
  mutating func repeats(_ expected: Trace) -> Bool {
    begin()
    var isRunning = true
    while isRunning {
      isRunning = step(to: prepareStep())
      if isRunning, trace.steps.count <= Self.comparedSteps { continue }
      // The last step may still be extended.
      let count = trace.steps.count - (isRunning ? 1 : 0)
      guard dropped + count <= expected.steps.count else { return false }
      for index in 0..<count where trace.steps[index] != expected.steps[dropped + index] { return false }
      dropSteps(count)
    }
    finishTrace()
    guard dropped == expected.steps.count else { return false }
    var rest = expected
    rest.steps = []
    return trace == rest
  }

  private mutating func dropSteps() { dropSteps(trace.steps.count) }

  private mutating func dropSteps(_ count: Int) {
    trace.steps.removeFirst(count)
    dropped += count
  }
}

/// The points at which a run first depends on each kind of fault in its scenario.
///
/// Up to the first line of a kind a run equals the one without that kind, so only the rest must be run again.
struct BranchPoints<Driver: SessionDriver> {
  /// A run without one kind of fault.
  struct Branch {
    let kind: Fault.Kind
    /// The run at the point from which it may differ; `nil` if it may differ from the beginning.
    var runner: Runner<Driver>?
    /// The number of steps of the run up to that point.
    var steps = 0
  }

  private(set) var branches: [Branch]
  /// The index of the branch without each line of the script.
  private let branchOfLine: [Int?]

  init(_ scenario: Scenario, _ kinds: [Fault.Kind]) {
    branches = kinds.map { Branch(kind: $0) }
    branchOfLine = scenario.script.map { line in kinds.firstIndex(of: line.fault.kind) }
  }

  /// Records a branch at the current state of the run if the next line is the first of its kind.
  mutating func record(_ line: Int, _ runner: borrowing Runner<Driver>) {
    guard let branch = branchOfLine[line], branches[branch].runner == nil,
      let other = runner.without(branches[branch].kind)
    else { return }
    branches[branch].runner = other
    branches[branch].steps = runner.lastStep + 1
  }
}
