import Testing
import WorkoutModel

@Suite struct `A suggestion` {
  private static let keys = ["name", "intensity", "duration", "open", "sets", "say", "on", "longerThan"]

  @Test(arguments: [
    ("duratoin", "duration"), ("Duration", "duration"), ("durations", "duration"), ("intesity", "intensity"),
    ("sest", "sets"), ("set", "sets"), ("nam", "name"), ("longer", "longerThan"), ("dur", "duration"), ("no", "on"),
  ])
  func `is the word that was meant`(word: String, expected: String) {
    #expect(Suggestion.nearest(to: word, among: Self.keys) == expected)
  }

  @Test(arguments: ["", "x", "colour", "weight", "du", String(repeating: "duration", count: 10_000)])
  func `is not made where nothing is near`(word: String) {
    #expect(Suggestion.nearest(to: word, among: Self.keys) == nil)
  }

  @Test func `takes the nearest, and the first of equals`() {
    #expect(Suggestion.nearest(to: "bell", among: ["bells", "bell"]) == "bell")
    #expect(Suggestion.nearest(to: "bel", among: ["bed", "bell"]) == "bed")
  }
}
