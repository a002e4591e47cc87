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
  /// The cue that was settled, be it of the plan, of the coach or on request.
  public package(set) var cue: CueReport? {
    get {
      switch self {
      case .cueSettled(let cue), .said(let cue): cue
      case .coached(let report): report.cue
      default: nil
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .cueSettled: self = .cueSettled(newValue)
      case .said: self = .said(newValue)
      case .coached(var report):
        report.cue = newValue
        self = .coached(report)
      default: break
      }
    }
  }
}
