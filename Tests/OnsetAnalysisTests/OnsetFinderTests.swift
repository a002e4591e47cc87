import OnsetAnalysis
import Testing

@Suite struct `The onsets of a recording` {
  @Test(arguments: [8_000, 11_025, 22_050, 44_100, 48_000, 96_000, 192_000])
  func `are found to a fiftieth of a millisecond at every rate`(rate: Int) throws {
    var recording = PlantedRecording(rate: rate, ppm: 40)
    let moments = recording.moments(12)
    let report = recording.report(of: moments)
    #expect(report.heard.count == 12 && report.missing.isEmpty && report.extra.isEmpty)
    let line = try #require(report.line)
    // The first sample above a fiftieth of the peak comes up to a sample later.
    #expect(abs(line.offset - recording.offset) < 1e-5 + 1 / Double(rate), "\(line)")
    #expect(try #require(report.jitter(1)) < 2e-5)
    #expect(abs(line.drift - 40e-6) < 4e-6, "\(line)")
  }

  @Test(arguments: PlantedRecording.Sound.allCases)
  func `are found in noise of -20 dB to a fiftieth of a millisecond`(sound: PlantedRecording.Sound) throws {
    var recording = PlantedRecording(noise: 0.03, sounds: [sound])
    let moments = recording.moments(20).map { 3 * $0 }
    let report = recording.report(of: moments)
    #expect(report.heard.count == 20 && report.extra.isEmpty, "\(report.missing) \(report.extra)")
    #expect(try #require(report.jitter(1)) < 2e-5, "\(report.heard.map(\.deviation))")
    #expect(abs(try #require(report.line).offset - recording.offset) < 1e-3)
  }

  @Test func `of several sounds lie together within half a millisecond`() throws {
    var recording = PlantedRecording(sounds: [.click, .beep, .click, .bell])
    let moments = recording.moments(16).map { 2 * $0 }
    let report = recording.report(of: moments)
    #expect(report.heard.count == 16 && report.extra.isEmpty, "\(report.missing) \(report.extra)")
    #expect(try #require(report.jitter(1)) < 5e-4, "\(report.heard.map(\.deviation))")
  }

  @Test func `begin with the first sample, and with the last moments`() {
    var recording = PlantedRecording(offset: 0)
    let sound = recording.sound(of: [(0, .click), (1, .click)])
    let onsets = PlantedRecording.onsets(Array(sound[..<(48_000 + 480)]), 48_000)
    #expect(onsets.map { ($0.time * 48_000).rounded() } == [0, 48_000], "\(onsets)")
  }

  @Test func `are none in silence, in noise and in a constant offset`() {
    var noise = PlantedRecording(noise: 0.1)
    #expect(PlantedRecording.onsets([], 48_000).isEmpty)
    #expect(PlantedRecording.onsets([Float](repeating: 0, count: 48_000), 48_000).isEmpty)
    #expect(PlantedRecording.onsets([Float](repeating: 0.04, count: 48_000), 48_000).isEmpty)
    // What sounds when a recording begins is an onset at its beginning.
    #expect(PlantedRecording.onsets(noise.sound(of: []), 48_000).filter { $0.time > 0.01 }.isEmpty)
  }

  @Test func `are the same however the recording is divided`() {
    var recording = PlantedRecording(noise: 0.02, sounds: [.beep])
    let sound = recording.sound(of: recording.played([0, 0.5, 1.1]))
    let whole = PlantedRecording.onsets(sound, 48_000)
    var finder = OnsetFinder(sampleRate: 48_000)
    for start in stride(from: 0, to: sound.count, by: 997) {
      let block = Array(sound[start..<min(start + 997, sound.count)])
      finder.add(left: block.span, right: block.span)
    }
    #expect(finder.finish() == whole && whole.count >= 3)
  }

  @Test(arguments: [(1, 0), (0, 1), (1, -1), (1, 1)] as [(Float, Float)])
  func `are found on either side and out of phase`(left: Float, right: Float) {
    var recording = PlantedRecording()
    let sound = recording.sound(of: [(0.5, .click), (1, .click)])
    var finder = OnsetFinder(sampleRate: 48_000)
    let (one, other) = (sound.map { $0 * left }, sound.map { $0 * right })
    finder.add(left: one.span, right: other.span)
    #expect(finder.finish().map { ($0.time * 1_000).rounded() } == [500, 1_000])
  }

  @Test func `are found within the tail of a sound that is not louder`() {
    var recording = PlantedRecording()
    let sound = recording.sound(of: [(0.5, .bell), (0.8, .click), (1.2, .beep)])
    #expect(PlantedRecording.onsets(sound, 48_000).map { ($0.time * 200).rounded() / 200 } == [0.5, 0.8, 1.2])
  }
}
