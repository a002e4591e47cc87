import WorkoutModel

/// A cue that is planned: what will sound, and where in the plan.
///
/// All places are positions in the plan, so a pause moves none of them. It never changes: a plan is sorted, judged and
/// taken apart again and again, and hands its cues on without copying them.
final class ScheduledWarning: Sendable {
  /// Its identity, the same in every plan.
  let key: CueKey
  /// What made it.
  let entry: CueBook.Entry
  /// Where it must begin to sound; speech with its audible onset.
  let due: Duration
  /// The moment that its rule names.
  let mark: Duration
  /// Played; `nil` where it only speaks.
  let sound: CueSound?
  /// Spoken; `nil` where it only sounds.
  let speech: Speech?
  /// The segment in which `mark` lies.
  let spot: Spot
  /// Where the phase, set or workout that it belongs to begins and ends, as planned.
  let anchor: Span
  /// The group whose set a rule `on: set` belongs to.
  let group: Int?
  /// The set it is planned for, by its level: the anchor's own, or the innermost around it.
  private let level: Int?

  /// The spoken part.
  struct Speech: Equatable, Sendable {
    /// As it would be said now; what is said is resolved when it plays.
    let text: String
    /// The audible onset, in the plan.
    var onset: Duration
    /// From the audible onset to the audible end.
    var length: Duration

    var end: Duration { onset + length }
  }

  /// A stretch of the plan.
  struct Span: Equatable, Sendable {
    /// Its first moment.
    let start: Duration
    /// `nil` where the user ends it.
    let end: Duration?

    var length: Duration? { end.map { $0 - start } }
  }

  init(
    _ key: CueKey, of entry: CueBook.Entry, due: Duration, mark: Duration, sound: CueSound?, speech: Speech?,
    at spot: Spot, in anchor: Span, group: Int?
  ) {
    self.key = key
    self.entry = entry
    self.due = due
    self.mark = mark
    self.sound = sound
    self.speech = speech
    self.spot = spot
    self.anchor = anchor
    self.group = group
    level = group.flatMap(spot.level(of:)) ?? spot.innermost
  }

  /// Decides who speaks when two would, and how late it may still play.
  var cueClass: CueClass { entry.cueClass }

  /// Which part of the sound lies at `mark`.
  var align: Alignment { entry.rule.align }

  /// The number of the set that it is planned for.
  var plannedSet: Int? { level.map { spot.sets[$0].set } }

  /// Whether no set follows the one that it is planned for.
  var isInLastSet: Bool { level.map { spot.sets[$0].isLast } ?? true }

  /// Whether its moment is the end of what it belongs to.
  var isEnd: Bool { mark == anchor.end }

  /// The same with its speech at another moment; a cue that also sounds still begins with its sound.
  ///
  /// `length` is how long the speech is, if that isn't what it was planned for.
  func speaking(at onset: Duration, for length: Duration? = nil) -> ScheduledWarning {
    var speech = speech
    speech?.onset = onset
    if let length { speech?.length = length }
    return with(due: sound == nil ? onset : due, speech)
  }

  /// The same without its speech.
  var silenced: ScheduledWarning { with(due: due, nil) }

  private func with(due: Duration, _ speech: Speech?) -> ScheduledWarning {
    ScheduledWarning(
      key, of: entry, due: due, mark: mark, sound: sound, speech: speech, at: spot, in: anchor, group: group)
  }
}

/// Something about the plan that an author should know: a cue that was moved or left out, and why.
public struct PlanNote: Equatable, Sendable {
  /// What was done.
  public enum Kind: String, Equatable, Sendable, Codable {
    case moved, leftOut
  }

  /// Moved or left out.
  public let kind: Kind
  /// The cue that it happened to.
  public let key: CueKey
  /// The role of that cue.
  public let cueKind: CueKind
  /// The moment that the rule names; in the plan, or in session time where an event tells it.
  public let mark: Duration
  /// When its words, or its sound, had to begin; as `mark`.
  public let due: Duration
  /// When its words begin instead; `nil` where they are left out.
  public let movedTo: Duration?
  /// What would have been said or played.
  public let content: String
  /// Why, in words for the author.
  public let reason: String

  init(
    kind: Kind, key: CueKey, cueKind: CueKind, mark: Duration, due: Duration? = nil, movedTo: Duration? = nil,
    content: String, reason: String
  ) {
    self.kind = kind
    self.key = key
    self.cueKind = cueKind
    self.mark = mark
    self.due = due ?? mark
    self.movedTo = movedTo
    self.content = content
    self.reason = reason
  }

  /// The same with all its times so much later.
  func shifted(by shift: Duration) -> PlanNote {
    PlanNote(
      kind: kind, key: key, cueKind: cueKind, mark: mark + shift, due: due + shift, movedTo: movedTo.map { $0 + shift },
      content: content, reason: reason)
  }
}
