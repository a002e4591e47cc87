public import AudioMixing
public import WorkoutEngine
import WorkoutModel

/// The one loop of a session: takes actions, advances the engine by a block, places its cues at frames, mixes, and
/// writes.
///
/// Live and offline are the same code: only the sink and the time source differ. The engine runs ahead of what is
/// written by the mixer's latency, so everything reaches the mixer before its frame is mixed. Call `step` until it says
/// that all is over.
public struct Conductor {
  /// What one step came to.
  public enum Progress: Equatable, Sendable {
    case goesOn
    /// The session is over and its last tail has sounded.
    case isOver
  }

  /// The session as far as it has been advanced, which is ahead of what has been written.
  public private(set) var engine: Engine
  /// Maps session time to frames of the mix.
  public private(set) var clock = FrameClock()
  private var manager: AudioManager
  private let mixer: Mixer
  private let doneAfter: Duration?
  private let observe: (SessionReport) -> Void
  private let keep: (Engine) -> Void
  /// When the session was last handed over to be kept.
  private var kept = Duration.zero
  private let parts: (any PartTaker)?
  /// The frame up to which the engine has been advanced.
  private var planned = 0
  /// The frame at which the session was over.
  private var finished = 0
  private var left: [Float]
  private var right: [Float]
  /// How many frames are left of a soft entrance.
  private var entrance = 0
  /// How many frames the sink holds unheard when it takes a block in time.
  private var reserve = 0

  /// A jump of the clock from which on what has been placed ahead is placed anew; less can't be heard.
  private static let audibleJump = Duration.milliseconds(1)
  /// A session that plays is kept so often that what was kept last is so much and a block behind the ear at most.
  static let keepingPause = Duration.milliseconds(700)
  /// It isn't kept more often than so many blocks ask for, and no more seldom: with all heard that has been written,
  /// as by whoever is late, there are 50 ms left to write it down before a second can be lost.
  static let keepingPauses = Duration.milliseconds(100)...(.milliseconds(950))
  /// One that stands only tells so that it is still there.
  static let standingPause = Duration.seconds(10)
  /// How long a soft entrance takes: 10 ms keep a cut from clicking.
  private static let entranceFrames = Bus.sampleRate / 100

  /// A session of `engine` that begins at the first frame of the mix.
  ///
  /// - Parameters:
  ///   - engine: The session.
  ///   - mixer: What everything is mixed by.
  ///   - manager: What plays the engine's effects into the mixer.
  ///   - blockFrames: Frames a step.
  ///   - doneAfter: When an open phase without cap is done without anybody saying so; `nil` to wait for the user.
  ///   - parts: Is handed the parts of each block; the mixer must keep them.
  ///   - keep: Is handed the session whenever it is worth storing: after every transition, every cue and every accepted
  ///     action, and while it plays so often that what was handed over last is 0.7 s and a block behind the ear at
  ///     most, and less than a second behind what has been written. It must return at once.
  ///   - observe: Is told what happens, before the session is handed over in which it has happened.
  public init(
    _ engine: Engine, mixer: Mixer, manager: AudioManager, blockFrames: Int, doneAfter: Duration? = nil,
    parts: (any PartTaker)? = nil, keep: @escaping (Engine) -> Void = { _ in },
    observe: @escaping (SessionReport) -> Void
  ) {
    self.engine = engine
    self.mixer = mixer
    self.manager = manager
    self.doneAfter = doneAfter
    self.parts = parts
    self.observe = observe
    self.keep = keep
    left = Array(repeating: 0, count: blockFrames)
    right = left
  }

  /// The session time up to which everything is planned: an action happens then.
  public var now: Duration { max(engine.state.now, clock.instant(of: planned)) }

  /// The frame that is written next.
  public var position: Int { mixer.position }

  /// Goes by what is known now of when frames are heard.
  ///
  /// Session time never goes back: where the new map says that less time has passed, the engine waits for it.
  public mutating func follow(_ line: FrameClock) {
    let jump = line.instant(of: planned) - clock.instant(of: planned)
    clock = line
    if jump > Self.audibleJump || jump < .zero - Self.audibleJump { manager.takeBackForeseen() }
  }

  /// Has what comes next come in over 10 ms, as it is heard again from somewhere in its middle.
  public mutating func enterSoftly() { entrance = Self.entranceFrames }

  /// Takes a new size of blocks, as another sink wants it, and how many frames that sink holds unheard when it takes
  /// one in time; less than none where the ear is ahead of what is written, as far as anybody knows.
  ///
  /// What is planned so far ahead may be handed over so much more seldom: it was handed over before it was heard.
  public mutating func useBlocks(of frames: Int, ahead reserve: Int = 0) {
    self.reserve = reserve
    fitBlocks(to: frames)
  }

  private mutating func fitBlocks(to frames: Int) {
    guard frames != left.count else { return }
    left = Array(repeating: 0, count: frames)
    right = left
  }

  /// Notes how long phrases are.
  public mutating func learn(_ change: (inout Lexicon) -> Void) { engine.learn(change) }

  /// Lets the user or the system act.
  public mutating func act(_ action: Action) {
    let reaction = engine.send(action, at: now)
    take(reaction)
  }

  /// Wakes the speakers before a session that has not begun, whose first sound would leave no time for that.
  ///
  /// - Returns: When they are awake; `nil` where no lead-in is wanted.
  public mutating func wakeSpeakers() -> Duration? {
    manager.wakeSpeakers(at: max(planned, mixer.mixedFrames)).map { clock.instant(of: $0) }
  }

  /// Renders one block and hands it to `sink`.
  public mutating func step(into sink: inout some AudioSink) throws(SinkError) -> Progress {
    advance(to: mixer.position + left.count + mixer.latencyFrames)
    var count = left.count
    if engine.state.playback.isOver { count = min(count, end - mixer.position) }
    if count > 0 {
      fitBlocks(to: count)
      render()
      try sink.write(left: left.span, right: right.span)
      if let parts {
        for part in MixPart.allCases {
          let (left, right) = mixer.part(part)
          try parts.take(part, left: left.span, right: right.span)
        }
      }
    }
    return engine.state.playback.isOver && mixer.position >= end ? .isOver : .goesOn
  }

  private mutating func render() {
    // Taken out and put back, as two spans of one value can't be open at once.
    var (leftBlock, rightBlock) = (left, right)
    left = []
    right = []
    var leftSpan = leftBlock.mutableSpan
    var rightSpan = rightBlock.mutableSpan
    mixer.render(left: &leftSpan, right: &rightSpan)
    soften(&leftSpan, &rightSpan)
    (left, right) = (leftBlock, rightBlock)
  }

  private mutating func soften(_ left: inout MutableSpan<Float>, _ right: inout MutableSpan<Float>) {
    for frame in 0..<min(entrance, left.count) {
      let gain = 1 - Float(entrance - frame) / Float(Self.entranceFrames)
      left[frame] *= gain
      right[frame] *= gain
    }
    entrance = max(0, entrance - left.count)
  }

  /// One past the last frame of the session, once it is over.
  private var end: Int { max(manager.end, finished) }

  private mutating func advance(to target: Int) {
    let (start, end) = (now, clock.instant(of: target))
    guard end > start, !engine.state.playback.isOver else { return }
    planned = target
    manager.foresee(engine.forecast(until: end + AudioManager.lookAhead), clock)
    while let done = doneAfter.flatMap({ engine.doneInstant(after: $0) }), done <= end {
      let reaction = engine.send(.done, at: done, soundsFrom: start)
      take(reaction)
    }
    let reaction = engine.send(.tick, at: end, soundsFrom: start)
    take(reaction)
  }

  private mutating func take(_ reaction: Engine.Reaction) {
    for effect in reaction.effects {
      manager.perform(effect, clock)
      switch effect.kind {
      case .finish: finished = clock.frame(at: effect.due)
      case .notify(let text): observe(.notification(text))
      default: break
      }
    }
    for event in reaction.events { observe(.event(event)) }
    keepIfWorthIt(reaction)
    for complaint in manager.takeComplaints() { observe(.complaint(complaint)) }
  }
}

extension Conductor {
  private mutating func keepIfWorthIt(_ reaction: Engine.Reaction) {
    let state = engine.state
    // What is handed over lies ahead of the ear, so that it is as much longer until too much would be lost.
    let playing = Self.keepingPause + FrameClock.duration(of: reserve + left.count)
    let (least, most) = (Self.keepingPauses.lowerBound, Self.keepingPauses.upperBound)
    let pause = state.timer.isRunning ? min(max(playing, least), most) : Self.standingPause
    guard reaction.isWorthKeeping || state.now - kept >= pause else { return }
    kept = state.now
    keep(engine)
  }
}

/// Who wants the parts of the mix beside it.
public protocol PartTaker: AnyObject {
  /// Takes a block of a part, its two sides; the parts of one block come one after the other.
  func take(_ part: MixPart, left: Span<Float>, right: Span<Float>) throws(SinkError)
}

/// What a session tells those who follow it.
public enum SessionReport: Equatable, Sendable {
  case event(EngineEvent)
  /// Something could not be played, and why.
  case complaint(String)
  /// A message for a user who looks elsewhere.
  case notification(String)
}
