import Testing
import WorkoutFiles

@Suite struct `A workout file that is wrong` {
  @Test(arguments: try CaseFile.refused())
  func `is refused with all its problems, their places and what is allowed`(refused: CaseFile.Refused) {
    #expect(complaints(refused.text) == refused.complaints)
  }

  @Test func `comes in many kinds`() throws {
    #expect(try CaseFile.refused().count >= 200)
  }

  @Test(arguments: try CaseFile.accepted())
  func `is not one that follows the format`(text: String) {
    #expect(complaints(text) == [])
  }
}
