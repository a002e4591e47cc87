/// A diagnostic about this machine for a human reader, with a fix.
package struct Diagnostic: Equatable, Sendable {
  package enum Verdict: String, CaseIterable, Comparable, Sendable {
    case ok
    /// Workouts run, but something could be better.
    case warning
    /// Workouts don't run properly.
    case problem

    package static func < (left: Verdict, right: Verdict) -> Bool {
      allCases.prefix { $0 != right }.contains(left)
    }
  }

  /// The checked part, in a word or two.
  package let name: String
  package let verdict: Verdict
  package let text: String
  /// The fix; `nil` exactly if the verdict is `ok`.
  package let fix: String?

  package static func ok(_ name: String, _ text: String) -> Diagnostic {
    Diagnostic(name: name, verdict: .ok, text: text, fix: nil)
  }

  package static func warning(_ name: String, _ text: String, fix: String) -> Diagnostic {
    Diagnostic(name: name, verdict: .warning, text: text, fix: fix)
  }

  package static func problem(_ name: String, _ text: String, fix: String) -> Diagnostic {
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
