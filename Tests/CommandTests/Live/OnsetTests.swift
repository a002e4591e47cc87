import Glibc
import OnsetAnalysis
import TestSupport
import Testing
import WorkoutExchange

/// When the cues of a run are heard, in recordings of a sound server.
@Suite(.serialized) struct `The onsets of a run` {
  @Test func `are within 50 ms of their plan`() async throws {
    try await concurrently(SoundServer.Sink.allCases) { sink in
      let run = try RecordedRun(clicks: 40, latency: "power", on: sink)
      let cues = try EventRecord.cues(in: run.result.out)
      #expect(cues.count == 40 && cues.allSatisfy { $0.outcome == "onTime" }, "\(sink)")
      try #require(run.onsets.moments.count == cues.count, "\(sink)")
      let report = TimingReport(of: run.onsets.all, against: cues.map { PlannedMoment(Double($0.due) / 1e9) })
      let jitter = try [0.5, 0.99, 1].map { try #require(report.jitter($0)) * 1_000 }
      print(
        "\(sink): deviation from the plan: median \(jitter[0]) ms, p99 \(jitter[1]) ms, most \(jitter[2]) ms; "
          + "the server's clock is \((report.line?.drift ?? 0) * 1e6) ppm off")
      // A fault shifts an onset by whole blocks of 125 ms; less is the server's own clock.
      #expect(report.isWithin(0.05), "\(sink): \(jitter), \(report.missing), \(report.extra)")
    }
  }

  @Test func `are all heard on a sink that has rendered up to two seconds ahead`() async throws {
    try await concurrently(["normal", "power"]) { profile in
      let run = try RecordedRun(clicks: 8, latency: profile, on: .stock)
      #expect(run.onsets.moments.count == 8, "\(profile): \(run.onsets.moments)")
    }
  }

  /// Its buffer of 40 ms runs dry on a busy machine.
  @Test(.enabled(if: Measurement.isOn, "make measure"))
  func `are all heard there in the profile low, too`() throws {
    #expect(try RecordedRun(clicks: 8, latency: "low", on: .stock).onsets.moments.count == 8)
  }
}

/// A run of clicks on a sound server, and what a recorder heard of it.
private struct RecordedRun {
  let result: ProcessResult
  let onsets: Onsets

  /// Plays and records; expects a run without an error or a lost device.
  ///
  /// After an underrun ALSA's plugin ends its stream and begins another. For both the stock sink renders again what the
  /// recorder has already got: that hears a click twice, and none until the sink fetches again, up to 2 s later.
  init(clicks: Int, latency: String, on sink: SoundServer.Sink) throws {
    let fixture = try SoundFixture(sink)
    defer { fixture.server.end() }
    let recording = try fixture.server.record()
    result = try fixture.start(clicks: clicks, "--latency", latency, "--require-audio").finish()
    #expect(result.code == 0 && result.err.isEmpty, "\(sink), \(latency): \(result)")
    #expect(try result.audioStates() == ["opened"], "\(sink), \(latency)")
    onsets = Onsets(try recording.finish())
  }
}
