/// What was found out about one thing on this machine, for a human reader, and how to fix it.
public struct Diagnostic: Equatable, Sendable {
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
  public let fix: String?

  /// All is well.
  public static func ok(_ name: String, _ text: String) -> Diagnostic {
    Diagnostic(name: name, verdict: .ok, text: text, fix: nil)
  }

  /// Not all is as it could be.
  public static func warning(_ name: String, _ text: String, fix: String) -> Diagnostic {
    Diagnostic(name: name, verdict: .warning, text: text, fix: fix)
  }

  /// Workouts don't run as they should.
  public static func problem(_ name: String, _ text: String, fix: String) -> Diagnostic {
    Diagnostic(name: name, verdict: .problem, text: text, fix: fix)
  }
}

extension Duration {
  /// For people: microseconds below a millisecond, milliseconds below a second, else seconds with a decimal; cut.
  var text: String {
    let (seconds, attoseconds) = components
    let microseconds = attoseconds / 1_000_000_000_000
    if seconds > 0 { return "\(seconds).\(microseconds / 100_000) s" }
    return microseconds >= 1_000 ? "\(microseconds / 1_000) ms" : "\(microseconds) µs"
  }
}
