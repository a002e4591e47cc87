/// A note about a cue that isn't heard as its rule says: moved, left out, or cut short, and the reason.
///
/// ```swift
/// let events = engine.send(.tick, at: now).events
/// for case .planNoted(let note) in events.map(\.kind) { report(note.content, note.reason) }
/// ```
public struct PlanNote: Equatable, Sendable {
  /// What happened to the cue.
  public enum Kind: String, Equatable, Sendable {
    /// The plan moved its words.
    case moved
    /// The plan left it out, or its words.
    case leftOut
    /// Its words, which had been reported as spoken, fall silent before their end.
    case cut
    /// Its words are spoken by another voice than its own.
    case standIn
  }

  /// What happened to the cue.
  public let kind: Kind
  /// The identity of the cue.
  public let key: CueKey
  /// The role of that cue.
  public let cueKind: CueKind
  /// The moment that the rule names, in the plan; in session time if an event reports it.
  public private(set) var mark: Duration
  /// When its words, or its sound, had to begin, or when words that are cut began, in the same time as `mark`.
  public private(set) var due: Duration
  /// When its words begin instead; `nil` if they aren't moved.
  public private(set) var movedTo: Duration?
  /// When its words fall silent; `nil` if they aren't cut.
  public private(set) var cutAt: Duration?
  /// The text or the sound of the cue.
  public let content: String
  /// The reason.
  public let reason: Reason

  /// Creates a note.
  public init(
    kind: Kind, key: CueKey, cueKind: CueKind, mark: Duration, due: Duration, movedTo: Duration? = nil,
    cutAt: Duration? = nil, content: String, reason: Reason
  ) {
    (self.kind, self.key, self.cueKind, self.mark, self.due) = (kind, key, cueKind, mark, due)
    (self.movedTo, self.cutAt, self.content, self.reason) = (movedTo, cutAt, content, reason)
  }

  /// The role of the cue that speaks instead; `nil` for other reasons.
  package var speaker: CueKind? {
    switch reason {
    case .waits(_, let speaker), .silenced(let speaker): speaker
    default: nil
    }
  }

  func shifted(by shift: Duration) -> PlanNote {
    var note = self
    note.mark += shift
    note.due += shift
    note.movedTo = movedTo.map { $0 + shift }
    note.cutAt = cutAt.map { $0 + shift }
    return note
  }
}

extension PlanNote {
  /// The note that another voice than its own has spoken a cue, and why; its times are in session time.
  package init(of cue: CueReport, spokenByStandInBecause reason: String) {
    self.init(
      kind: .standIn, key: cue.cue, cueKind: cue.kind, mark: cue.mark, due: cue.due, content: cue.say ?? "",
      reason: .voice(reason))
  }
}
