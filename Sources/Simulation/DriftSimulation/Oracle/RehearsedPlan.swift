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
  /// The moments at which words were requested, including those that are left out.
  private(set) var spokenMoments: [Duration] = []
  /// The instants at which the open phases were done.
  private(set) var doneInstants: [Duration] = []
  /// How the user ended the open phases.
  private(set) var dones: [SegmentID: Done] = [:]
  private(set) var length = Duration.zero
  /// The phases that the user can end, and the sets around them, with the numbers of their sets from 1.
  private var open: Set<Place> = []
  private var keys: Set<CueKey> = []
  private let timeline: Timeline

  /// The end of an open phase by the user.
  struct Done: Equatable, Sendable {
    /// The time after the start of the phase at which the user said so.
    let after: Duration
    /// The resulting length of the phase: before its least time, a *done* takes effect then.
    var length: Duration
  }

  private struct Place: Hashable {
    let node: Int
    let sets: [Int]
  }

  /// Runs a session that has not begun as long as the plan so far is wanted; the user says of its open phases after
  /// these lengths that they are done.
  init(
    _ engine: Engine, lengths: [SegmentID: Duration] = [:], while isWanted: (RehearsedPlan) -> Bool = { _ in true }
  ) {
    timeline = engine.timeline
    var rehearsal = Rehearsal(engine, doneAfter: Oracle.doneAfter) { lengths[$0] }
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
    case .planNoted(let note) where note.kind == .leftOut && note.speaker != nil: spokenMoments.append(note.due)
    case .actionTaken(.done, .accepted, _, _):
      doneInstants.append(event.at)
      if let last = phases.last {
        let after = event.progress.position - last.start
        let lasting = max(after, timeline.phase(of: last.id).phase.atLeast ?? .zero)
        // A limit may end the phase before its least time.
        dones[last.id] = Done(after: after, length: last.length.map { min($0, lasting) } ?? lasting)
      }
    case .finished:
      length = event.progress.position
      endPhase(at: length)
    default: break
    }
  }

  private mutating func add(_ phase: PhaseReport) {
    endPhase(at: phase.cursor.start)
    phases.append(phase.cursor)
    guard timeline.isUsers(phase.id), case .open = timeline.phase(of: phase.id).end else { return }
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
    if let speech = warning.speech {
      // Words that were moved were requested at the moment of the rule.
      let requested = warning.mark + (warning.sound == nil ? .zero : PlannedCue.speechDelay)
      spokenMoments.append(warning.rule.align == .end ? speech.onset : requested)
    }
    if keys.insert(warning.key).inserted { cues.append((warning, phases.count - 1)) }
  }
}
