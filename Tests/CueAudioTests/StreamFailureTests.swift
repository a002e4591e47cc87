import AudioMixing
import CueAudio
import Synchronization
import Testing
import WorkoutEngine
import WorkoutModel

/// A second of sound, and then an error.
private final class FailingSource: LayerSource {
  private var left = Bus.sampleRate
  private(set) var failure: String?

  func read(_ count: Int, left: inout MutableSpan<Float>, right: inout MutableSpan<Float>) -> Int {
    let given = min(count, self.left)
    for index in 0..<given { (left[index], right[index]) = (0.25, 0.25) }
    self.left -= given
    if given < count { failure = "x.flac: it is damaged" }
    return given
  }
}

@Suite struct `A track that can't be read on while it plays` {
  @Test func `is reported once, and the workout continues`() throws {
    let rule = CueRule(on: .workout, at: .end(offset: .zero), sound: CueSound("beep"))
    let phase = Phase("A", .high, .after(.fixed(.seconds(4))), track: "x.flac")
    let workout = Workout(name: "Test", style: .silent, cues: [rule], nodes: [.phase(phase)])
    let none: @Sendable (String) -> SoundLoadError = { .unknown($0) }
    let sounds = SoundLibrary(
      workout,
      loader: SoundLibrary.Loader(
        clip: { (path) throws(SoundLoadError) in throw none(path) },
        stream: { (_, _) throws(SoundLoadError) in FailingSource() },
        loop: { (path) throws(SoundLoadError) in throw none(path) },
        length: { (path) throws(SoundLoadError) in throw none(path) },
        loudest: { (path) throws(SoundLoadError) in throw none(path) }))
    let session = OfflineSession(
      try Timeline(workout), phrases: SpeechCache(ToneSpeech(), voice: workout.voice), sounds: sounds,
      durations: PhraseDurations(), doneAfter: .seconds(2))
    let reports = ReportLog()
    var recorder = RecordingSink()
    try session.run(blockFrames: 480, into: &recorder) { report in reports.all.withLock { $0.append(report) } }
    let complaints = reports.all.withLock { all in
      all.compactMap { if case .complaint(let text) = $0 { text } else { nil } }
    }
    #expect(complaints == ["x.flac: it is damaged"])
    #expect(recorder.left[40_000] > 0.2 && recorder.left[60_000..<190_000].allSatisfy { $0 == 0 })
    #expect(recorder.left[192_000...].contains { $0.magnitude > 0.01 })
  }
}
