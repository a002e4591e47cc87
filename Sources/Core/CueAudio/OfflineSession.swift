public import AudioMixing
public import WorkoutEngine
public import WorkoutModel

/// A session that is not played in real time: rendered as fast as possible, every phrase synthesised before it is
/// needed.
///
/// Elapsed 0 is frame 0. Open phases without a cap end after a given time.
///
/// ```swift
/// let session = OfflineSession(
///   timeline, phrases: phrases, sounds: sounds, durations: PhraseDurations(), doneAfter: .seconds(30))
/// try session.run(blockFrames: 4096, into: &sink) { news in report(news) }
/// ```
public struct OfflineSession {
  /// How far ahead phrases are synthesised.
  private static let phraseLead = Duration.seconds(120)
  /// The maximum number of rounds of synthesising new phrases.
  private static let mostRounds = 5

  private let timeline: Timeline
  private let phrases: SpeechCache
  private let sounds: SoundLibrary
  private let durations: PhraseDurations
  private let doneAfter: Duration
  private let speaks: Bool
  private let volume: Double
  private let body: BodyProfile
  /// Measurements of a recorded session, in order, which this one replays; `nil` if nobody measures.
  private let recording: [RecordedMeasurement]?
  /// Prepares phrases that the cache lacks; by default one after the other. The order doesn't affect the sound.
  package var prepare: ([Phrase]) -> Void
  /// The part of the session that is written, faded at both ends; `nil` for all of it.
  package var part: Range<Duration>?

  /// A session of `timeline`, in which an open phase without a cap ends after `doneAfter`, from a second to a day,
  /// if nothing else ends it before; phrases sound only if it `speaks`, at a volume in dB relative to the normal level.
  /// Sensors measure what they did in a `recording`.
  public init(
    _ timeline: Timeline, phrases: SpeechCache, sounds: SoundLibrary, durations: PhraseDurations, doneAfter: Duration,
    speaks: Bool = true, volume: Double = 0, body: BodyProfile = BodyProfile(), recording: [RecordedMeasurement]? = nil
  ) {
    self.timeline = timeline
    self.phrases = phrases
    self.sounds = sounds
    self.durations = durations
    self.doneAfter = Limits.doneAfter(doneAfter)
    self.speaks = speaks
    self.volume = volume
    self.body = body
    self.recording = recording
    prepare = phrases.prepare
  }

  /// Runs the session from its start to the end of its last tail, `blockFrames` at a time, which doesn't affect the
  /// samples; `observe` receives the events in order, `sink` the mix, and `parts` its parts if they are requested.
  public func run(
    blockFrames: Int, into sink: inout some AudioSink, parts: (any StemSink)? = nil,
    _ observe: @escaping (SessionReport) -> Void
  ) throws(SinkError) {
    let policies = Policies(body: body, expectsSensors: recording != nil)
    let engine = Engine(timeline, durations: durations, policies: policies)
    let renderer = SessionRenderer(blockFrames: blockFrames)
    let session = renderer.add(
      engine, phrases: phrases, sounds: sounds, speaks: speaks, doneAfter: doneAfter, recording: recording ?? [],
      parts: parts, observe: observe)
    var madeUpTo = make(upTo: Self.phraseLead, session)
    if volume != 0 { session.act(.setVolume(volume)) }
    session.act(.start)
    session.act(.prepared)
    var segment: SegmentID?
    var wasOpen = false
    var replayed = 0
    while try step(renderer, blockFrames, into: &sink) == .running {
      let engine = session.engine
      let position = engine.position
      // The phases after an open one are not in its plan.
      let isNew = engine.segment != segment && (engine.isOpen || wasOpen)
      (segment, wasOpen) = (engine.segment, engine.isOpen)
      // A measurement may have changed what is said, and when phases end; one that ages changes words that mention it.
      let isMeasured = session.replayed != replayed || (replayed > 0 && engine.mentionsSignals)
      replayed = session.replayed
      if isNew || isMeasured || position + Self.phraseLead / 2 > madeUpTo {
        madeUpTo = make(upTo: position + Self.phraseLead, session)
      }
    }
  }

  /// Renders a block, and writes it unless it precedes the part.
  private func step(
    _ renderer: SessionRenderer, _ blockFrames: Int, into sink: inout some AudioSink
  ) throws(SinkError) -> SessionRenderer.Progress {
    guard let part else { return try renderer.step(into: &sink) }
    let (start, end) = (FrameClock.frames(in: part.lowerBound), FrameClock.frames(in: part.upperBound))
    let (fade, position) = (end - DeviceFade.outFrames, renderer.position)
    // A block ends where the next change is.
    guard let next = [start, fade, end].first(where: { $0 > position }) else { return .isOver }
    renderer.useBlocks(of: min(blockFrames, next - position))
    if position < start {
      var nowhere = NoSink(blockFrames: blockFrames)
      return try renderer.step(into: &nowhere)
    }
    if position == start, start > 0 { renderer.fadeInNextBlock() }
    if position == fade { _ = renderer.fadeOutNextBlocks() }
    return try renderer.step(into: &sink)
  }

  private func make(upTo position: Duration, _ session: MixedSession) -> Duration {
    // If phrases turn out shorter than estimated, others may fit beside them.
    for _ in 0..<Self.mostRounds {
      // Phrases that the cache has evicted are synthesised again, though the engine knows their length; phrases that
      // were in the cache before are new to the engine.
      let engine = session.engine
      let needed = engine.phrases(upTo: position) + engine.phrasesAfterOpenPhase(lasting: max(doneAfter, .seconds(1)))
      prepare(phrases.expect(needed))
      let news = needed.filter(session.engine.durations.lacks)
      if news.isEmpty { break }
      session.updateDurations { durations in
        for phrase in news { durations.record(phrase, phrases.measure(phrase)) }
        durations.forget(besides: needed)
      }
    }
    return position
  }
}

/// Discards what precedes a part.
private struct NoSink: AudioSink {
  let blockFrames: Int
  var latencyFrames: Int { 0 }
  mutating func write(left: Span<Float>, right: Span<Float>) {}
  mutating func finish() {}
}
