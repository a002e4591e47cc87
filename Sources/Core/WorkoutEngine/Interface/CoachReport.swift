public import WorkoutModel

/// A call of the coach, or its sound when a signal is back inside its target.
public struct CoachReport: Equatable, Sendable {
  /// What it tells.
  public let call: CoachCall
  /// The signal.
  public let signal: Signal
  /// The value of the signal; `nil` if it is unknown.
  public let value: Int?
  /// The values that meet the target at that moment.
  public let limits: ClosedRange<Int>
  /// What is heard; the plan doesn't contain it.
  public package(set) var cue: CueReport

  /// Creates a report.
  public init(call: CoachCall, signal: Signal, value: Int?, limits: ClosedRange<Int>, cue: CueReport) {
    (self.call, self.signal, self.value, self.limits, self.cue) = (call, signal, value, limits, cue)
  }
}

extension EngineEvent.Kind {
  /// The cue that was settled, be it of the plan or of the coach.
  public var cue: CueReport? {
    switch self {
    case .cueSettled(let cue): cue
    case .coached(let report): report.cue
    default: nil
    }
  }
}
