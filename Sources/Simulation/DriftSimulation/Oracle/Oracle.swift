public import WorkoutEngine
public import WorkoutModel

/// The reference of a workout: its phases and cues, their places, and the maximum lateness of each cue.
///
/// The plan is that of an undisturbed run of the engine. One oracle serves any number of runs.
///
/// ```swift
/// let oracle = Oracle(try Timeline(workout))
/// ```
public final class Oracle: Sendable {
  /// The time after its start at which an open phase is done in an undisturbed run.
  package static let doneAfter = Duration.seconds(30)

  /// The plan of the workout.
  public let timeline: Timeline
  /// The lengths of phrases and sounds.
  public let durations: PhraseDurations
  /// Its cues by their due times in an undisturbed run.
  package let cues: [PlannedCue]
  /// Its length in an undisturbed run, in which open phases are done after half a minute.
  package let length: Duration
  /// The instants at which the open phases are done in an undisturbed run.
  package let doneInstants: [Duration]
  /// Whether the clock alone ends every phase, so that the plan is the same in each run.
  package let isExact: Bool
  /// An engine that has not begun and has decided which cues will sound.
  let engine: Engine
  /// The phases of the plan, by segment.
  private let phases: [SegmentID: Cursor]
  /// What the workout says by itself, without a plan.
  private let nodes: WorkoutNodes
  /// The reference model of a session that hasn't begun.
  let initialModel: ReferenceModel

  /// Runs a workout undisturbed, and keeps its plan.
  ///
  /// - Parameters:
  ///   - timeline: The plan of the workout.
  ///   - durations: The lengths of phrases and sounds; missing ones are estimated.
  public convenience init(_ timeline: Timeline, durations: PhraseDurations = PhraseDurations()) {
    let engine = Engine(timeline, durations: durations)
    self.init(engine, RehearsedPlan(engine))
  }

  /// The oracle of a session that has not begun, with its plan.
  convenience init(_ engine: Engine, _ plan: RehearsedPlan) {
    var ahead = engine
    ahead.lookAhead(to: plan.length)
    self.init(ahead, plan, WorkoutNodes(engine.timeline))
  }

  private init(_ engine: Engine, _ plan: RehearsedPlan, _ nodes: WorkoutNodes) {
    timeline = engine.timeline
    durations = engine.durations
    self.nodes = nodes
    self.engine = engine
    signals = Signal.allCases.filter { signal in
      (signal == .heartRate && engine.mentionsSignals) || engine.timeline.listens(to: signal)
    }
    cues = plan.cues.map { warning, phase in
      PlannedCue(warning, in: phase < 0 ? nil : plan.phases[phase], isOpen: plan.isOpen(warning.key))
    }
    phases = Dictionary(plan.phases.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    initialModel = ReferenceModel(timeline, .continue)
    length = plan.length
    doneInstants = plan.doneInstants
    isExact = !plan.hasOpenPhase
  }

  /// The first cue that a name matches, by due time.
  package func first(_ name: CueName) -> PlannedCue? { cues.first { name.means($0.kind, set: $0.set) } }

  /// The sets in which the workout has cues of a kind, in ascending order, `nil` for those outside all sets first.
  package func sets(of kind: CueKind) -> [Int?] {
    Set(cues.lazy.filter { $0.kind == kind }.map { $0.set ?? 0 }).sorted().map { $0 == 0 ? nil : $0 }
  }

  /// Whether a cue belongs to a phase, a set around it or the workout.
  func isWithin(_ key: CueKey, _ segment: SegmentID) -> Bool {
    guard segment.sets.starts(with: key.sets.lazy.map { $0 - 1 }) else { return false }
    var node = segment.node
    while node != 0, node != key.node { node = nodes.parents[node] }
    return node == key.node
  }

  /// The metronome of a phase in its set; `nil` if it has none.
  func metronome(of segment: SegmentID) -> Metronome? {
    nodes.metronomes[segment.node].map { metronome, depth in
      metronome.inSet(depth > 0 ? segment.sets[depth - 1] : 0)
    }
  }

  /// The bed of a phase; `nil` if it has none.
  func bed(of node: Int) -> Ambient? { nodes.beds[node] }

  /// The track of a phase; `nil` if it has none.
  func track(of node: Int) -> String? { nodes.tracks[node] }

  /// Whether the words of a cue lead up to a moment, such as the count of an end, even if the plan doesn't have it.
  func announcesEnd(_ key: CueKey) -> Bool { nodes.announcingRules.contains(key.rule) }

  /// Whether a cue completes something, even if the plan doesn't have it.
  func completes(_ key: CueKey) -> Bool { nodes.completingRules.contains(key.rule) }

  /// The signals to which the workout listens.
  let signals: [Signal]

  /// Whether it listens to any signal.
  package var listens: Bool { !signals.isEmpty }

  /// The planned length of all phases that are as long as those which the user ends; `nil` if there are none.
  var lengthFollowingUser: Duration? {
    func follows(_ id: SegmentID) -> Bool {
      if case .relative(_, dependsOnUser: true) = timeline.varyingLength(of: id) { true } else { false }
    }
    guard timeline.phases.contains(where: { follows(SegmentID(node: $0.node, sets: [])) }) else { return nil }
    return phases.values.lazy.filter { follows($0.id) }.reduce(.zero) { $0 + ($1.length ?? .zero) }
  }

  func phase(_ segment: SegmentID) -> Cursor? { phases[segment] }
}

extension Timeline {
  /// Whether a signal ends some phase, or a coach follows it there.
  fileprivate func listens(to signal: Signal) -> Bool {
    phases.contains { placed in
      if placed.phase.until?.signal == signal { return true }
      let id = SegmentID(node: placed.node, sets: [])
      return coach(of: id).every != nil
        && placed.phase.target?.values.contains { target in
          target.parts?.contains { $0.measure.signal == signal } ?? false
        } ?? false
    }
  }
}

/// Properties of a workout by its nodes and rules.
private struct WorkoutNodes {
  /// The enclosing group of each phase and group; that of the workout itself is 0.
  let parents: [Int]
  /// The metronome of each node, with the number of groups by whose innermost it differs from set to set.
  private(set) var metronomes: [(metronome: Metronome, depth: Int)?] = [nil]
  private(set) var beds: [Ambient?]
  private(set) var tracks: [String?]
  /// The rules whose words lead up to a moment, and those that complete something, as the keys of cues number them.
  let announcingRules: Set<Int>
  let completingRules: Set<Int>

  init(_ timeline: Timeline) {
    let (workout, outline) = (timeline.workout, timeline.outline)
    parents = [0] + outline.map(\.parent)
    var depths = [0]
    for node in outline {
      depths.append(depths[node.parent] + (node.isGroup ? 1 : 0))
      metronomes.append(node.metronome.map { ($0, depths[node.node]) } ?? metronomes[node.parent])
    }
    beds = parents.map { _ in nil }
    tracks = parents.map { _ in nil }
    for place in timeline.phases {
      beds[place.node] = workout.bed(in: place.phase)
      tracks[place.node] = place.phase.track
    }
    let rules = (workout.styleRules + workout.cues + outline.flatMap(\.cues)).flatMap(\.single)
    announcingRules = Set(rules.indices.filter { rules[$0].announcesEnd })
    completingRules = Set(rules.indices.filter { rules[$0].effectiveClass == .completion })
  }
}

extension CueRule {
  /// Whether its words lead up to a moment, such as the count of an end.
  var announcesEnd: Bool { say != nil && align == .end && (effectiveClass == .warning || condition.counted == true) }
}
