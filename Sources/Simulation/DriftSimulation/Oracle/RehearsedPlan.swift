import WorkoutEngine
import WorkoutModel

/// The plan that an undisturbed run of the engine follows, in which the user ends open phases when asked to, or after
/// half a minute.
struct RehearsedPlan {
  /// The phases in order, with their actual ends.
  private(set) var phases: [Cursor] = []
  /// The cues in the order of their outcomes, each once, with the index of the phase in which it was settled.
  private(set) var cues: [(warning: ScheduledWarning, phase: Int)] = []
  /// The number of outcomes; a cue that is planned twice has two.
  private(set) var outcomes = 0
  /// The instants at which the open phases were done.
  private(set) var doneInstants: [Duration] = []
  private(set) var length = Duration.zero
  /// The phases that the user can end, and the sets around them, with the numbers of their sets from 1.
  private var open: Set<Place> = []
  private var keys: Set<CueKey> = []
  private let timeline: Timeline

  private struct Place: Hashable {
    let node: Int
    let sets: [Int]
  }

  /// Runs a session that has not begun as long as the plan so far is wanted.
  init(_ engine: Engine, while isWanted: (RehearsedPlan) -> Bool = { _ in true }) {
    timeline = engine.timeline
    var rehearsal = Rehearsal(engine, doneAfter: Oracle.doneAfter)
    while isWanted(self), let reaction = rehearsal.next() {
      for warning in reaction.unknown { add(warning) }
      var settled = reaction.settled.makeIterator()
      for event in reaction.events {
        if case .cueSettled(let report) = event.kind, let warning = settled.next() { add(report, warning) }
        add(event)
      }
    }
  }

  /// Whether the user can end a phase.
  var hasOpenPhase: Bool { !open.isEmpty }

  /// Whether the user can end a phase within the phase, set or workout of a cue.
  func isOpen(_ key: CueKey) -> Bool { open.contains(Place(node: key.node, sets: key.sets)) }

  private mutating func add(_ event: EngineEvent) {
    switch event.kind {
    case .phaseStarted(let phase): add(phase)
    case .actionTaken: if event.kind.acceptedAction == .done { doneInstants.append(event.at) }
    case .finished:
      length = event.progress.position
      endPhase(at: length)
    default: break
    }
  }

  private mutating func add(_ phase: PhaseReport) {
    endPhase(at: phase.cursor.start)
    phases.append(phase.cursor)
    guard timeline.endsByUser(phase.id), case .open = timeline.phase(of: phase.id).end else { return }
    let sets = phase.id.sets.map { $0 + 1 }
    open.insert(Place(node: 0, sets: []))
    open.insert(Place(node: phase.id.node, sets: sets))
    for (level, group) in phase.groups.enumerated() {
      open.insert(Place(node: group.group, sets: sets.dropLast(level)))
    }
  }

  private mutating func endPhase(at end: Duration) {
    if let last = phases.indices.last { phases[last].end(at: end) }
  }

  private mutating func add(_ report: CueReport, _ warning: ScheduledWarning) {
    if report.outcome != .cancelled { add(warning) }
  }

  private mutating func add(_ warning: ScheduledWarning) {
    outcomes += 1
    if keys.insert(warning.key).inserted { cues.append((warning, phases.count - 1)) }
  }
}
