import WorkoutEngine
import WorkoutModel

/// A law that every run must obey, whatever happens to the host; docs/SIMULATION.md lists all of them.
public protocol Invariant: Sendable {
  /// Its number, such as `I08`.
  var number: String { get }
  /// What it demands, in one sentence.
  var law: String { get }

  /// Where a run breaks it.
  func violations(in record: RunRecord) -> [Violation]
}

/// A place where a run breaks a law.
public struct Violation: Equatable, Sendable {
  /// The number of the law.
  public let number: String
  /// What is wrong there.
  public let message: String
  /// The step at which it shows.
  public let step: Int

  /// A law broken at a step.
  public init(_ number: String, _ message: String, step: Int) {
    self.number = number
    self.message = message
    self.step = step
  }
}

extension Invariant {
  func violation(_ message: String, at step: Int) -> Violation { Violation(number, message, step: step) }
}

/// The laws.
public enum Invariants {
  /// All of them, by their numbers.
  public static let all: [any Invariant] = [
    Conservation(), StartedOnce(), InTime(), NoBurst(), NoAvoidableMiss(), NoStaleCue(), NotAfterItsPhase(),
    TrueTime(), OrderOfPhases(), PathIndependence(), IgnoresWallClock(), PauseHolds(), FadesEndOnTarget(),
    CompletesOnce(), InterruptionsHold(), SoundLossKeepsTime(), SurvivesCrash(), Recovers(), BeatsFollowPlan(),
  ]

  /// Every place where a run breaks one of the chosen laws, in the order of the laws.
  public static func violations(in record: RunRecord, of choice: InvariantChoice = .all) -> [Violation] {
    all.filter { choice.includes($0.number) }.flatMap { $0.violations(in: record) }
  }
}
