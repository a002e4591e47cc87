import SessionControl
import Testing
import WorkoutModel

@Suite struct `The phase that a user has seen` {
  private let first = SegmentID(node: 1, sets: [0])
  private let second = SegmentID(node: 2, sets: [0])

  @Test func `is the one that has been shown for 0.3 s`() {
    var seen = SeenPhase()
    #expect(seen.phase(for: .next, at: .seconds(1)) == nil)
    seen.show(first, at: .seconds(2))
    #expect(seen.phase(for: .next, at: .milliseconds(2_200)) == nil)
    #expect(seen.phase(for: .next, at: .seconds(5)) == "1_1")
    seen.show(second, at: .seconds(8))
    #expect(seen.phase(for: .next, at: .milliseconds(8_200)) == nil)
    #expect(seen.phase(for: .back, at: .seconds(9)) == "2_1")
  }

  @Test func `is unknown shortly after an own move, and nothing to commands that are no moves`() {
    var seen = SeenPhase()
    seen.show(first, at: .zero)
    #expect(seen.phase(for: .pause, at: .milliseconds(900)) == nil)
    #expect(seen.phase(for: .next, at: .seconds(1)) == "1_1")
    #expect(seen.phase(for: .next, at: .milliseconds(1_100)) == nil)
    #expect(seen.phase(for: .next, at: .milliseconds(1_500)) == "1_1")
  }
}
