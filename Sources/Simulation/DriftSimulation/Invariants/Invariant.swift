import WorkoutEngine
import WorkoutModel

/// A law that every run must obey under all faults; docs/SIMULATION.md lists all laws.
package protocol Invariant: Sendable {
  /// Its number, such as `I08`.
  var number: String { get }
  /// The law in one sentence.
  var law: String { get }

  /// The violations of the law in a run.
  func violations(in record: TraceRecord) -> [Violation]
}

/// A violation of a law in a run.
public struct Violation: Equatable, Sendable {
  /// The number of the law.
  public let number: String
  /// The description of the violation.
  public let message: String
  /// The step at which it was found.
  package let step: Int
  /// The session time of that step; `nil` if it is unknown.
  public internal(set) var at: Duration?

  /// Creates a violation at a step.
  package init(_ number: String, _ message: String, step: Int) {
    self.number = number
    self.message = message
    self.step = step
  }
}

extension Invariant {
  func violation(_ message: String, at step: Int) -> Violation { Violation(number, message, step: step) }
}

/// Compares what was said with what is true, and keeps the first difference.
struct Comparison {
  private var difference: (what: String, values: String)?

  mutating func expect<Value: Equatable>(_ what: String, _ value: Value, _ expected: Value) {
    if difference == nil, value != expected { difference = (what, "\(value), expected \(expected)") }
  }

  /// Keeps the difference of another comparison, if it has none.
  mutating func expect(_ other: Comparison) { difference = difference ?? other.difference }

  /// The difference as "`what` `said` X, expected Y"; `nil` if there is none.
  func complaint(_ said: @autoclosure () -> String) -> String? {
    difference.map { "\($0.what) \(said()) \($0.values)" }
  }
}

/// The list of all laws.
package enum Invariants {
  /// All laws, by their numbers.
  package static let all: [any Invariant] = [
    PlanFollowed(), SaidOnce(), InTime(), NoBurst(), NoAvoidableMiss(), TrueWords(), TrueCourse(),
    DependsOnActionsAlone(), Recovers(), HeardToTheEnd(), SoundsOfPlace(), PhasesReported(), SilentWhereLeft(),
    ObservedAsReported(), ReportsMedians(), CoachesWhatIsKnown(), PlansAsAtFirst(), TotalsAddUp(),
    AnswersRequests(),
  ]

  /// The laws that include those of earlier versions, by the numbers of these.
  package static let successors = [
    "I07": "I03", "I09": "I08", "I11": "I10", "I12": "I08", "I13": "I08", "I14": "I08", "I15": "I25", "I16": "I20",
    "I17": "I18", "I19": "I22", "I21": "I05", "I23": "I22", "I28": "I06", "I29": "I08",
  ]

  /// The violations of the chosen laws in a run, in the order of the laws.
  package static func violations(in record: TraceRecord, of choice: InvariantChoice = .all) -> [Violation] {
    all.filter { choice.includes($0.number) }.flatMap { $0.violations(in: record) }
  }
}
