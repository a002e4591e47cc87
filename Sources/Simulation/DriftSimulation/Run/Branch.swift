import WorkoutEngine
import WorkoutModel

/// The points at which a run first depends on each kind of fault in its scenario.
///
/// Up to the first line of a kind a run equals the one without that kind, so only the rest must be run again.
struct BranchPoints<Driver: SessionDriver> {
  private(set) var branches: [Branch<Driver>]
  /// The index of the branch without each line of the script.
  private let branchOfLine: [Int?]

  init(_ scenario: Scenario, _ kinds: [Fault.Kind]) {
    branches = kinds.map { Branch($0, isFromStart: $0 == .jitter && scenario.host.jitter != nil) }
    branchOfLine = scenario.script.map { line in kinds.firstIndex(of: line.fault.kind) }
  }

  /// Records a branch at the current state of the run if the next line is the first of its kind.
  mutating func record(_ line: Int, _ runner: borrowing Runner<Driver>) {
    guard let branch = branchOfLine[line] else { return }
    branches[branch].begin(at: runner)
  }

  /// Compares each branch with the next stretch of the run.
  mutating func compare(with stretch: RunStretch, from start: (Fault.Kind) -> Runner<Driver>) {
    for branch in branches.indices { branches[branch].compare(with: stretch, from: start) }
  }
}

/// A run without one kind of fault.
struct Branch<Driver: SessionDriver> {
  let kind: Fault.Kind
  /// Whether the run differs from the start, because its host does.
  private let isFromStart: Bool
  /// The run, which begins at the point from which it may differ.
  private var runner: Runner<Driver>?
  /// The number of steps of the original run up to that point.
  private var steps = 0
  /// The events beyond those of the original run.
  private var ahead: [EngineEvent] = []
  /// Whether the first line of its kind was due, and the run without it would have differed before.
  private var isMissed = false
  /// Whether it has emitted the same events so far.
  private(set) var hasSameEvents = true
  private var hasSameClocks = true

  init(_ kind: Fault.Kind, isFromStart: Bool) {
    self.kind = kind
    self.isFromStart = isFromStart
  }

  /// Whether the run would differ without the faults.
  var isChanged: Bool { !(hasSameEvents && hasSameClocks) }

  mutating func begin(at original: borrowing Runner<Driver>) {
    guard runner == nil else { return }
    runner = original.without(kind)
    steps = original.lastStep + 1
    isMissed = runner == nil
  }

  /// Runs on, until its events differ from those of the original run. One that has not begun when the original run ends
  /// runs from the start if all steps are still held.
  mutating func compare(with stretch: RunStretch, from start: (Fault.Kind) -> Runner<Driver>) {
    guard hasSameEvents else { return }
    if runner == nil, stretch.firstStep == 0, stretch.isLast || isFromStart {
      runner = start(kind)
      steps = 0
    }
    guard var runner else {
      if stretch.isLast { hasSameEvents = !isMissed }
      return
    }
    // The copy that is changed must be the only one.
    self.runner = nil
    let steps = stretch.steps.dropFirst(max(0, steps - stretch.firstStep))
    hasSameEvents = runner.emits(steps.lazy.flatMap { $0.events }, ahead: &ahead, isLast: stretch.isLast)
    if hasSameEvents { hasSameClocks = stretch.hasSameClocks(as: runner.clock, soFar: hasSameClocks) }
    self.runner = runner
  }
}
