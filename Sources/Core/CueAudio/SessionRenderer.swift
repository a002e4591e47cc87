public import AudioMixing
public import WorkoutEngine
public import WorkoutModel

/// Renders sessions in one mix block by block into a sink: one, or several at once.
///
/// ```swift
/// let renderer = SessionRenderer(blockFrames: sink.blockFrames)
/// for workout in workouts {
///   let engine = Engine(try Timeline(workout))
///   let session = renderer.add(engine, phrases: phrases, sounds: SoundLibrary(workout)) { news in report(news) }
///   session.act(.start)
///   session.act(.prepared)
/// }
/// while try renderer.step(into: &sink) == .running {}
/// ```
///
/// Each session has a group of the mixer for itself, so that none takes numbers, voices, ducking or volume from
/// another; one limiter keeps the sum below full scale. Live and offline sessions differ only in the sink and the
/// clock.
public final class SessionRenderer {
  /// The result of a step.
  public enum Progress: Equatable, Sendable {
    /// There is more to render.
    case running
    /// All sessions are over and their last tail is written.
    case isOver
  }

  /// The sessions that are not over, in the order in which they were added.
  public private(set) var sessions: [MixedSession] = []
  // Nobody else has it: each frame is rendered once.
  private let mixer = Mixer()
  private var blockFrames: Int
  /// The number of frames that the sink holds unheard when a block is written on time.
  private var reserve = 0
  private var left: [Float] = []
  private var right: [Float] = []
  private var deviceFade = DeviceFade()

  /// Renders `blockFrames` frames a step, from 1 to 65,536, which doesn't affect the samples.
  public init(blockFrames: Int) { self.blockFrames = Self.possible(blockFrames) }

  private static func possible(_ frames: Int) -> Int { min(max(frames, 1), 1 << 16) }

  /// Adds a session, whose time 0 is the next frame that can still be planned.
  ///
  /// - Parameters:
  ///   - engine: The session, which has not begun or is paused.
  ///   - phrases: Its phrases.
  ///   - sounds: Its sounds.
  ///   - speaks: Whether phrases sound.
  ///   - leadIn: The length of a faint noise that wakes the speakers before a sound that follows silence; at most a
  ///     second.
  ///   - doneAfter: When an open phase without a cap ends, from a second to a day; `nil` if its user ends it.
  ///   - recording: Measurements to replay, in order.
  ///   - parts: Receives the parts of each block.
  ///   - store: Receives the session after every transition, every cue and every accepted action, and during playback
  ///     often enough that the state last stored is at most 0.7 s and a block behind what is heard, and less than a
  ///     second behind what has been written; it must return at once. An unattended session is stored after every
  ///     transition and every 10 s.
  ///   - reach: Receives an unattended session in between, when a restored session needs only the place.
  ///   - audioSession: Requests the audio session, or releases it.
  ///   - observe: Receives the reports in order, each event before it is stored.
  /// - Returns: The session, which takes actions.
  @discardableResult
  public func add(
    _ engine: Engine, phrases: SpeechCache, sounds: SoundLibrary, speaks: Bool = true, leadIn: Duration = .zero,
    doneAfter: Duration? = nil, recording: [RecordedMeasurement] = [], parts: (any StemSink)? = nil,
    store: @escaping (Engine) -> Void = { _ in }, reach: @escaping (Engine) -> Void = { _ in },
    audioSession: @escaping AudioSessionPerformer = { _ in }, observe: @escaping (SessionReport) -> Void
  ) -> MixedSession {
    let manager = AudioManager(
      mixer, phrases: phrases, sounds: sounds, speaks: speaks, leadIn: leadIn, keepsParts: parts != nil)
    let session = MixedSession(
      engine, manager, doneAfter: doneAfter, recording: recording, parts: parts, store: store, reach: reach,
      audioSession: audioSession, observe: observe)
    session.ahead = reserve + blockFrames
    sessions.append(session)
    return session
  }

  /// The frame that is written next.
  public var position: Int { mixer.position }

  /// Fades the next block in over 10 ms, because playback resumes within a sound.
  public func fadeInNextBlock() { deviceFade.fadeIn() }

  /// Fades the next blocks out, because the device is about to be released; the output is silent from the returned
  /// frame until a fade-in.
  public func fadeOutNextBlocks() -> Int {
    deviceFade.fadeOut()
    return position + DeviceFade.outFrames
  }

  /// Sets the block size of another sink, and the number of frames that it holds unheard when a block is written on
  /// time; negative if playback appears to be ahead of what is written.
  ///
  /// A reserve lengthens the interval between two stores by its own length: the state was stored before it was heard.
  public func useBlocks(of frames: Int, ahead reserve: Int = 0) {
    (blockFrames, self.reserve) = (Self.possible(frames), min(max(reserve, -1 << 30), 1 << 30))
    for session in sessions { session.ahead = self.reserve + blockFrames }
  }

  /// Advances all sessions by a block, renders it once and writes it to `sink`.
  public func step(into sink: inout some AudioSink) throws(SinkError) -> Progress {
    for session in sessions { session.advance(throughNext: blockFrames) }
    let isOver = sessions.allSatisfy { $0.engine.playback.isOver }
    let end = isOver ? sessions.map(\.end).max() ?? position : position + blockFrames
    let count = min(blockFrames, end - position)
    if count > 0 {
      render(count)
      let (left, right) = (left, right)
      try sink.write(left: left.span, right: right.span)
      for session in sessions { try session.writeParts() }
    }
    if isOver || sessions.count > 1 { sessions.removeAll { $0.isOver } }
    return sessions.isEmpty ? .isOver : .running
  }

  private func render(_ count: Int) {
    if left.count != count { (left, right) = (Array(repeating: 0, count: count), Array(repeating: 0, count: count)) }
    // Two stored properties can't be borrowed as spans at once.
    var (leftBlock, rightBlock) = (left, right)
    left = []
    right = []
    var leftSpan = leftBlock.mutableSpan
    var rightSpan = rightBlock.mutableSpan
    mixer.render(left: &leftSpan, right: &rightSpan)
    deviceFade.apply(&leftSpan, &rightSpan)
    (left, right) = (leftBlock, rightBlock)
  }
}
