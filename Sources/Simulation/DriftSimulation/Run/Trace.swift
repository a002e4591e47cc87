package import WorkoutEngine
package import WorkoutModel

/// The complete result of a run: the session's inputs, their times, and its outputs.
///
/// ```swift
/// let trace = simulation.run(scenario)
/// for cue in trace.cues where cue.outcome == .late { report(cue.cue, cue.due) }
/// ```
package struct Trace: Equatable, Sendable {
  /// The session's inputs, in order; consecutive wake-ups that changed nothing form one step.
  package var steps: [TraceStep] = []
  /// The host's clocks, which provide each past reading.
  package internal(set) var clock = VirtualClock()
  /// The times at which the lines of the script were performed, in that order.
  package internal(set) var faults: [FaultRecord] = []
  /// The indices of the lines of the script that were never due.
  package internal(set) var unreached: [Int] = []
  /// The states that new processes have restored, before their sounds were loaded, by the steps of their restarts.
  package var restoredStates: [Int: EngineState] = [:]
  /// The complete state of the session at the end.
  package var finalState: EngineState?
  /// The error if the session could not be restored.
  package var notRestored: ReplayError?
  /// Whether the run was cut off because it would not end.
  package var isCut = false

  /// The phrases that could be spoken again after a step, so that the plan depends on more than actions.
  package var learned: [Int: [Phrase]] = [:]

  /// A run that has not begun.
  package init() {}

  /// Every event, in order.
  package var events: [EngineEvent] { steps.flatMap(\.events) }

  /// The reports of settled cues, in order.
  package var cues: [CueReport] {
    steps.lazy.flatMap(\.events).compactMap { if case .cueSettled(let cue) = $0.kind { cue } else { nil } }
  }

  /// The reading of the clocks at a moment of session time.
  package func clocks(at session: Duration) -> VirtualClock.Reading {
    clock.reading(atBoot: clock.origin.boot + session)
  }

  /// True time at a moment of session time, up to the error of the clocks between two wake-ups.
  package func instant(ofSession moment: Duration) -> Duration {
    guard let next = steps.firstIndex(where: { $0.now >= moment }) else { return moment }
    return max(.zero, steps[next].at - (steps[next].now - moment))
  }

  /// The playback state of the session at the end.
  package var playback: PlaybackState { steps.last?.playback ?? .idle }

  /// Active time at the end.
  package var elapsed: Duration { steps.last?.progress.elapsed ?? .zero }

  /// Whether the session emitted the same events at the same times.
  package func hasSameEvents(as other: Trace) -> Bool {
    // Wake-ups are merged depending on the steps around them, so steps may differ although events are equal.
    let (mine, others) = (steps.lazy.flatMap(\.events), other.steps.lazy.flatMap(\.events))
    return mine.elementsEqual(others)
  }
}

/// The time at which a line of the script was performed.
package struct FaultRecord: Equatable, Sendable {
  /// The index of the line in the script.
  package let line: Int
  /// The true host time.
  package let at: Duration
}

/// An input of the session and its outputs.
package struct TraceStep: Equatable, Sendable {
  /// An input of a session.
  package enum Input: Equatable, Sendable {
    /// An action, or the passing of time.
    case action(Action)
    /// A restart after its process died, with the last stored state, paused.
    case restored(Restoration)
  }

  /// True host time.
  package var at: Duration
  /// The session time up to which the session has advanced; later than that of its host if that takes effects ahead.
  package var now: Duration
  /// The earliest session time at which a sound could begin.
  package var soundsFrom: Duration
  /// The session time of the previous call, even if that changed little.
  package var previous: Duration
  /// The number of wake-ups that this step merges; if there are several, none of them changed anything.
  package var wakes = 1
  /// The input.
  package var input: Input
  /// The index of the line of the script that caused it; `nil` if none did.
  package var line: Int?
  /// The events that it returned.
  package var events: [EngineEvent]
  /// The effects that it returned.
  package var effects: [Effect]
  /// The session's progress.
  package var progress: SessionProgress
  /// The state of the playback.
  package var playback: PlaybackState
  /// The current segment; `nil` after the end.
  package var segment: SegmentID?
  /// The start of that segment in the plan.
  package var phaseStart: Duration?
  /// The fade position of the bed, from 0 to 1.
  package var bed: Double

  /// The action that was sent, including the passing of time; `nil` for a restart.
  package var action: Action? { if case .action(let action) = input { action } else { nil } }

  /// Whether the input only reports that time has passed.
  package var isTick: Bool { if case .action(.tick) = input { true } else { false } }

  /// Whether nothing but time has passed.
  package var isIdle: Bool { events.isEmpty && effects.isEmpty && isTick }
}

extension TraceStep {
  /// What a session has made of an input.
  package init(
    _ input: Input, at instant: Duration, now: Duration, soundsFrom: Duration, previous: Duration, line: Int? = nil,
    _ events: [EngineEvent], _ effects: [Effect], of session: some SessionDriver
  ) {
    let reading = session.reading
    self.init(
      at: instant, now: now, soundsFrom: soundsFrom, previous: previous, input: input, line: line, events: events,
      effects: effects, progress: session.progress, playback: reading.playback, segment: reading.cursor?.id,
      phaseStart: reading.cursor?.start, bed: session.bedLevel)
  }
}

/// A session restored after its process died.
package struct Restoration: Equatable, Sendable {
  /// Session time up to which it had been stored.
  package let storedAt: Duration
  /// The step after which it was stored.
  package let step: Int
  /// Session time at which the process died.
  package let diedAt: Duration

  package init(storedAt: Duration, step: Int, diedAt: Duration) {
    self.storedAt = storedAt
    self.step = step
    self.diedAt = diedAt
  }
}
