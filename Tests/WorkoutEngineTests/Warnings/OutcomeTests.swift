import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

/// Random sessions of random workouts: no cue is settled twice, and none is lost.
@Suite struct `The outcomes of cues` {
  private static func judge(_ seeds: ClosedRange<UInt64>, _ kind: OutcomeSession.Kind) throws -> Set<Outcome> {
    var outcomes: Set<Outcome> = []
    for seed in seeds {
      var session = try OutcomeSession(seed: seed, kind)
      session.run()
      outcomes.formUnion(session.outcomes)
      if let complaint = session.complaint {
        Issue.record("seed \(seed): \(complaint)")
        return outcomes
      }
    }
    return outcomes
  }

  @Test func `come once to each cue where the user only goes forward`() throws {
    _ = try Self.judge(1...500, .forward)
  }

  @Test func `come once to a cue between two moves that may bring it again, and repeats are reported`() throws {
    #expect(try Self.judge(1...500, .any).contains(.duplicate))
  }
}

/// A random session of a random workout, and what is wrong with the outcomes of its cues.
struct OutcomeSession {
  /// What the user and the system may do.
  enum Kind {
    /// The user only goes forward through phases that the clock ends, so every cue of the plan comes to an end.
    case forward
    /// Anything.
    case any
  }

  let workout: Workout
  private let kind: Kind
  private var random: SplitMix64
  private var engine: Engine
  private let planned: [CueKey]
  /// The settlements of each cue, by the number of moves that could bring it again before them.
  private var settled: [CueKey: Set<Int>] = [:]
  private var moves = 0
  private(set) var outcomes: Set<Outcome> = []
  private(set) var complaint: String?

  init(seed: UInt64, _ kind: Kind) throws {
    self.kind = kind
    random = SplitMix64(seed: seed)
    workout = Self.workout(&random, isTimed: kind == .forward)
    let timeline = try Timeline(unchecked: workout)
    let policy: SuspendPolicy = [.continue, .freeze, .pauseIfOver(.seconds(2))][random.below(3)]
    engine = Engine(timeline, policies: Policies(whenSuspended: policy))
    var planned: [CueKey] = []
    if kind == .forward {
      var rehearsal = Rehearsal(timeline)
      rehearsal.run { reaction in
        for event in reaction.events {
          // Words may give way to others after a move; sounds never do.
          if case .cueSettled(let cue) = event.kind, cue.sound != nil { planned.append(cue.cue) }
        }
      }
    }
    self.planned = planned
  }

  /// Runs the session to its end.
  mutating func run() {
    send(.start, at: .zero)
    send(.prepared, at: .zero)
    for _ in 0..<random.below(16) where complaint == nil {
      let wait = random.below(4) == 0 ? random.below(3) : random.below(20_000)
      var instant = engine.state.now + .milliseconds(wait)
      // The very instants at which something happens are where faults lie.
      if random.below(2) == 0, let deadline = engine.nextDeadline { instant = max(deadline, engine.state.now) }
      step(instant)
    }
    send(.resume, at: engine.state.now + .seconds(2))
    for _ in 0..<60 where !engine.state.playback.isOver {
      send(.tick, at: engine.state.now + .seconds(60))
      send(.done, at: engine.state.now)
      send(.resume, at: engine.state.now)
    }
    guard complaint == nil, engine.state.playback == .completed else { return }
    if let lost = planned.first(where: { settled[$0] == nil }) { complaint = "\(lost) has no outcome" }
  }

  private mutating func step(_ instant: Duration) {
    let gap = Duration.milliseconds(1 + random.below(30_000))
    var actions: [Action] = [
      .pause, .resume, .toggle, .skip, .skip, .lifecycle(.background), .lifecycle(.active), .interruptionBegan,
      .interruptionEnded(shouldResume: true), .suspended(gap: gap), .tick,
    ]
    if kind == .any {
      actions += [
        .back, .restartPhase, .done, .undo, .redo, .extend(by: .seconds(15)), .extend(by: .seconds(-5)),
        .jump(to: .milliseconds(random.below(90_000))), .jumpToSet(1 + random.below(3)),
        .seek(by: .milliseconds(random.below(20_000) - 10_000)), .stop,
      ]
    }
    let action = actions[random.below(actions.count)]
    if case .suspended = action {
      send(.tick, at: instant - .nanoseconds(1))
      send(action, at: instant + gap)
    } else {
      // A host that sleeps up to the action, or one that renders a block up to it.
      let block = random.below(3) == 0 ? Duration.milliseconds(random.below(2000)) : .zero
      send(action, at: instant, soundsFrom: instant - block)
    }
  }

  private mutating func send(_ action: Action, at instant: Duration, soundsFrom: Duration? = nil) {
    for event in engine.send(action, at: instant, soundsFrom: soundsFrom).events {
      switch event.kind {
      case .actionTaken(let report): if report.result == .accepted, Self.mayRepeat(report.action) { moves += 1 }
      case .cueSettled(let cue):
        outcomes.insert(cue.outcome)
        guard cue.outcome != .duplicate else { continue }
        if !settled[cue.cue, default: []].insert(moves).inserted {
          complaint = complaint ?? "\(cue.cue) is \(cue.outcome.rawValue) a second time (\(action) at \(instant))"
        }
      default: break
      }
    }
  }

  private static func mayRepeat(_ action: Action) -> Bool {
    switch action {
    case .back, .restartPhase, .undo, .redo, .extend, .jump, .jumpToSet, .seek: true
    default: false
    }
  }
}

// MARK: - Workouts

extension OutcomeSession {
  private static func workout(_ random: inout SplitMix64, isTimed: Bool) -> Workout {
    let style: Style = [.silent, .hiit, .silent][random.below(3)]
    let nodes = (0...random.below(3)).map { node(&random, isTimed, depth: 0, name: "\($0)") }
    let cues = (0...random.below(4)).map { _ in rule(&random) }
    let bed: Ambient? = random.below(2) == 0 ? Ambient(sound: "rain") : nil
    return Workout(name: "Random", style: style, ambient: bed, cues: cues, nodes: nodes)
  }

  private static func node(_ random: inout SplitMix64, _ isTimed: Bool, depth: Int, name: String) -> Node {
    if depth < 2, random.below(3) == 0 {
      let nodes = (0...random.below(2)).map { node(&random, isTimed, depth: depth + 1, name: "\(name) \($0)") }
      let repetition: Repetition =
        random.below(3) == 0 ? .total(.seconds(20 + random.below(30))) : .sets(1 + random.below(3))
      let cues = random.below(2) == 0 ? [rule(&random)] : []
      return .group(SetGroup(repetition, cues: cues, nodes: nodes))
    }
    let length = Duration.milliseconds([1000, 3200, 5000, 9700, 12_000, 30_000][random.below(6)])
    let isOpen = !isTimed && random.below(3) == 0
    let cap: Duration? = random.below(2) == 0 ? length + .seconds(random.below(80)) : nil
    let end: PhaseEnd = isOpen ? .open(cap: cap) : .after(.fixed(length))
    return .phase(Phase(PerSet(name), [.high, .low, .rest, .prepare][random.below(4)], end))
  }

  private static func rule(_ random: inout SplitMix64) -> CueRule {
    let anchor: Anchor = [.phase, .set, .workout][random.below(3)]
    let offset = Duration.milliseconds(-random.below(5) * 1000)
    let moment: Moment = [
      .start(offset: .zero - offset), .end(offset: offset), .half(offset: .zero),
      .every(.seconds(1 + random.below(12))),
      .random(1 + random.below(3)),
    ][random.below(5)]
    let text = CueText(pieces: [.words("Word \(random.below(5))")])
    switch random.below(4) {
    case 0: return CueRule(on: anchor, at: moment, sound: CueSound("bell"))
    case 1: return CueRule(on: anchor, at: moment, say: text)
    case 2: return CueRule(on: anchor, at: moment, say: text, align: .end)
    default: return CueRule(on: anchor, at: .end(offset: .seconds(-3)), count: 3)
    }
  }
}
