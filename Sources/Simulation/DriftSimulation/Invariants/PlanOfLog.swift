import WorkoutEngine
import WorkoutModel

/// The plan of a run's own log: what becomes of the cues of a session with the same actions at the same instants, whose
/// host is awake all the time.
///
/// What is planned depends on the actions alone, and not on when a host is awake, so every run can be compared with it.
struct PlanOfLog: Sendable {
  /// A cue whose time has come.
  struct Cue: Sendable {
    let report: CueReport
    /// The cue as it was planned.
    let warning: ScheduledWarning
  }

  /// What a step of a run amounts to.
  struct Step: Sendable {
    /// The cues that have been settled, in order.
    fileprivate(set) var cues: [Cue] = []
    /// The words that no plan contains, in order.
    fileprivate(set) var unplanned: [CueReport] = []
    /// The events and effects that don't depend on when the host is awake, in order.
    fileprivate(set) var timeless = Timeless()
    /// The session where it had come to before the action of the step.
    fileprivate(set) var before: Engine
  }

  private(set) var engine: Engine
  /// The session after each step whose stored state is restored later.
  private var stored: [Int: Engine] = [:]
  private let kept: Set<Int>
  private let learned: [Int: [Phrase]]

  /// The plan of a run that has not begun.
  init(_ scenario: Scenario, _ oracle: Oracle, _ trace: Trace) {
    engine = oracle.engine.under(Policies(whenSuspended: scenario.whenSuspended, body: scenario.body))
    kept = Set(trace.steps.compactMap { $0.restoration?.step })
    learned = trace.learned
  }

  /// Follows a step of the run.
  mutating func follow(_ step: TraceStep, _ index: Int) -> Step {
    var result = Step(before: engine)
    switch step.input {
    case .action(let action):
      if let counted = uncounted(by: action) {
        advance(to: step.now - counted, &result)
        add(engine.send(action, at: step.now, soundsFrom: engine.now), to: &result)
      } else {
        advance(to: step.now, &result)
      }
    case .restored(let restoration):
      guard var told = stored[restoration.step] else { break }
      _ = told.send(.tick, at: restoration.storedAt, soundsFrom: told.now)
      let isOver = told.playback.isStopping || told.playback.isOver
      engine = isOver ? told : told.paused(clock: step.now) ?? told
      result.before = engine
      add(engine.send(.prepared, at: step.now), to: &result)
    }
    for phrase in learned[index] ?? [] {
      engine.updateDurations { $0.record(phrase, length: $0.length(of: phrase)) }
    }
    if kept.contains(index) { stored[index] = engine }
    return result
  }

  private mutating func advance(to instant: Duration, _ result: inout Step) {
    let instant = max(engine.now, instant)
    add(engine.send(.tick, at: instant, soundsFrom: engine.now), to: &result)
    result.before = engine
  }

  private func add(_ reaction: Engine.Reaction, to result: inout Step) {
    var settled = reaction.settled.makeIterator()
    for event in reaction.events {
      switch event.kind {
      case .cueSettled(let report):
        if let warning = settled.next() { result.cues.append(Cue(report: report, warning: warning)) }
      default: if let report = event.kind.cue { result.unplanned.append(report) }
      }
    }
    result.timeless.add(reaction.events, reaction.effects)
  }

  /// The time before an action that doesn't count as time of the session; `nil` if it only tells that time has passed.
  private func uncounted(by action: Action) -> Duration? {
    switch action {
    case .tick: nil
    case .suspended(let gap):
      switch engine.policies.whenSuspended {
      case .continue: nil
      case .freeze: gap
      case .pauseIfOver(let limit): gap > limit ? gap : nil
      }
    default: .zero
    }
  }
}
