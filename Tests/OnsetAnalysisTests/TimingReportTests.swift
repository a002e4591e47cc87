import OnsetAnalysis
import TestSupport
import Testing
import WorkoutExchange

@Suite struct `How exactly a recording follows its plan` {
  @Test(arguments: [5, -5, 50, -200, 500, -500])
  func `finds the drift of its clock`(ppm: Double) throws {
    var recording = PlantedRecording(ppm: ppm, jitter: 1e-4)
    let moments = recording.moments(1_000)
    let report = recording.timing(of: moments)
    let line = try #require(report.line)
    #expect(report.heard.count == 1_000)
    #expect(abs(line.drift * 1e6 - ppm) < 0.1, "\(line)")
    #expect(abs(line.offset - recording.offset) < 2e-5 && line.driftError < 1e-7, "\(line)")
  }

  @Test(arguments: [1e-4, 1e-3, 0.01, 0.05])
  func `finds the jitter, though cues are lost and doubled`(jitter: Double) throws {
    var recording = PlantedRecording(ppm: 120, jitter: jitter, lost: 9, doubled: 7)
    let moments = recording.moments(500)
    let report = recording.timing(of: moments)
    let missing = Set(stride(from: 8, to: 500, by: 9))
    #expect(report.missing == missing.sorted().map { moments[$0] })
    #expect(report.extra.count == (0..<500).count { $0 % 7 == 1 && !missing.contains($0) })
    #expect(abs(try #require(report.jitter(0.5)) - jitter / 2) < jitter / 10)
    #expect(try #require(report.jitter(0.99)) > 0.9 * jitter && #require(report.jitter(1)) < 1.2 * jitter)
  }

  @Test(arguments: [1e-4, 0.05])
  func `finds the same where the cues are as regular as a metronome's`(jitter: Double) throws {
    var recording = PlantedRecording(ppm: -80, jitter: jitter, lost: 13, doubled: 5)
    let moments = (0..<200).map { Double($0) / 2 }
    let report = recording.timing(of: moments)
    #expect(report.missing == stride(from: 12, to: 200, by: 13).map { moments[$0] })
    #expect(try #require(report.jitter(1)) < 1.2 * jitter)
  }

  @Test(arguments: [500, -500])
  func `follows a clock that is off through gaps of ten minutes`(ppm: Double) throws {
    var recording = PlantedRecording(ppm: ppm, jitter: 0.02)
    let moments = (0..<20).map { Double($0) * 600 + Double($0 * $0 % 7) }
    let report = recording.timing(of: moments)
    #expect(report.heard.count == 20 && report.extra.isEmpty)
    #expect(abs(try #require(report.line).drift * 1e6 - ppm) < 5)
  }

  @Test func `follows six hours of cues each second`() throws {
    var recording = PlantedRecording(ppm: 200, jitter: 0.01, lost: 100)
    let moments = (0..<21_600).map(Double.init)
    let report = recording.timing(of: moments)
    #expect(report.heard.count == 21_600 - 216 && report.missing.count == 216)
    #expect(abs(try #require(report.line).drift * 1e6 - 200) < 0.01)
  }

  @Test func `finds a recording that begins within the plan and breaks off`() {
    var recording = PlantedRecording(ppm: 60, jitter: 0.005, offset: -40)
    let moments = recording.moments(300)
    let onsets = recording.played(moments).map { Onset(time: $0.time) }.filter { (0..<50).contains($0.time) }
    let report = TimingReport(of: onsets, against: moments.map { PlannedMoment($0) })
    #expect(report.heard.count == onsets.count && report.extra.isEmpty)
    #expect(report.jitter(1) ?? 1 < 0.006)
  }

  @Test func `isn't moved by a third of wrong cues`() throws {
    let moments = (0..<90).map(Double.init)
    // Every fourth is 100 ms late.
    let onsets = moments.map { Onset(time: 2 + $0 + (Int($0) % 4 == 0 ? 0.1 : 0)) }
    let line = try #require(TimingReport(of: onsets, against: moments.map { PlannedMoment($0) }).line)
    #expect(abs(line.offset - 2) < 1e-9 && abs(line.drift) < 1e-9, "\(line)")
  }

  @Test func `of nothing, of silence and of few cues says as much as there is to say`() {
    let plan = [PlannedMoment(0), PlannedMoment(1)]
    #expect(TimingReport(of: [], against: []).line == nil)
    let silence = TimingReport(of: [], against: plan)
    #expect(silence.missing == [0, 1] && silence.jitter(1) == nil && !silence.isWithin(1))
    let one = TimingReport(of: [Onset(time: 3)], against: [PlannedMoment(1)])
    #expect(one.line?.offset == 2 && one.line?.drift == 0 && one.isWithin(0))
    let two = TimingReport(of: [Onset(time: 3), Onset(time: 4.02)], against: plan)
    #expect(two.heard.count == 2 && two.line?.drift == 0 && two.isWithin(0.021) && !two.isWithin(0.001))
  }

  @Test func `counts neither weak noises nor syllables as extra, but every other sound`() {
    let plan = [PlannedMoment(0, isSpoken: true), PlannedMoment(2), PlannedMoment(4)]
    let cues = [1, 3, 5].map { Onset(time: $0) }
    let others = [Onset(time: 1.4), Onset(time: 3.5), Onset(time: 4.2, power: 0.01)]
    let report = TimingReport(of: (cues + others).sorted { $0.time < $1.time }, against: plan)
    #expect(report.heard.count == 3 && report.extra == [3.5])
  }

  @Test func `takes moments for one that a recording can't tell apart`() {
    let plan = [PlannedMoment(2), PlannedMoment(0), PlannedMoment(0.01, isSpoken: true)]
    let report = TimingReport(of: [Onset(time: 5), Onset(time: 7)], against: plan)
    #expect(report.heard.map(\.moment) == [0, 2] && report.missing.isEmpty)
  }
}
