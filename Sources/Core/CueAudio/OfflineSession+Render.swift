public import AudioMixing
import WorkoutEngine
public import WorkoutModel

extension OfflineSession {
  /// Renders a whole workout, and finishes the sink.
  ///
  /// ```swift
  /// var file = WAVSink()
  /// try OfflineSession.render(workout, speech: backend, into: &file)
  /// ```
  ///
  /// - Parameters:
  ///   - workout: The workout.
  ///   - speech: What speaks its phrases; `nil` for sounds alone.
  ///   - sink: Receives the mix.
  ///   - sounds: Its sounds; by default those of a workout without files of its own.
  ///   - seed: What random orders, lengths and moments are drawn from.
  ///   - doneAfter: When an open phase without a cap ends, from a second to a day.
  ///   - observe: Receives the events in order.
  /// - Throws: `TimelineError` for a workout that has no plan, `SoundLoadError` for a sound that can't be loaded, and
  ///   `SinkError` of the sink.
  public static func render(
    _ workout: Workout, speech: (any SpeechBackend)?, into sink: inout some AudioSink, sounds: SoundLibrary? = nil,
    seed: UInt64 = Timeline.standardSeed, doneAfter: Duration = .seconds(30),
    _ observe: @escaping (SessionReport) -> Void = { _ in }
  ) throws {
    let sounds = sounds ?? SoundLibrary(workout)
    let phrases = SpeechCache(
      speech ?? NoSpeech(because: "there is no voice"), voice: workout.voice, pronounce: workout.pronounce)
    let session = OfflineSession(
      try Timeline(workout, trackLengths: try sounds.trackLengths(), seed: seed), phrases: phrases, sounds: sounds,
      durations: try sounds.durations(), doneAfter: doneAfter, speaks: speech != nil)
    try session.run(blockFrames: sink.blockFrames, into: &sink, observe)
    try sink.finish()
  }
}
