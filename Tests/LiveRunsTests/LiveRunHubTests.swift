import LiveRuns
import TestSupport
import Testing

@Suite struct `A hub of runs` {
  private final class Follower: Sendable {}

  @Test func `ends its thread when it is released`() throws {
    let folder = try TemporaryFolder()
    var follower: Follower? = Follower()
    weak let held = follower
    do {
      let hub = try LiveRunHub(folder.path)
      hub.follow { [follower] _ in _ = follower }
      follower = nil
      #expect(held != nil)
    }
    #expect(Timeout.wait { held == nil })
  }
}
