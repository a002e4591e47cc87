import AudioMixing
import CueAudio
import Synchronization
import WorkoutEngine
import WorkoutModel

/// Speaks every phrase as half a second of a tone, with silence before and after it; some texts it can't speak.
struct ToneSpeech: SpeechBackend {
  static let onset = 441
  static let length = 11_025

  func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
    if request.text.contains("crash") { throw .crashed }
    let silence = [Int16](repeating: 0, count: Self.onset)
    // A square wave of 1 kHz is loud from its first sample to its last.
    let tone = (0..<Self.length).map { Int16(($0 / 11).isMultiple(of: 2) ? 12_000 : -12_000) }
    return SpokenAudio(samples: silence + tone + silence, sampleRate: 22_050)
  }
}

/// Records all that is written to it.
struct RecordingSink: AudioSink {
  let blockFrames = 480
  let latencyFrames = 0
  var left: [Float] = []

  mutating func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {
    for index in left.indices { self.left.append(left[index]) }
  }

  mutating func finish() throws(SinkError) {}
}

/// Everything a workout needs to sound in a test.
struct SoundHarness {
  let timeline: Timeline
  let phrases: SpeechCache
  let sounds: SoundLibrary

  init(_ workout: Workout) throws {
    timeline = try Timeline(workout)
    phrases = SpeechCache(ToneSpeech(), voice: workout.voice)
    let none: @Sendable (String) -> SoundLoadError = { .unknown($0) }
    sounds = SoundLibrary(
      workout,
      loader: SoundLibrary.Loader(
        clip: { (path) throws(SoundLoadError) in throw none(path) },
        stream: { (path, _) throws(SoundLoadError) in throw none(path) },
        loop: { (path) throws(SoundLoadError) in throw none(path) },
        length: { (path) throws(SoundLoadError) in throw none(path) },
        loudest: { (path) throws(SoundLoadError) in throw none(path) }))
  }

  /// Renders the whole workout; returns the left side and what was reported.
  func render(blockFrames: Int = 1024) throws -> (left: [Float], reports: [SessionReport]) {
    var recorder = RecordingSink()
    let reports = ReportLog()
    let session = OfflineSession(
      timeline, phrases: phrases, sounds: sounds, durations: PhraseDurations(), doneAfter: .seconds(2))
    try session.run(blockFrames: blockFrames, into: &recorder) { report in reports.all.withLock { $0.append(report) } }
    return (recorder.left, reports.all.withLock { $0 })
  }

  /// A session that is driven by hand.
  func renderer(
    blockFrames: Int = 480, leadIn: Duration = .zero, store: @escaping (Engine) -> Void = { _ in },
    reach: @escaping (Engine) -> Void = { _ in }
  ) -> (SessionRenderer, MixedSession) {
    let engine = Engine(timeline)
    phrases.prepare(phrases.expect(engine.phrases(upTo: .seconds(600))))
    let renderer = SessionRenderer(blockFrames: blockFrames)
    let session = renderer.add(
      engine, phrases: phrases, sounds: sounds, leadIn: leadIn, store: store, reach: reach
    ) { _ in }
    let texts = engine.phrases(upTo: .seconds(600))
    session.updateDurations { durations in for text in texts { durations.record(text, phrases.measure(text)) } }
    session.act(.start)
    session.act(.prepared)
    return (renderer, session)
  }
}

final class ReportLog: Sendable {
  let all = Mutex<[SessionReport]>([])
}
