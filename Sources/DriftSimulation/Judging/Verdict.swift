import WorkoutEngine
import WorkoutModel

/// What came of a scenario, and whether that is as it must be.
public struct Verdict: Sendable {
  /// What was to happen.
  public let scenario: Scenario
  /// What the session was told and what it said.
  public let trace: Trace
  /// Where a law was broken.
  public let violations: [Violation]
  /// Which expectations were not met, in words.
  public let unmet: [Unmet]
  /// For each class of fault in the scenario whether the run would have been another without it.
  public let changed: [DeedWord: Bool]

  /// Whether all is as it must be.
  public var passed: Bool { violations.isEmpty && unmet.isEmpty }

  /// What a scenario must go on failing by while it is made smaller: the numbers of the laws, or what came in the place
  /// of what was expected.
  public var failures: Set<String> { Set(violations.map(\.number) + unmet.map { "\($0.name): \($0.message)" }) }
}

/// An expectation that was not met.
public struct Unmet: Equatable, Sendable {
  /// Which one it is: `outcomes[1]`, `final.elapsed`.
  public let name: String
  /// What was expected, and what came.
  public let message: String
}

extension Simulation {
  /// The name under which two runs of one scenario that differ are reported.
  static var determinism: String { "determinism" }

  /// Runs a scenario twice, compares, and holds it to the laws and to what it expects.
  ///
  /// - Parameters:
  ///   - scenario: What happens; it must be one of the oracle's workout.
  ///   - comparing: Whether to see, too, what difference each class of fault makes, which takes a run for each.
  /// - Returns: What came of it.
  @specialized(where Driver == Engine)
  public func judge(_ scenario: Scenario, comparing: Bool = true) -> Verdict {
    let trace = run(scenario)
    var evidence = Evidence(scenario, oracle, trace)
    evidence.unticked = unticked(trace, of: scenario)
    var changed: [DeedWord: Bool] = [:]
    for word in scenario.words where comparing || word == .wallStep {
      let without = run(scenario.without(word))
      changed[word] = !without.shows(theSameAs: trace)
      if word == .wallStep { evidence.withoutWallSteps = without }
    }
    var violations = Invariants.violations(in: evidence, of: scenario.expected.invariants)
    if run(scenario) != trace {
      violations.append(Violation(Self.determinism, "run again, it tells something else", step: 0))
    }
    return Verdict(
      scenario: scenario, trace: trace, violations: violations, unmet: scenario.expected.unmet(by: trace),
      changed: changed)
  }
}

extension Scenario {
  /// The classes of fault in it, in the order of the format's table.
  public var words: [DeedWord] {
    var words = Set(script.map(\.deed.word))
    if host.jitter != nil { words.insert(.jitter) }
    return words.sorted()
  }

  /// The same scenario without one class of fault. Steps of the wall clock become none at all, at the same instants: a
  /// host that looks at the time there is a host that is awake.
  public func without(_ word: DeedWord) -> Scenario {
    var scenario = self
    if word == .wallStep {
      for index in script.indices where script[index].deed.word == word {
        scenario.script[index].deed = .wallStep(by: .zero)
      }
    } else {
      scenario.script.removeAll { $0.deed.word == word }
    }
    if word == .jitter { scenario.host.jitter = nil }
    return scenario
  }

  /// How long its faults last together with its last time, which bounds how long it can take.
  var longestScript: Duration {
    var length = Duration.zero
    for line in script {
      switch line.at {
      case .after(let at): length += at
      case .cue(_, let offset): length += max(offset, .zero)
      }
      switch line.deed {
      case .suspend(let more), .stall(let more), .kill(let more): length += more
      case .extend(let more): length += max(more, .zero)
      default: break
      }
      length += line.deed.until ?? .zero
    }
    return length
  }
}
