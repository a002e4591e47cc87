public import WorkoutModel

/// A session as it can be stored and taken up again, by another process too.
public struct EngineSnapshot: Equatable, Sendable, Codable {
  /// Raised whenever what is stored changes its meaning.
  public static let format = 3
  /// The oldest format that is read.
  private static let oldest = 2

  /// The `EngineSnapshot.format` of whoever stored it.
  public let format: Int
  /// Tells whether the workout is the same.
  public let workout: String
  /// The session as it stood.
  public internal(set) var state: EngineState
  /// What had happened by then.
  public let usage: Usage
  let speaking: [Utterance]
  let waiting: [WaitingCue]
  let told: [NoteQueue.Told]

  init(
    workout: String, state: EngineState, usage: Usage, speaking: [Utterance], waiting: [WaitingCue],
    told: [NoteQueue.Told]
  ) {
    format = Self.format
    self.workout = workout
    self.state = state
    self.usage = usage
    self.speaking = speaking
    self.waiting = waiting
    self.told = told
  }

  /// Reads a stored session, of format 2 as well; throws `SnapshotError.otherFormat` before it looks at what any other
  /// version has stored.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let stored = try fields.decode(Int.self, forKey: .format)
    guard (Self.oldest...Self.format).contains(stored) else { throw SnapshotError.otherFormat(stored) }
    format = Self.format
    workout = try fields.decode(String.self, forKey: .workout)
    state = try fields.decode(EngineState.self, forKey: .state)
    usage = try fields.decode(Usage.self, forKey: .usage)
    // Whoever takes up a session of another version says nothing yet.
    speaking = stored < Self.format ? [] : try fields.decode([Utterance].self, forKey: .speaking)
    waiting = try fields.decode([WaitingCue].self, forKey: .waiting)
    told = try fields.decodeIfPresent([NoteQueue.Told].self, forKey: .told) ?? []
  }
}

/// A cue that has to wait for other words, by what a plan made anew finds it by.
struct WaitingCue: Equatable, Sendable, Codable {
  let key: CueKey
  let segment: SegmentID
  let mark: Duration
  /// Where it was moved to, in the plan.
  let onset: Duration
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
  public var snapshot: EngineSnapshot { snapshot(of: timeline.digest) }

  /// The session as it stands; `digest` is the timeline's, which takes longer to make than all the rest.
  public func snapshot(of digest: String) -> EngineSnapshot {
    let waiting = waiting.map { cue in
      WaitingCue(key: cue.key, segment: cue.spot.id, mark: cue.mark, onset: cue.due)
    }
    return EngineSnapshot(
      workout: digest, state: state, usage: usage, speaking: speaking, waiting: waiting, told: notes.told)
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
    notes = NoteQueue(told: snapshot.told)
    stand(at: state.cursor)
    if state.playback.isOver || state.isStopping {
      scheduler = .nothing
    } else {
      replan(from: state.position, waiting: snapshot.waiting.compactMap(found))
      dropSettled()
    }
    upcoming = next()
  }

  /// A cue that was waiting when it was stored, as the plan has it.
  private func found(_ stored: WaitingCue) -> ScheduledWarning? {
    let isHere = stored.segment == state.cursor?.id
    guard let cursor = isHere ? state.cursor : timeline.walk(to: stored.segment, state.edits) else { return nil }
    let end = cursor.end ?? state.position
    guard stored.mark >= cursor.start, stored.mark <= end else { return nil }
    let stretch = CandidateFinder.Stretch(spot: Spot(cursor, timeline, book), from: stored.mark, to: end)
    let cue = finder.find(in: stretch).candidates.first { $0.key == stored.key && $0.mark == stored.mark }
    return cue?.speaking(at: stored.onset)
  }
}

extension EngineState {
  var isStopping: Bool {
    if case .fadingOut(_, .stopped) = playback { true } else { false }
  }
}
