import Glibc
import TestSupport
import Testing

/// What a run does while its sound server, or the run itself, does not respond.
@Suite(.serialized) struct `The loss of sound` {
  @Test func `by a killed server ends soon after its restart, on the grid`() throws {
    let fixture = try SoundFixture()
    defer { fixture.server.end() }
    let run = try fixture.start(clicks: 48, "--latency", "power")
    try run.waitForPhase(.seconds(2), after: run.waitForPhase())
    fixture.server.signal(SIGKILL)
    let loss = try run.wait(forAudio: "lost")
    // Meanwhile the session continues in silence.
    try run.waitForPhase(.seconds(1), after: loss)
    try fixture.server.start()
    let recording = try fixture.server.record()
    let restart = ContinuousClock().now
    try run.wait(forAudio: "restored")
    let silence = ContinuousClock().now - restart
    #expect(silence <= Measurement.limit(.seconds(6)))
    try fixture.expectClicksOnGrid(recording, moreThan: 10)
    let result = try run.finish()
    try result.expectCompleted(clicks: 48)
    #expect(try result.audioStates() == ["opened", "lost", "restored"])
    #expect(result.err.contains("continues in silence") && result.err.contains("is back"))
  }

  @Test func `by a hanging server or a suspended sink ends with its cause, on the grid`() async throws {
    try await concurrently(SoundServer.Sink.allCases) { sink in
      let fixture = try SoundFixture(sink)
      defer { fixture.server.end() }
      let run = try fixture.start(clicks: 400, "--latency", "power")
      try run.waitForPhase(.seconds(2), after: run.waitForPhase())
      fixture.server.signal(SIGSTOP)
      let begin = ContinuousClock().now
      let hang = try run.wait(forAudio: "stalled")
      // It is detected within 3 s, if other processes leave this machine a processor.
      let length = ContinuousClock().now - begin
      #expect(length <= Measurement.limit(.seconds(4)), "\(sink)")
      try run.waitForPhase(.seconds(1), after: hang)
      fixture.server.signal(SIGCONT)
      try run.waitForPhase(.seconds(1), after: run.wait(forAudio: "restored"))
      try fixture.server.control("pactl suspend-sink nul 1")
      try run.waitForPhase(.seconds(1), after: run.wait(forAudio: "stalled"))
      try fixture.server.control("pactl suspend-sink nul 0")
      try run.wait(forAudio: "restored")
      try fixture.expectClicksOnGrid(fixture.server.record(), moreThan: 5)
      let result = try run.stop()
      try result.expectUniqueCues()
      #expect(try result.audioStates() == ["opened", "stalled", "restored", "stalled", "restored"], "\(sink)")
    }
  }

  @Test func `by a run that is stopped for four seconds causes no burst, and the workout ends on time`() throws {
    let fixture = try SoundFixture()
    defer { fixture.server.end() }
    let clicks = 30
    let run = try fixture.start(clicks: clicks, "--latency", "power")
    try run.waitForPhase(.seconds(1), after: run.waitForPhase())
    // Between two clicks.
    usleep(100_000)
    run.signal(SIGSTOP)
    usleep(4_000_000)
    run.signal(SIGCONT)
    let result = try run.finish()
    try result.expectCompleted(clicks: clicks)
    let outcomes = try EventRecord.cues(in: result.out).map(\.outcome)
    let missed = outcomes.count { ["skipped", "collapsed"].contains($0) }
    #expect(missed >= 8, "\(outcomes)")
    // At most one overdue cue plays, so there is no burst.
    let late = outcomes.count { $0 == "late" }
    #expect(late <= 1 && outcomes.count { $0 == "onTime" } == clicks - missed - late, "\(outcomes)")
    // They are consecutive, and all cues before and after them are on time.
    let overdue = outcomes.indices.filter { outcomes[$0] != "onTime" }
    let length = (overdue.last ?? 0) - (overdue.first ?? 0) + 1
    #expect(length == overdue.count && outcomes.first == "onTime" && outcomes.last == "onTime", "\(outcomes)")
  }

  @Test func `by a server that hangs in the last moments does not delay the end of the workout`() async throws {
    try await concurrently([0, 200_000, 250_000, 280_000, 320_000]) { microseconds in
      let fixture = try SoundFixture()
      defer { fixture.server.end() }
      let run = try fixture.start(clicks: 8)
      for _ in 0..<8 { try run.waitForPhase() }
      usleep(UInt32(microseconds))
      fixture.server.signal(SIGSTOP)
      try run.finish().expectCompleted(clicks: 8)
    }
  }
}
