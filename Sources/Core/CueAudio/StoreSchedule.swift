import AudioMixing
import WorkoutEngine

/// When a session is stored, and when its place is noted.
struct StoreSchedule {
  enum Duty {
    /// What has happened is recorded, and the place.
    case store
    /// Only the place: the rest follows from what is recorded and the time since.
    case reach
  }

  /// The interval between two stores during playback: the stored state is at most this and a block behind what is
  /// heard.
  private static let playingInterval = Duration.milliseconds(700)
  /// The bounds of that interval, whatever the size of the blocks.
  ///
  /// The upper bound leaves 50 ms to write the session before a second can be lost, if all written frames have been
  /// heard, as when the writer is late.
  private static let intervals = Duration.milliseconds(100)...(.milliseconds(950))
  /// The interval between two stores while the timer is stopped, only as a sign of life, or the session unattended.
  private static let longInterval = Duration.seconds(10)
  /// A duty waits for a deadline that follows it so closely, because one wake-up serves both.
  private static let leeway = Duration.milliseconds(50)

  /// Whether nobody hears or follows the session: then only its transitions are stored at once.
  var isUnattended = false
  private var lastStore = Duration.zero
  /// The time of the last duty of either kind.
  private var last = Duration.zero
  /// Whether a measurement since the last store makes the state more than a matter of time.
  private var hasMeasured = false

  /// What is due after a reaction of `engine`, of which `frames` are rendered ahead of what is heard.
  func duty(after reaction: Engine.Reaction, of engine: Engine, ahead frames: Int) -> Duty? {
    guard reaction.isWorthStoring || engine.now - last >= interval(for: engine, ahead: frames) else { return nil }
    let follows = isUnattended && !hasMeasured && !reaction.isTransition
    return follows && engine.now - lastStore < Self.longInterval ? .reach : .store
  }

  /// The time of the next duty, or of the engine's deadline.
  func next(for engine: Engine, ahead frames: Int) -> Duration {
    let (deadline, due) = (engine.nextDeadline ?? .seconds(Int32.max), last + interval(for: engine, ahead: frames))
    return deadline <= due + Self.leeway ? deadline : due
  }

  mutating func follow(_ reaction: Engine.Reaction) {
    if reaction.events.contains(where: \.isMeasurement) { hasMeasured = true }
  }

  mutating func perform(_ duty: Duty, at now: Duration) {
    last = now
    if duty == .store { (lastStore, hasMeasured) = (now, false) }
  }

  /// The interval from the last duty to the next.
  private func interval(for engine: Engine, ahead frames: Int) -> Duration {
    guard engine.timer.isRunning else { return Self.longInterval }
    // To note a place takes no time.
    if isUnattended { return Self.intervals.upperBound }
    // The stored state is ahead of what is heard, which lengthens the interval until too much would be lost.
    let playing = Self.playingInterval + FrameClock.duration(of: frames)
    return min(max(playing, Self.intervals.lowerBound), Self.intervals.upperBound)
  }
}
