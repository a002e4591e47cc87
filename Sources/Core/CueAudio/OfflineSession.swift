public import AudioMixing
public import WorkoutEngine
public import WorkoutModel

/// A session that is not played in real time: rendered as fast as the machine can, every phrase made before it is
/// needed.
///
/// Elapsed 0 is frame 0. Open phases without cap are done after a given time.
public struct OfflineSession {
  /// How far ahead phrases are made.
  private static let phraseLead = Duration.seconds(120)
  /// How often what is new is made at most, until nothing is.
  private static let mostRounds = 5

  private let timeline: Timeline
  private let phrases: SpeechCache
  private let sounds: SoundLibrary
  private let durations: PhraseDurations
  private let doneAfter: Duration
  private let speaks: Bool
  private let volume: Double

  /// A session of `timeline`.
  ///
  /// - Parameters:
  ///   - timeline: What to do.
  ///   - phrases: What is said.
  ///   - sounds: What is played.
  ///   - durations: The lengths of the sounds.
  ///   - doneAfter: When an open phase without cap is done, if nothing else ends it before; at least a second.
  ///   - speaks: Whether phrases sound.
  ///   - volume: dB relative to the normal level.
  public init(
    _ timeline: Timeline, phrases: SpeechCache, sounds: SoundLibrary, durations: PhraseDurations, doneAfter: Duration,
    speaks: Bool = true, volume: Double = 0
  ) {
    self.timeline = timeline
    self.phrases = phrases
    self.sounds = sounds
    self.durations = durations
    self.doneAfter = doneAfter
    self.speaks = speaks
    self.volume = volume
  }

  /// Runs the session from start to the end of its last tail.
  ///
  /// - Parameters:
  ///   - blockFrames: How much is mixed at a time; the samples are the same whatever it is.
  ///   - sink: Where it goes.
  ///   - parts: Receives the parts of the mix; `nil` if they are not requested.
  ///   - observe: Receives what happens, in order.
  /// - Throws: `SinkError` if the sink takes no more.
  public func run(
    blockFrames: Int, into sink: inout some AudioSink, parts: (any StemSink)? = nil,
    _ observe: @escaping (SessionReport) -> Void
  ) throws(SinkError) {
    let mixer = Mixer(keepsParts: parts != nil)
    let manager = AudioManager(mixer, phrases: phrases, sounds: sounds, speaks: speaks)
    var renderer = SessionRenderer(
      Engine(timeline, durations: durations), mixer: mixer, manager: manager, blockFrames: blockFrames,
      doneAfter: doneAfter, parts: parts, observe: observe)
    var madeUpTo = make(upTo: Self.phraseLead, &renderer)
    if volume != 0 { renderer.act(.setVolume(volume)) }
    renderer.act(.start)
    renderer.act(.prepared)
    var segment: SegmentID?
    var wasOpen = false
    while try renderer.step(into: &sink) == .running {
      let position = renderer.engine.position
      // What follows an open phase is not in its plan.
      let isNew = renderer.engine.segment != segment && (renderer.engine.isOpen || wasOpen)
      (segment, wasOpen) = (renderer.engine.segment, renderer.engine.isOpen)
      if isNew || position + Self.phraseLead / 2 > madeUpTo {
        madeUpTo = make(upTo: position + Self.phraseLead, &renderer)
      }
    }
  }

  private func make(upTo position: Duration, _ renderer: inout SessionRenderer) -> Duration {
    // If phrases turn out shorter than estimated, others may fit beside them.
    for _ in 0..<Self.mostRounds {
      // Phrases that the cache has dropped are made again, though the engine knows their length; phrases that were in
      // the cache before are new to the engine.
      let engine = renderer.engine
      let needed = engine.phrases(upTo: position) + engine.phrasesAfterOpenPhase(lasting: max(doneAfter, .seconds(1)))
      phrases.prepare(phrases.expect(needed))
      let news = needed.filter(renderer.engine.durations.lacks)
      if news.isEmpty { break }
      renderer.updateDurations { durations in
        for phrase in news { durations.record(phrase, phrases.measure(phrase)) }
        durations.forget(besides: needed)
      }
    }
    return position
  }
}
