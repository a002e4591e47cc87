public import WorkoutEngine
public import WorkoutModel

/// A cue of the plan: its place and its maximum lateness. It is immutable, so all laws share it.
public final class PlannedCue: Sendable {
  /// Its identity.
  public var key: CueKey { warning.key }
  /// Its role.
  public var kind: CueKind { warning.kind }
  /// Its class, which determines the maximum lateness.
  public var cueClass: CueClass { warning.cueClass }
  /// The set it is planned for, counted from 1.
  public var set: Int? { warning.plannedSet }
  /// The position in the plan at which it must begin to sound.
  public var due: Duration { warning.due }
  /// The moment that its rule specifies, in the plan.
  public var mark: Duration { warning.mark }
  /// Its words when it is on time; `nil` if it has none.
  public let say: String?
  /// The voice of its words; `nil` for the workout's voice.
  let voice: Voice?
  /// The phase in which it is settled in an undisturbed run: that of its moment, or an earlier one if its words begin
  /// before that.
  public let segment: SegmentID
  /// The start and end of that phase in the plan.
  let segmentStart: Duration
  let segmentEnd: Duration?
  /// The span of its phase, set or workout.
  var anchor: ScheduledWarning.Span { warning.anchor }
  let rule: CueRule
  /// Whether it begins before the phase of its moment.
  let isEarly: Bool
  /// Whether the user may end a phase within its phase, set or workout, whose end is then unknown beforehand.
  let isOpen: Bool
  /// The cue as the engine planned it.
  let warning: ScheduledWarning
  /// Whether its words lead up to a moment, such as the count of an end.
  let announcesEnd: Bool
  /// Whether its existence depends on phases other than its own, or on other cues, as the number of a repetition does
  /// on the name of its phase.
  let isContextual: Bool
  /// Whether its words mention a measured value.
  var isMeasured: Bool { warning.speech?.isMeasured ?? false }
  /// Whether it begins before its moment by the length of its words, and that length depends on the plan.
  let isTimedByValues: Bool

  /// Creates a cue from one that the engine has planned, and that was settled in a phase.
  init(_ warning: ScheduledWarning, in phase: Cursor?, isOpen: Bool) {
    self.warning = warning
    self.isOpen = isOpen
    say = warning.speech?.phrase.text
    voice = warning.speech?.phrase.voice
    rule = warning.rule
    let home = warning.segment
    isEarly = warning.due < home.start
    let first = isEarly ? phase?.segment ?? home : home
    segment = first.id
    segmentStart = first.start
    segmentEnd = first.end
    announcesEnd = say != nil && rule.announcesEnd
    isContextual = rule.isContextual
    isTimedByValues = rule.align == .end && rule.say?.placeholders.isEmpty == false
  }

  var on: Anchor { rule.on }

  /// The delay of words after the sound of the same cue.
  static let speechDelay = Duration.milliseconds(600)
  /// The maximum lateness of a cue that is on time.
  static let onTime = Duration.milliseconds(50)
  static let longestGrace = Duration.seconds(5)

  /// The maximum lateness; `nil` without limit.
  ///
  /// Countdown and transition 500 ms, warning, info and bell 1 s, start half of what it announces but at most 5 s,
  /// completion without limit.
  public var grace: Duration? {
    switch cueClass {
    case .countdown, .transition: .milliseconds(500)
    case .warning, .info, .bell: .seconds(1)
    case .start: min(Self.longestGrace, anchor.length.map { $0 / 2 } ?? Self.longestGrace)
    case .completion: nil
    }
  }

  /// Whether its words may be moved behind other words.
  var mayWait: Bool {
    rule.align == .start && rule.count == nil && [.start, .completion, .info].contains(cueClass)
  }

  var isRepetition: Bool { rule.say == nil && rule.sound == nil && rule.count == nil && say != nil }

  /// Whether its place is known before its phase, set or workout has ended.
  var isPredictable: Bool {
    guard isOpen else { return true }
    let condition = rule.condition
    return isMeasuredFromStart && condition.longerThan == nil && condition.atLeast == nil
  }

  /// Whether its place is independent of the end of its phase, set or workout.
  var isMeasuredFromStart: Bool {
    switch rule.at {
    case .start, .part(0, _), .every: true
    case .end, .half, .part, .random: false
    }
  }

  /// Its due time relative to the start of its phase.
  var offset: Duration { due - segmentStart }
}

extension CueRule {
  fileprivate var isContextual: Bool {
    if say == nil, sound == nil, count == nil { return true }
    return condition.longerThan != nil || condition.atLeast != nil || condition.intensityChanges != nil
      || condition.endsSet != nil || condition.counted != nil || condition.before != nil || condition.after != nil
      || condition.set == .last || condition.set == .notLast
  }
}
