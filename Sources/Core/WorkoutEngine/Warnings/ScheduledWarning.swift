import WorkoutModel

/// A cue that is planned: what will sound, and where in the plan.
///
/// All places are positions in the plan, so a pause moves none of them. It never changes: a plan is sorted, judged and
/// taken apart again and again, and hands its cues on without copying them.
final class ScheduledWarning: Sendable {
  /// Its identity, the same in every plan.
  let key: CueKey
  /// What made it.
  let entry: CompiledRules.Entry
  /// Where it must begin to sound; speech with its audible onset.
  let due: Duration
  /// The moment that its rule names.
  let mark: Duration
  /// Played; `nil` if it only speaks.
  let sound: CueSound?
  /// Spoken; `nil` if it only sounds.
  let speech: Speech?
  /// The segment in which `mark` lies.
  let context: SegmentContext
  /// Where the phase, set or workout that it belongs to begins and ends, as planned.
  let anchor: Span
  /// The group whose set a rule `on: set` belongs to.
  let group: Int?
  /// The number of the set that it is planned for: the anchor's own, or the innermost around it.
  let plannedSet: Int?
  /// Whether no set follows the one that it is planned for.
  let isInLastSet: Bool

  /// The spoken part.
  struct Speech: Equatable, Sendable {
    /// As it would be said now; what is said is resolved when it plays.
    let phrase: Phrase
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
    /// `nil` if the user ends it.
    let end: Duration?

    var length: Duration? { end.map { $0 - start } }
  }

  init(
    _ key: CueKey, of entry: CompiledRules.Entry, due: Duration, mark: Duration, sound: CueSound?, speech: Speech?,
    at context: SegmentContext, in anchor: Span, group: Int?
  ) {
    self.key = key
    self.entry = entry
    self.due = due
    self.mark = mark
    self.sound = sound
    self.speech = speech
    self.context = context
    self.anchor = anchor
    self.group = group
    let level = group.flatMap(context.level(of:)) ?? context.innermost
    plannedSet = level.map { context.sets[$0].set }
    isInLastSet = level.map { context.sets[$0].isLast } ?? true
  }

  /// Decides who speaks when two would, and how late it may still play.
  var cueClass: CueClass { entry.cueClass }

  /// Which part of the sound lies at `mark`.
  var align: Alignment { entry.rule.align }

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
      key, of: entry, due: due, mark: mark, sound: sound, speech: speech, at: context, in: anchor, group: group)
  }
}

/// A note on the plan for the author: a cue that was moved or left out, and why.
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
  /// The moment that the rule names; in the plan, or in session time where an event reports it.
  public let mark: Duration
  /// When its words, or its sound, had to begin; as `mark`.
  public let due: Duration
  /// When its words begin instead; `nil` if they are left out.
  public let movedTo: Duration?
  /// What would have been said or played.
  public let content: String
  /// Why, in words for the author.
  public let reason: String
  /// A plan that begins behind this no longer makes it.
  let lastStart: Duration

  init(
    kind: Kind, key: CueKey, cueKind: CueKind, mark: Duration, due: Duration? = nil, movedTo: Duration? = nil,
    content: String, reason: String, lastStart: Duration
  ) {
    self.kind = kind
    self.key = key
    self.cueKind = cueKind
    self.mark = mark
    self.due = due ?? mark
    self.movedTo = movedTo
    self.content = content
    self.reason = reason
    self.lastStart = lastStart
  }

  /// A copy with all its times later by `shift`.
  func shifted(by shift: Duration) -> PlanNote {
    PlanNote(
      kind: kind, key: key, cueKind: cueKind, mark: mark + shift, due: due + shift, movedTo: movedTo.map { $0 + shift },
      content: content, reason: reason, lastStart: lastStart)
  }
}

/// The identity of a cue: its rule, what it belongs to, and its number.
///
/// It stays the same when the plan is rebuilt, and from run to run.
public struct CueKey: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The rule, by its place in the list of all rules of the workout, the style's first.
  public let rule: Int
  /// The phase or group that the cue belongs to, by its place in the file; 0 is the workout.
  public let node: Int
  /// The set of each enclosing group, outermost first, counted from 1.
  public let sets: [Int]
  /// The number of a countdown, the index of a bell; 0 if there is but one.
  public let number: Int

  package init(rule: Int, node: Int, sets: [Int], number: Int) {
    self.rule = rule
    self.node = node
    self.sets = sets
    self.number = number
  }

  /// Such as `r3.n5.s2-1.#3`.
  public var description: String {
    "r\(rule).n\(node).s\(sets.map(String.init).joined(separator: "-")).#\(number)"
  }
}
