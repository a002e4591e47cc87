public import AudioMixing
public import WorkoutEngine
public import WorkoutModel

/// A session that nobody waits for: rendered as fast as the machine can, every phrase made before it is needed.
///
/// Elapsed 0 is frame 0. Open phases without cap are done after a given time.
public struct OfflineSession {
  /// How far ahead phrases are made.
  private static let phraseLead = Duration.seconds(120)
  /// How often what is new is made at most, until nothing is.
  private static let mostRounds = 5

  private let timeline: Timeline
  private let phrases: PhraseBook
  private let sounds: SoundLibrary
  private let lexicon: Lexicon
  private let doneAfter: Duration
  private let speaks: Bool
  private let volume: Double

  /// A session of `timeline`.
  ///
  /// - Parameters:
  ///   - timeline: What to do.
  ///   - phrases: What is said.
  ///   - sounds: What is played.
  ///   - lexicon: The lengths of the sounds.
  ///   - doneAfter: When an open phase without cap is done, if nothing else ends it before; at least a second.
  ///   - speaks: Whether phrases sound.
  ///   - volume: dB relative to the normal level.
  public init(
    _ timeline: Timeline, phrases: PhraseBook, sounds: SoundLibrary, lexicon: Lexicon, doneAfter: Duration,
    speaks: Bool = true, volume: Double = 0
  ) {
    self.timeline = timeline
    self.phrases = phrases
    self.sounds = sounds
    self.lexicon = lexicon
    self.doneAfter = doneAfter
    self.speaks = speaks
    self.volume = volume
  }

  /// Runs the session from start to the end of its last tail.
  ///
  /// - Parameters:
  ///   - blockFrames: How much is mixed at a time; the samples are the same whatever it is.
  ///   - sink: Where it goes.
  ///   - parts: Is handed the parts of the mix, where somebody wants them.
  ///   - observe: Is told what happens, in order.
  /// - Throws: `SinkError` where the sink takes no more.
  public func run(
    blockFrames: Int, into sink: inout some AudioSink, parts: (any PartTaker)? = nil,
    _ observe: @escaping (SessionReport) -> Void
  ) throws(SinkError) {
    let mixer = Mixer(keepsParts: parts != nil)
    let manager = AudioManager(mixer, phrases: phrases, sounds: sounds, speaks: speaks)
    var conductor = Conductor(
      Engine(timeline, lexicon: lexicon), mixer: mixer, manager: manager, blockFrames: blockFrames,
      doneAfter: doneAfter, parts: parts, observe: observe)
    var madeUpTo = make(upTo: Self.phraseLead, &conductor)
    if volume != 0 { conductor.act(.setVolume(volume)) }
    conductor.act(.start)
    conductor.act(.prepared)
    var segment: SegmentID?
    var wasOpen = false
    while try conductor.step(into: &sink) == .goesOn {
      let position = conductor.engine.state.position
      // What follows an open phase is not in its plan.
      let isNew = conductor.engine.segment != segment && (conductor.engine.isOpen || wasOpen)
      (segment, wasOpen) = (conductor.engine.segment, conductor.engine.isOpen)
      if isNew || position + Self.phraseLead / 2 > madeUpTo {
        madeUpTo = make(upTo: position + Self.phraseLead, &conductor)
      }
    }
  }

  private func make(upTo position: Duration, _ conductor: inout Conductor) -> Duration {
    // Where phrases turn out shorter than they were thought to be, others find room.
    for _ in 0..<Self.mostRounds {
      // What the book has let go of is made again, though the engine knows its length; and what the book has from
      // before is news to the engine.
      let engine = conductor.engine
      let texts = engine.texts(upTo: position) + engine.textsAfterOpenPhase(lasting: max(doneAfter, .seconds(1)))
      phrases.prepare(phrases.expect(texts))
      let news = texts.filter(conductor.engine.lexicon.lacks)
      if news.isEmpty { break }
      conductor.learn { lexicon in
        for text in news { lexicon.learn(text, phrases.measure(text)) }
        lexicon.forget(besides: texts)
      }
    }
    return position
  }
}
