/// A diagnostic about this machine for a human reader, with a fix.
public struct Diagnostic: Equatable, Sendable {
  /// The severity of a diagnostic.
  public enum Verdict: String, CaseIterable, Comparable, Sendable {
    case ok
    /// Workouts run, but something could be better.
    case warning
    /// Workouts don't run properly.
    case problem

    /// Orders verdicts by severity.
    public static func < (left: Verdict, right: Verdict) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .ok: 0
      case .warning: 1
      case .problem: 2
      }
    }
  }

  /// The checked part, in a word or two.
  public let name: String
  /// The severity.
  public let verdict: Verdict
  /// The diagnostic, on one line.
  public let text: String
  /// The fix; `nil` exactly if the verdict is `ok`.
  public let fix: String?

  /// A diagnostic without a fault.
  public static func ok(_ name: String, _ text: String) -> Diagnostic {
    Diagnostic(name: name, verdict: .ok, text: text, fix: nil)
  }

  /// A diagnostic with which workouts still run.
  public static func warning(_ name: String, _ text: String, fix: String) -> Diagnostic {
    Diagnostic(name: name, verdict: .warning, text: text, fix: fix)
  }

  /// A diagnostic with which workouts don't run properly.
  public static func problem(_ name: String, _ text: String, fix: String) -> Diagnostic {
    Diagnostic(name: name, verdict: .problem, text: text, fix: fix)
  }
}

extension Duration {
  /// The duration for a human reader: microseconds below a millisecond, milliseconds below a second, else seconds with
  /// one decimal; truncated.
  var text: String {
    let (seconds, attoseconds) = components
    let microseconds = attoseconds / 1_000_000_000_000
    if seconds > 0 { return "\(seconds).\(microseconds / 100_000) s" }
    return microseconds >= 1_000 ? "\(microseconds / 1_000) ms" : "\(microseconds) µs"
  }
}
