/// A rule that makes cues: their moments, their sounds and words, and their conditions.
///
/// One rule makes a cue for each phase, set or workout that it fits; `count` makes one for each number.
///
/// ```swift
/// let rule = CueRule(
///   on: .set, at: .end(offset: .seconds(-3)), say: try CueText("Set {set} completing in"), align: .end,
///   condition: Condition(set: .notLast))
/// ```
public struct CueRule: Hashable, Sendable {
  /// The ID of the rule; `Workout.without` leaves out rules of a style by their IDs.
  public var id: String?
  /// The anchor of `at`.
  public var on: Anchor
  /// The moment of the cue, relative to its anchor.
  public var at: Moment
  /// Further moments: the rest of a list in the file.
  public var further: [Moment]
  /// Played at the moment; with `count` on each second, instead of the voice.
  public var sound: CueSound?
  /// Spoken; its placeholders are resolved when the cue plays.
  public var say: CueText?
  /// The words as in the file, if `say` is their translation.
  package var template: CueText?
  /// Counts down from this number, one number per second, beginning at `at`.
  public var count: Int?
  /// Changes to the voice for its words and numbers.
  public var voice: VoiceChange?
  /// Gain of its speech in dB; if it also has a sound, that of the sound.
  public var speechGain: Double
  /// The part of the sound that is aligned to the moment; its start by default.
  public var align: Alignment
  /// As the author wrote it; `effectiveClass` is the class in effect.
  public var cueClass: CueClass?
  /// The condition for the rule to make a cue; none by default.
  public var condition: Condition

  /// Creates a rule. By default it is aligned to the start and has no condition.
  public init(
    _ id: String? = nil, on: Anchor, at: Moment, further: [Moment] = [], sound: CueSound? = nil, say: CueText? = nil,
    count: Int? = nil, voice: VoiceChange? = nil, speechGain: Double = 0, align: Alignment = .start,
    cueClass: CueClass? = nil, condition: Condition = Condition()
  ) {
    self.id = id
    self.on = on
    self.at = at
    self.further = further
    self.sound = sound
    self.say = say
    self.count = count
    self.voice = voice
    self.speechGain = speechGain
    self.align = align
    self.cueClass = cueClass
    self.condition = condition
  }

  /// Whether it has words or numbers that are spoken.
  package var speaks: Bool { say != nil || (count != nil && sound == nil) }

  /// All moments, in the order of the file.
  package var moments: [Moment] { [at] + further }

  /// One rule for each of its moments.
  package var single: [CueRule] {
    guard !further.isEmpty else { return [self] }
    return moments.map { moment in
      var rule = self
      (rule.at, rule.further) = (moment, [])
      return rule
    }
  }

  /// The class that determines priority and grace: the author's, or else one derived from the other fields.
  package var effectiveClass: CueClass {
    if let cueClass { return cueClass }
    if count != nil { return .countdown }
    switch (on, at) {
    case (.workout, .end): return .completion
    case (_, .start(let offset)) where offset == .zero: return .start
    case (_, .end(let offset)) where offset < .zero: return say == nil ? .transition : .warning
    default: return say == nil ? .bell : .info
    }
  }
}

/// The origin of a rule's moment.
public enum Anchor: String, CaseIterable, Sendable {
  /// Each phase.
  case phase
  /// Each set of a group.
  case set
  /// The workout as a whole.
  case workout
}

/// The part of a sound that is aligned to the moment.
public enum Alignment: String, CaseIterable, Sendable {
  /// A sound's first sample, speech's audible onset.
  case start
  /// The audible end.
  case end
}

/// The purpose of a cue, which determines its priority and how late it may still play.
public enum CueClass: String, CaseIterable, Sendable {
  /// A phase or a set begins.
  case start
  /// The next phase comes.
  case transition
  /// An end comes.
  case warning
  /// A number of a count.
  case countdown
  /// What may be missed.
  case info
  /// A bell at regular or random moments.
  case bell
  /// The workout is done.
  case completion
}

/// A sound of a cue.
///
/// ```swift
/// let bell = CueSound("boxing-bell", strikes: 3, spacing: .milliseconds(800))
/// ```
public struct CueSound: Equatable, Hashable, Sendable {
  /// The default time between two strikes.
  public static let standardSpacing = Duration.milliseconds(1500)

  /// A built-in sound, a name from `Workout.sounds`, or a path.
  public var name: String
  /// The number of strikes.
  public var strikes: Int
  /// The time between two strikes.
  public var spacing: Duration
  /// dB relative to the sound's own level.
  public var gain: Double

  /// The time from the first strike to the last.
  package var strikesLength: Duration { spacing * (strikes - 1) }

  /// Creates a sound of a cue. By default it is one strike at the sound's own level.
  public init(
    _ name: String, strikes: Int = 1, spacing: Duration = CueSound.standardSpacing, gain: Double = 0
  ) {
    self.name = name
    self.strikes = strikes
    self.spacing = spacing
    self.gain = gain
  }
}

/// The condition for a rule to make a cue; an empty condition always holds.
///
/// ```swift
/// let longWork = Condition(intensity: [.high], longerThan: .seconds(40), set: .every(3, from: 2))
/// ```
public struct Condition: Hashable, Sendable {
  /// The phase of the cue has one of these intensities.
  public var intensity: [Intensity]?
  /// The phase, set or workout lasts longer than this; an unknown length doesn't meet the condition.
  public var longerThan: Duration?
  /// The phase, set or workout lasts this long or longer; an unknown length doesn't meet the condition.
  public var atLeast: Duration?
  /// The set is the first, the last, or any but the last.
  public var set: SetCondition?
  /// The cue is before this moment.
  public var before: Moment?
  /// The cue is after this moment.
  public var after: Moment?
  /// Whether the next phase has another intensity than this one.
  public var intensityChanges: Bool?
  /// Whether the set's group has more than one phase.
  public var severalPhases: Bool?
  /// Whether the phase is the last one in the plan of a set of its innermost group; false outside groups.
  public var endsSet: Bool?
  /// Whether a rule's countdown begins at the moment of the cue.
  ///
  /// It is decided after arbitration: a cue that needs a countdown is omitted if the countdown was.
  public var counted: Bool?

  /// Creates a condition that requires only the given values.
  public init(
    intensity: [Intensity]? = nil, longerThan: Duration? = nil, atLeast: Duration? = nil, set: SetCondition? = nil,
    before: Moment? = nil, after: Moment? = nil, intensityChanges: Bool? = nil, severalPhases: Bool? = nil,
    endsSet: Bool? = nil, counted: Bool? = nil
  ) {
    self.intensity = intensity
    self.longerThan = longerThan
    self.atLeast = atLeast
    self.set = set
    self.before = before
    self.after = after
    self.intensityChanges = intensityChanges
    self.severalPhases = severalPhases
    self.endsSet = endsSet
    self.counted = counted
  }
}

/// The sets of a group to which a rule applies.
public enum SetCondition: Hashable, Sendable {
  /// The first set.
  case first
  /// The last set.
  case last
  /// All but the last set.
  case notLast
  /// The first, third and every second set.
  case odd
  /// The second, fourth and every second set.
  case even
  /// The sets with these numbers, counted from 1.
  case numbers([Int])
  /// The set `from`, and every `interval`th set after it.
  case every(Int, from: Int)

  /// The conditions that have a word in the file.
  package static let words: [(word: String, condition: SetCondition)] = [
    ("first", .first), ("last", .last), ("not-last", .notLast), ("odd", .odd), ("even", .even),
  ]

  /// Whether it depends on which set is the last, which isn't known if time ends the group.
  package var asksForLast: Bool { self == .last || self == .notLast }

  /// Whether a set of this number, counted from 1, meets the condition; if the number of sets isn't known, any set may
  /// turn out to be the last.
  package func isSatisfied(forSet set: Int, isLast: Bool, isKnown: Bool) -> Bool {
    switch self {
    case .first: set == 1
    case .last: isLast && isKnown
    case .notLast: !isLast
    case .odd: !set.isMultiple(of: 2)
    case .even: set.isMultiple(of: 2)
    case .numbers(let numbers): numbers.contains(set)
    case .every(let interval, let from): set >= from && (set - from).isMultiple(of: interval)
    }
  }
}

extension CueRule {
  /// Speaks the words of a phase at its start. It is added for phases with `say` in styles without announcements.
  package static let announcement = CueRule(
    on: .phase, at: .start(offset: .zero), say: CueText(pieces: [.placeholder(.phase)]))

  /// Whether it speaks the words of each matching phase at its start.
  package var announcesPhase: Bool {
    guard on == .phase, case .start = at else { return false }
    return say?.placeholders.contains(.phase) ?? false
  }

  /// This rule with the words of the phase after its sound; `nil` unless it is only a sound at the start of phases.
  package var announcingAfterSound: CueRule? {
    guard on == .phase, at == .start(offset: .zero), sound != nil, say == nil, count == nil, align == .start,
      effectiveClass == .start, condition == Condition(intensity: condition.intensity)
    else { return nil }
    var rule = self
    rule.say = Self.announcement.say
    return rule
  }
}
