public import WorkoutEngine
import WorkoutModel

/// What must come of a scenario.
public struct Expectations: Equatable, Sendable {
  /// Which laws must hold; all where nothing is said.
  public var invariants: InvariantChoice
  /// The outcomes that cues must have.
  public var outcomes: [ExpectedOutcome]
  /// The state that the session must have at the end.
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

/// Which laws a run is held to.
public enum InvariantChoice: Equatable, Sendable {
  case all
  /// Those with these numbers, such as `I08`.
  case some([String])

  /// Whether the law with this number is among them.
  public func includes(_ number: String) -> Bool {
    switch self {
    case .all: true
    case .some(let numbers): numbers.contains(number)
    }
  }
}

/// The outcome that a cue must have.
public struct ExpectedOutcome: Equatable, Sendable {
  /// The cues that are meant.
  public var cue: CueName
  /// What one of them must come to.
  public var outcome: Outcome
  /// Why; `nil` for any reason.
  public var cause: String?
  /// How many of them must come to it; `nil` for at least one.
  public var times: Int?

  /// At least one cue of a name must have this outcome; by default for any cause.
  public init(_ cue: CueName, is outcome: Outcome, cause: String? = nil, times: Int? = nil) {
    self.cue = cue
    self.outcome = outcome
    self.cause = cause
    self.times = times
  }
}

/// The state that a session must have at the end; what is `nil` may be anything.
public struct ExpectedEnd: Equatable, Sendable {
  /// The playback by its name, such as `completed`.
  public var playback: String?
  /// Active time, exactly.
  public var elapsed: Duration?

  /// By default anything.
  public init(playback: String? = nil, elapsed: Duration? = nil) {
    self.playback = playback
    self.elapsed = elapsed
  }

  /// The names that a playback can have.
  public static let playbacks = [
    "idle", "preparingToPlay", "preparingToPause", "fadingIn", "playing", "fadingOut", "paused", "completed",
    "stopped", "failed",
  ]
}

extension Expectations {
  /// What a run leaves unmet.
  func unmet(by trace: Trace) -> [Unmet] {
    var found: [Unmet] = []
    let cues = outcomes.isEmpty ? [] : trace.cues
    for (index, expected) in outcomes.enumerated() {
      let meant = cues.filter { expected.cue.means($0.kind, set: $0.plannedSet ?? $0.set) }
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

extension ExpectedOutcome {
  fileprivate func complaint(_ count: Int, _ meant: [CueReport]) -> String {
    let name = cue.kind.rawValue + (cue.set.map { " of set \($0)" } ?? "")
    let wanted = outcome.rawValue + (cause.map { " because of \($0)" } ?? "")
    let often = times.map { "\($0) times" } ?? "at least once"
    if meant.isEmpty { return "expected \(name) to be \(wanted) \(often), no such cue came" }
    let got = meant.map { $0.outcome.rawValue + ($0.cause.map { " (\($0))" } ?? "") }
    return "expected \(name) to be \(wanted) \(often), it is so \(count) times: it is \(got.joined(separator: ", "))"
  }
}

extension Trace {
  /// What became of cues, in order.
  public var cues: [CueReport] {
    var cues: [CueReport] = []
    for step in steps {
      for event in step.events { if case .cueSettled(let cue) = event.kind { cues.append(cue) } }
    }
    return cues
  }
}
