public import WorkoutEngine
public import WorkoutModel

/// The complete result of a run: the session's inputs, their times, and its outputs.
public struct Trace: Equatable, Sendable {
  /// The session's inputs, in order; consecutive wake-ups that changed nothing form one step.
  public package(set) var steps: [TraceStep] = []
  /// The host's clocks, from which each past reading can be had.
  public internal(set) var clock = VirtualClock()
  /// When each line of the script was performed, in that order.
  public internal(set) var faults: [FaultRecord] = []
  /// Lines of the script that were never due, by their places in it.
  public internal(set) var unreached: [Int] = []
  /// All that the session was at the end.
  public package(set) var finalState: EngineState?
  /// Why the session could not be restored, where it couldn't.
  public package(set) var notRestored: SnapshotError?
  /// Whether the run was cut because it would not come to an end.
  public internal(set) var isCut = false

  /// Whether phrases became known on the way, so that the plan depends on more than actions.
  var hasLearned = false

  /// Every event, in order.
  public var events: [EngineEvent] { steps.flatMap(\.events) }

  /// What the clocks showed at a moment of session time.
  public func clocks(at session: Duration) -> VirtualClock.Reading {
    clock.reading(atBoot: clock.origin.boot + session)
  }

  /// True time at a moment of session time, to within what the clocks gain or lose between two wake-ups.
  public func instant(ofSession moment: Duration) -> Duration {
    guard let next = steps.firstIndex(where: { $0.now >= moment }) else { return moment }
    return max(.zero, steps[next].at - (steps[next].now - moment))
  }

  /// The playback state of the session at the end.
  public var playback: PlaybackState { steps.last?.playback ?? .idle }

  /// Active time at the end.
  public var elapsed: Duration { steps.last?.progress.elapsed ?? .zero }

  /// Whether the session emitted the same events at the same times.
  public func hasSameEvents(as other: Trace) -> Bool {
    // Wake-ups are merged depending on the steps around them, so steps may differ where events don't.
    let (mine, others) = (steps.lazy.flatMap(\.events), other.steps.lazy.flatMap(\.events))
    return mine.elementsEqual(others)
  }
}

extension Trace {
  /// Whether another run's clocks showed the same at each event.
  func hasSameClocks(as other: VirtualClock) -> Bool {
    if clock.runs(like: other) { return true }
    return steps.allSatisfy { step in
      step.events.allSatisfy { clocks(at: $0.at) == other.reading(atBoot: other.origin.boot + $0.at) }
    }
  }
}

/// When a line of the script was performed.
public struct FaultRecord: Equatable, Sendable {
  /// Its place in the script.
  public let line: Int
  /// In true host time.
  public let at: Duration
}

/// An input of the session, and what the session returned for it.
public struct TraceStep: Equatable, Sendable {
  /// An input of a session.
  public enum Input: Equatable, Sendable {
    /// Something has happened, or time has passed.
    case action(Action)
    /// Its process has died and been started again, with the state stored last, paused.
    case restored(Restoration)
  }

  /// True host time.
  public package(set) var at: Duration
  /// Session time.
  public package(set) var now: Duration
  /// Session time of the call before, however little it changed.
  public package(set) var previous: Duration
  /// How many wake-ups this step merges; all but the last changed nothing, and nor did the last if there are several.
  public package(set) var wakes = 1
  /// The input.
  public package(set) var input: Input
  /// The line of the script that made it happen, by its place.
  public package(set) var line: Int?
  /// What it said has happened.
  public package(set) var events: [EngineEvent]
  /// What it said must happen.
  public package(set) var effects: [Effect]
  /// The session's progress.
  public package(set) var progress: SessionProgress
  /// What the playback does.
  public package(set) var playback: PlaybackState
  /// The phase it is in; `nil` when all is done.
  public package(set) var segment: SegmentID?
  /// Where that phase begins in the plan.
  public package(set) var phaseStart: Duration?
  /// How far the bed is faded in, from 0 to 1.
  public package(set) var bed: Double

  /// The action that was sent, including the passing of time; `nil` for a restart.
  public var action: Action? { if case .action(let action) = input { action } else { nil } }

  /// Whether the input only reports that time has passed.
  public var isTick: Bool { if case .action(.tick) = input { true } else { false } }

  /// Whether nothing but time has passed.
  var isIdle: Bool { events.isEmpty && effects.isEmpty && isTick }
}

/// A session restored after its process died.
public struct Restoration: Equatable, Sendable {
  /// Session time up to which it had been stored.
  public let storedAt: Duration
  /// The step after which it was stored.
  public let step: Int
  /// Session time at which the process died.
  public let diedAt: Duration

  package init(storedAt: Duration, step: Int, diedAt: Duration) {
    self.storedAt = storedAt
    self.step = step
    self.diedAt = diedAt
  }
}
