/// Numbers of things in the words that people read: "1 phase", "3 phases".
public enum Counted {
  /// So many phases.
  public static func phases(_ count: Int) -> String { of(count, "phase", "phases") }

  /// So many cues.
  public static func cues(_ count: Int) -> String { of(count, "cue", "cues") }

  /// A number and the form of the noun that goes with it.
  public static func of(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }
}
