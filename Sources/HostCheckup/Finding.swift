/// What was found out about one thing on this machine, in words for people, and what cures it.
public struct Finding: Equatable, Sendable {
  /// How bad it is.
  public enum Verdict: String, CaseIterable, Comparable, Sendable {
    case ok
    /// Workouts run, but not all is as it could be.
    case warning
    /// Workouts don't run as they should.
    case problem

    /// The milder verdict is the lesser one.
    public static func < (left: Verdict, right: Verdict) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .ok: 0
      case .warning: 1
      case .problem: 2
      }
    }
  }

  /// What was looked at, in a word or two.
  public let name: String
  /// How bad it is.
  public let verdict: Verdict
  /// What was found, in one line.
  public let text: String
  /// What to do about it; `nil` exactly where the verdict is `ok`.
  public let cure: String?

  /// All is well.
  public static func ok(_ name: String, _ text: String) -> Finding {
    Finding(name: name, verdict: .ok, text: text, cure: nil)
  }

  /// Not all is as it could be.
  public static func warning(_ name: String, _ text: String, cure: String) -> Finding {
    Finding(name: name, verdict: .warning, text: text, cure: cure)
  }

  /// Workouts don't run as they should.
  public static func problem(_ name: String, _ text: String, cure: String) -> Finding {
    Finding(name: name, verdict: .problem, text: text, cure: cure)
  }
}
