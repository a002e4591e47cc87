/// Counts with their nouns: "1 phase", "3 phases".
package enum Counted {
  package static func phases(_ count: Int) -> String { of(count, "phase", "phases") }

  package static func cues(_ count: Int) -> String { of(count, "cue", "cues") }

  package static func reps(_ count: Int) -> String { of(count, "rep", "reps") }

  package static func of(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }
}
