import WorkoutEngine
import WorkoutModel

/// The points at which a run first depends on each kind of fault in its scenario.
///
/// Up to the first line of a kind a run equals the one without that kind, so only the rest must be run again.
struct BranchPoints<Driver: SessionDriver> {
  /// A run without one kind of fault, and the number of steps of the original run up to its beginning.
  private typealias Branch = (runner: Runner<Driver>, steps: Int)

  var kinds: [Fault.Kind]
  private var branches: [Fault.Kind: Branch] = [:]

  init(_ kinds: [Fault.Kind]) { self.kinds = kinds }

  /// Branches off at the current state of the run if the next line is the first of its kind.
  mutating func record(_ line: Int, _ runner: borrowing Runner<Driver>) {
    let kind = runner.scenario.script[line].fault.kind
    guard kinds.contains(kind), branches[kind] == nil, let other = runner.without(kind) else { return }
    branches[kind] = (other, runner.trace.steps.count)
  }

  /// The effect of each kind of fault on a run; `start` begins the run without it where no branch has been recorded.
  mutating func effects(on trace: Trace, from start: (Fault.Kind) -> Runner<Driver>) -> [Fault.Kind: FaultEffect] {
    var effects: [Fault.Kind: FaultEffect] = [:]
    for kind in kinds {
      let branch = branches.removeValue(forKey: kind)
      var runner = branch?.runner ?? start(kind)
      let rest = (branch?.steps ?? 0)..<trace.steps.count
      let hasSameEvents = runner.emits(rest.flatMap { trace.steps[$0].events })
      let isChange = !hasSameEvents || !trace.hasSameClocks(as: runner.clock)
      effects[kind] = FaultEffect(hasSameEvents: hasSameEvents, isChange: isChange)
    }
    return effects
  }
}

/// What a run has in common with the one without a kind of fault.
struct FaultEffect {
  let hasSameEvents: Bool
  /// Whether the run would differ without the faults: in its events, or in the readings of its clocks at them.
  let isChange: Bool
}

extension Trace {
  /// Whether another run's clocks had the same readings at each event.
  fileprivate func hasSameClocks(as other: VirtualClock) -> Bool {
    // The other clock may have lacked changes that followed in the same instant.
    clock.runs(like: other)
      || steps.allSatisfy { step in
        step.events.allSatisfy { clocks(at: $0.at) == other.reading(atBoot: other.origin.boot + $0.at) }
      }
  }
}
