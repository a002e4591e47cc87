import Glibc
import TestSupport
import Testing

/// What a run does with a device that is missing, busy, limited or stuck.
@Suite(.serialized) struct `A faulty device` {
  @Test func `that is missing is replaced by the default device`() throws {
    let fixture = try SoundFixture()
    defer { fixture.server.end() }
    let result = try fixture.start(clicks: 4, "--device", "no-such-card", "--require-audio").finish()
    #expect(result.code == 0 && result.errorLines.count == 1)
    #expect(result.err.contains("no-such-card: ") && result.err.contains("playing on the device \"default\" instead"))
    // Each xrun of a busy machine reports the device again.
    let audio = try result.events.filter { $0.event == "audio" }
    #expect(Set(audio.map(\.device)) == ["default"] && Set(audio.map(\.sink)) == ["alsa"])
  }

  @Test func `that is busy at first is opened when it is free`() throws {
    let fixture = try SoundFixture(faults: ["BUSY_WHILE=busy"])
    defer { fixture.server.end() }
    try fixture.home.write("", to: "busy")
    let run = try fixture.start(clicks: 400, "--latency", "power")
    try run.waitForPhase()
    usleep(1_000_000)
    try fixture.home.delete("busy")
    let recording = try fixture.server.record()
    try run.wait(forAudio: "restored")
    try fixture.expectClicksOnGrid(recording, moreThan: 5)
    let result = try run.stop()
    try result.expectUniqueCues()
    #expect(result.err.contains("Device or resource busy") && result.err.contains("keeping time in silence"))
    #expect(try result.audioStates() == ["opened", "restored"])
  }

  @Test func `that accepts no parameters without conversion is heard through it`() throws {
    let fixture = try SoundFixture(faults: ["OPENED=opened"])
    defer { fixture.server.end() }
    let recording = try fixture.server.record()
    let result = try fixture.start(clicks: 10, "--require-audio").finish()
    #expect(result.code == 0 && result.err.isEmpty, "\(result)")
    #expect(try fixture.home.text(of: "opened") == "converted\nplain\n")
    #expect(Onsets(try recording.finish()).moments.count == 10)
  }

  @Test func `that is stuck without an error is left, and used again when it works`() async throws {
    try await concurrently(["nothing", "later", "full"]) { answer in
      let fixture = try SoundFixture(faults: ["STUCK_WHILE=stuck", "STUCK_BY=\(answer)"])
      defer { fixture.server.end() }
      let run = try fixture.start(clicks: 32)
      try run.waitForPhase()
      usleep(1_000_000)
      try fixture.home.write("", to: "stuck")
      try run.wait(forAudio: "stalled")
      try fixture.home.delete("stuck")
      try run.wait(forAudio: "restored")
      let result = try run.finish()
      try result.expectCompleted(clicks: 32)
      #expect(try result.audioStates() == ["opened", "stalled", "restored"], "\(answer)")
    }
  }
}
