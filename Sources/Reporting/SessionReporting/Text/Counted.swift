/// Counts with their nouns: "1 phase", "3 phases".
public enum Counted {
  /// The count with its noun: "3 phases".
  public static func phases(_ count: Int) -> String { of(count, "phase", "phases") }

  /// The count with its noun: "3 cues".
  public static func cues(_ count: Int) -> String { of(count, "cue", "cues") }

  /// The count with its noun: "10 reps".
  public static func reps(_ count: Int) -> String { of(count, "rep", "reps") }

  /// A number with the matching form of the noun.
  public static func of(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }
}
