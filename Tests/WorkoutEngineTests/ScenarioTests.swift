import Testing
import WorkoutEngine
import WorkoutModel

/// The measure that all scenarios are measured by, measured.
@Suite struct `A score` {
  private static let whole = """
    5 playing -> fadingOut 1.5 to paused(user); pause ! bed pause 1.5, silence everything 0.3, journal = timer
        stands, bed 1.0 to 0.0 over 1.5
    6.5@5 fadingOut -> paused(user); paused at 5 by user
    """

  private static func expect(_ score: String) throws {
    try expectScore(of: Sample.quiet, from: 5, .at(5, .pause), .to(8), score: score)
  }

  @Test func `that mentions everything holds, however it is broken into lines`() throws {
    try Self.expect(Self.whole)
    try Self.expect(Self.whole.replacing(";", with: ";\n   ").replacing("\n        ", with: " "))
  }

  @Test(arguments: [
    "; pause", "playing -> fadingOut 1.5 to paused(user); ", ", journal", "bed pause 1.5, ", " = timer\n        stands",
    ", bed 1.0 to 0.0 over 1.5", "@5", "6.5@5 fadingOut -> paused(user); paused at 5 by user", " by user",
  ])
  func `that leaves out an event, an effect, a change of the state or a number fails`(part: String) throws {
    let score = Self.whole.replacing(part, with: "")
    try #require(score != Self.whole)
    withKnownIssue { try Self.expect(score) }
  }

  @Test func `with something in it that doesn't happen, or in another order, fails`() {
    withKnownIssue { try Self.expect(Self.whole + "\n8@5 playing -> completed") }
    let turned = Self.whole.replacing("bed pause 1.5, ", with: "").replacing(", journal", with: ", bed pause 1.5, journal")
    withKnownIssue { try Self.expect(turned) }
  }
}
