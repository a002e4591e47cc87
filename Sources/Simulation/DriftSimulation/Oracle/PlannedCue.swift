public import WorkoutEngine
public import WorkoutModel

/// A cue of the plan: its place and how late it may be. It never changes, so all laws share it.
public final class PlannedCue: Sendable {
  /// Its identity.
  public let key: CueKey
  /// Its role.
  public let kind: CueKind
  /// Decides how late it may be.
  public let cueClass: CueClass
  /// The set it is planned for, counted from 1.
  public let set: Int?
  /// Where it must begin to sound, in the plan.
  public let due: Duration
  /// The moment that its rule names, in the plan.
  public let mark: Duration
  /// What it says when it is on time.
  public let say: String?
  /// The voice that says them; `nil` for that of the workout.
  let voice: Voice?
  /// The phase in which it is settled when nothing happens: that of its moment, or an earlier one where its words begin
  /// before that.
  public let segment: SegmentID
  /// Where that phase begins and ends in the plan.
  let segmentStart: Duration
  let segmentEnd: Duration?
  /// Where the phase, set or workout that it belongs to begins and ends.
  let anchor: PlanSpan
  private let placed: ReferenceExpansion.PlacedRule
  /// Resolves its words for other moments than its own.
  private let speaker: ReferenceWords?
  /// Whether the user may end something in what it belongs to, so that its end is not known beforehand.
  let isOpen: Bool

  /// Whether it begins before the phase of its moment.
  let isEarly: Bool

  /// A cue as the reference has it, in a layout of phases.
  init(_ cue: ReferenceCue, _ phases: [ReferenceLayout.LaidPhase]) {
    key = cue.key
    kind = cue.kind
    cueClass = cue.cueClass
    set = cue.set
    due = cue.due
    mark = cue.mark
    say = cue.speech?.phrase.text
    voice = cue.speech?.phrase.voice
    isEarly = cue.due < cue.home.start
    let first = isEarly ? phases.last { $0.start <= cue.due } ?? cue.home : cue.home
    segment = first.id
    segmentStart = first.start
    segmentEnd = first.end
    anchor = cue.anchor
    placed = cue.placed
    isOpen = cue.isOpen
    speaker = cue.speaker
  }

  var rule: CueRule { placed.rule }
  var on: Anchor { rule.on }

  /// What it says when it begins this late; `nil` if its words are the same at any time.
  func words(late: Duration) -> String? { words(late: late, by: speaker) }

  /// What it says when a stall has held it up beyond its phase, into another one.
  func words(late: Duration, heldUpInto phase: SegmentID) -> String? {
    words(late: late, by: speaker?.heldUp(into: phase, group: on == .set ? key.node : nil))
  }

  private func words(late: Duration, by speaker: ReferenceWords?) -> String? {
    guard late > .zero, let text = rule.say, let speaker else { return nil }
    return speaker.later(by: late).words(of: text)
  }

  /// How late a start may begin to sound at most.
  static let longestGrace = Duration.seconds(5)

  /// How late it may begin; `nil` for any time.
  ///
  /// Countdown 150 ms, transition 500 ms, warning, info and bell 1 s, a start half of what it announces or 5 s,
  /// whichever is less, completion always.
  public var grace: Duration? {
    switch cueClass {
    case .countdown: .milliseconds(150)
    case .transition: .milliseconds(500)
    case .warning, .info, .bell: .seconds(1)
    case .start: min(Self.longestGrace, anchor.length.map { $0 / 2 } ?? Self.longestGrace)
    case .completion: nil
    }
  }

  /// Whether its words may be moved behind other words.
  var mayWait: Bool {
    rule.align == .start && rule.count == nil && [.start, .completion, .info].contains(cueClass)
  }

  /// Whether its place is known before what it belongs to has ended.
  var isPredictable: Bool {
    guard isOpen else { return true }
    let condition = rule.condition
    return isMeasuredFromStart && condition.longerThan == nil && condition.atLeast == nil
  }

  /// Whether the end of what it belongs to makes no difference to its place.
  var isMeasuredFromStart: Bool {
    switch rule.at {
    case .start, .every: true
    case .end, .half, .part, .random: false
    }
  }

  /// Whether phases beside its own, or other cues, decide that it is there.
  var isContextual: Bool {
    let condition = rule.condition
    return condition.longerThan != nil || condition.atLeast != nil || condition.intensityChanges != nil
      || condition.endsSet != nil || condition.counted != nil || condition.before != nil || condition.after != nil
      || condition.set == .last || condition.set == .notLast
  }

  /// Whether it begins before its moment by the length of its words, and that length depends on the plan.
  var isTimedByValues: Bool { rule.align == .end && rule.say?.placeholders.isEmpty == false }

  /// How long after the end of what it belongs to it may begin: what is due at that end is on time a little later, too.
  var leeway: Duration { mark == anchor.end ? InTime.onTime : .zero }

  /// Where it must begin, from the beginning of its phase.
  var offset: Duration { due - segmentStart }
}
