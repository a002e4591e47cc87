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

  @Test func `names several, the nearest first, and no more than asked for`() {
    let names = ["legs-2", "legs-1", "legs-12", "legs-3", "arms"]
    #expect(Suggestion.near(to: "legs-1", among: names, atMost: 3) == ["legs-1", "legs-2", "legs-12"])
    #expect(
      Suggestion.question("legs-11", among: names, atMost: 3)
        == "; did you mean \"legs-1\", \"legs-12\" or \"legs-2\"?")
    #expect(Suggestion.question("legs-1x", among: ["legs-1", "arms"], atMost: 3) == "; did you mean \"legs-1\"?")
    #expect(Suggestion.question("zzz", among: names, atMost: 3).isEmpty)
  }

  @Test func `takes the nearest, and the first of equals`() {
    #expect(Suggestion.nearest(to: "bell", among: ["bells", "bell"]) == "bell")
    #expect(Suggestion.nearest(to: "bel", among: ["bed", "bell"]) == "bed")
  }
}
