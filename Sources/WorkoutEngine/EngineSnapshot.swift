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

  init(workout: String, state: EngineState, usage: Usage, speaking: [Utterance]) {
    format = Self.format
    self.workout = workout
    self.state = state
    self.usage = usage
    self.speaking = speaking
  }

  /// Reads a stored session; throws `SnapshotError.otherFormat` before it looks at what another version has stored.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    format = try fields.decode(Int.self, forKey: .format)
    guard format == Self.format else { throw SnapshotError.otherFormat(format) }
    workout = try fields.decode(String.self, forKey: .workout)
    state = try fields.decode(EngineState.self, forKey: .state)
    usage = try fields.decode(Usage.self, forKey: .usage)
    speaking = try fields.decode([Utterance].self, forKey: .speaking)
  }
}

/// Why a stored session can't be taken up again.
public enum SnapshotError: Error, Equatable, Sendable {
  case otherFormat(Int)
  case otherWorkout
  /// What is stored names places that the workout doesn't have.
  case damaged

  /// What a user is told.
  public var explanation: String {
    switch self {
    case .otherFormat(let format):
      "the session was stored by another version of Cuebell (format \(format), this one reads \(EngineSnapshot.format))"
    case .damaged: "what was stored of the session is damaged"
    case .otherWorkout: "the session was stored for another workout, or the workout has been changed since"
    }
  }
}

extension Engine {
  /// The session as it stands.
  public var snapshot: EngineSnapshot {
    EngineSnapshot(workout: timeline.digest, state: state, usage: usage, speaking: speaking)
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
    let places = [snapshot.state.cursor].compactMap { $0 } + snapshot.state.history.cursors
    guard places.allSatisfy({ timeline.holds($0) }) else { throw .damaged }
    self.init(timeline, lexicon: lexicon, policies: policies)
    state = snapshot.state
    usage = snapshot.usage
    speaking = snapshot.speaking
    stand(at: state.cursor)
    if state.playback.isOver || state.isStopping {
      scheduler = .nothing
    } else {
      replan(from: state.position)
      dropSettled()
    }
    upcoming = next()
  }
}

extension EngineState {
  var isStopping: Bool {
    if case .fadingOut(_, .stopped) = playback { true } else { false }
  }
}
