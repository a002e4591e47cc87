public import WorkoutModel

/// A session as it can be stored and taken up again, by another process too.
public struct EngineSnapshot: Equatable, Sendable, Codable {
  /// Raised whenever what is stored changes its meaning.
  public static let format = 1

  /// The `EngineSnapshot.format` of whoever stored it.
  public let format: Int
  /// Tells whether the workout is the same.
  public let workout: String
  /// The session as it stood.
  public let state: EngineState
  /// What had happened by then.
  public let usage: Usage
  let speaking: [Utterance]
}

/// Why a stored session can't be taken up again.
public enum SnapshotError: Error, Equatable, Sendable {
  case otherFormat(Int)
  case otherWorkout

  /// What a user is told.
  public var explanation: String {
    switch self {
    case .otherFormat(let format):
      "the session was stored by another version of Cuebell (format \(format), this one reads \(EngineSnapshot.format))"
    case .otherWorkout: "the session was stored for another workout, or the workout has been changed since"
    }
  }
}

extension Engine {
  /// The session as it stands.
  public var snapshot: EngineSnapshot {
    EngineSnapshot(
      format: EngineSnapshot.format, workout: timeline.digest, state: state, usage: usage, speaking: speaking)
  }

  /// Takes a stored session up again; it goes on as if nothing had been.
  ///
  /// - Throws: `SnapshotError` where the session belongs to another version or workout: nothing is guessed.
  public init(
    restoring snapshot: EngineSnapshot, _ timeline: Timeline, lexicon: Lexicon = Lexicon(),
    policies: Policies = Policies()
  ) throws(SnapshotError) {
    guard snapshot.format == EngineSnapshot.format else { throw .otherFormat(snapshot.format) }
    guard snapshot.workout == timeline.digest else { throw .otherWorkout }
    self.init(timeline, lexicon: lexicon, policies: policies)
    state = snapshot.state
    usage = snapshot.usage
    speaking = snapshot.speaking
    sets = state.cursor.map { timeline.sets(around: $0) } ?? []
    if state.playback.isOver || state.isStopping {
      scheduler = WarningScheduler(at: nil, from: .zero, speaking: [])
    } else {
      replan(from: state.position)
      dropSettled()
    }
  }
}

extension EngineState {
  var isStopping: Bool {
    if case .fadingOut(_, .stopped) = playback { true } else { false }
  }
}
