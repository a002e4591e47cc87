import SessionReporting
public import WorkoutEngine
import WorkoutModel

/// The expected results of a scenario.
public struct Expectations: Equatable, Sendable {
  /// The laws that must hold; all by default.
  public var invariants: InvariantChoice
  /// The required outcomes of cues.
  public var outcomes: [ExpectedOutcome]
  /// The required state of the session at the end.
  public var final: ExpectedEnd

  /// By default all laws and nothing else.
  public init(
    invariants: InvariantChoice = .all, outcomes: [ExpectedOutcome] = [], final: ExpectedEnd = ExpectedEnd()
  ) {
    self.invariants = invariants
    self.outcomes = outcomes
    self.final = final
  }
}

/// The choice of laws that are checked.
public enum InvariantChoice: Equatable, Sendable {
  case all
  /// The laws with these numbers, such as `I08`.
  case some([String])

  /// Whether the law with this number is chosen.
  public func includes(_ number: String) -> Bool {
    switch self {
    case .all: true
    case .some(let numbers): numbers.contains(number)
    }
  }
}

/// A required outcome of a cue.
public struct ExpectedOutcome: Equatable, Sendable {
  /// The cues concerned.
  public var cue: CueName
  /// The outcome that one of them must have.
  public var outcome: Outcome
  /// The required cause; `nil` for any.
  public var cause: String?
  /// The number of cues that must have it; `nil` for at least one.
  public var times: Int?

  /// Requires that at least one cue of a name have this outcome; by default with any cause.
  public init(_ cue: CueName, is outcome: Outcome, cause: String? = nil, times: Int? = nil) {
    self.cue = cue
    self.outcome = outcome
    self.cause = cause
    self.times = times
  }
}

/// The required state of a session at the end; `nil` properties are not checked.
public struct ExpectedEnd: Equatable, Sendable {
  /// The name of the playback state, such as `completed`.
  public var playback: String?
  /// Active time, exactly.
  public var elapsed: Duration?

  /// By default nothing is required.
  public init(playback: String? = nil, elapsed: Duration? = nil) {
    self.playback = playback
    self.elapsed = elapsed
  }

  /// The names of the playback states.
  public static let playbacks = [
    "idle", "preparingToPlay", "preparingToPause", "fadingIn", "playing", "fadingOut", "paused", "completed",
    "stopped", "failed",
  ]
}

extension Expectations {
  /// The expectations that a run doesn't meet.
  func unmet(by trace: Trace) -> [Unmet] {
    var found: [Unmet] = []
    for (index, expected) in outcomes.enumerated() {
      let meant = trace.cues.filter { expected.cue.means($0) }
      let count = meant.count { $0.outcome == expected.outcome && (expected.cause ?? $0.cause) == $0.cause }
      if expected.times.map({ $0 == count }) ?? (count > 0) { continue }
      found.append(Unmet(name: "outcomes[\(index)]", message: expected.complaint(count, meant)))
    }
    if trace.isCut, final.playback == nil {
      found.append(
        Unmet(name: "end", message: "it would never come to an end and was cut; say what is expected in final.playback")
      )
    }
    if let playback = final.playback, playback != trace.playback.name {
      found.append(
        Unmet(name: "final.playback", message: "expected \(playback) at the end, it is \(trace.playback.name)"))
    }
    if let elapsed = final.elapsed, elapsed != trace.elapsed {
      let (wanted, got) = (DurationText.write(elapsed), DurationText.write(trace.elapsed))
      found.append(Unmet(name: "final.elapsed", message: "expected \(wanted) of active time at the end, it is \(got)"))
    }
    return found
  }
}

extension CueName {
  /// Whether the name matches a settled cue.
  func means(_ cue: CueReport) -> Bool { means(cue.kind, set: cue.plannedSet ?? cue.set) }
}

extension ExpectedOutcome {
  fileprivate func complaint(_ count: Int, _ meant: [CueReport]) -> String {
    let name = cue.kind.words + (cue.set.map { " of set \($0)" } ?? "")
    let wanted = outcome.words + (cause.map { " because \(Words.cause($0))" } ?? "")
    let often = times.map { "\($0) times" } ?? "at least once"
    if meant.isEmpty { return "expected \(name) to be \(wanted) \(often), no such cue came" }
    let got = meant.map { $0.outcome.words + ($0.cause.map { " (\(Words.cause($0)))" } ?? "") }
    return "expected \(name) to be \(wanted) \(often), it is so \(count) times: it is \(got.joined(separator: ", "))"
  }
}

extension Trace {
  /// The reports of settled cues, in order.
  public var cues: [CueReport] {
    var cues: [CueReport] = []
    for step in steps {
      for event in step.events { if case .cueSettled(let cue) = event.kind { cues.append(cue) } }
    }
    return cues
  }
}
