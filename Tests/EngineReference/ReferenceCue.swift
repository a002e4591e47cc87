import WorkoutEngine
import WorkoutModel

/// A cue of the reference.
struct ReferenceCue {
  /// Words and their place in the plan.
  struct Speech: Equatable {
    let phrase: Phrase
    /// The audible onset.
    var onset: Duration
    let length: Duration
  }

  let key: CueKey
  let placed: ReferenceExpansion.PlacedRule
  let anchor: PlanSpan
  /// The phase of its moment.
  let home: ReferenceLayout.LaidPhase
  /// The number of its set, counted from 1; `nil` outside all sets.
  let set: Int?
  /// The moment that its rule specifies.
  let mark: Duration
  /// The position at which it must begin to sound.
  var due: Duration
  let sound: CueSound?
  var speech: Speech?
  /// Whether the same cue has sounded before, so that this one is refused.
  var isRepeated = false
  /// Whether it is at an end that the user causes, and so comes when the bed is silent.
  var isClosing = false

  var rule: CueRule { placed.rule }
  var kind: CueKind { placed.kind }
  var cueClass: CueClass { rule.effectiveClass }

  /// What its words say that begin at a position; `nil` for those that say the same everywhere.
  var telling: (@Sendable (Duration) -> Phrase?)?

  /// Has its words at another place; a cue with a sound still begins with it.
  mutating func speak(_ words: Speech) {
    speech = words
    if sound == nil { due = words.onset }
  }

  /// Its words where they begin at a position.
  func speech(at onset: Duration, _ durations: PhraseDurations) -> Speech? {
    // A time in words counts as true for a second.
    let told = onset - mark > .seconds(1) ? telling?(onset) : nil
    guard let phrase = told ?? speech?.phrase else { return nil }
    return Speech(phrase: phrase, onset: onset, length: durations.length(of: phrase))
  }
}

extension CueRule {
  /// The role of its cues in a style; cues of an author's rules are `custom`.
  func kind(ofStyle: Bool) -> CueKind {
    guard ofStyle else { return .custom }
    if effectiveClass == .completion { return .completion }
    if count != nil { return .countdown }
    return switch (on, at) {
    case (.phase, .start): .phaseStart
    case (.set, .start): .setStart
    case (.set, .end): .setCompletion
    case (.phase, .end): .transition
    case (_, .half), (_, .part(50, _)): .halfway
    case (.phase, .part), (.set, .part): .interval
    case (_, .every), (_, .random): .interval
    case (.workout, _): .custom
    }
  }
}

extension ReferenceExpansion {
  /// A rule with its place in the file and its index among all rules.
  final class PlacedRule: Sendable {
    let index: Int
    let rule: CueRule
    /// The group or phase that contains it; 0 for the style's and the workout's.
    let owner: Int
    let kind: CueKind
    /// Whether it is the implicit rule for the words of phases that no other rule announces.
    let isAnnouncement: Bool
    /// The start of the first repetition whose sound or number is audible; `nil` if there is none.
    let repetition: Duration?

    init(
      index: Int, rule: CueRule, owner: Int, kind: CueKind, isAnnouncement: Bool = false, repetition: Duration? = nil
    ) {
      self.index = index
      self.rule = rule
      self.owner = owner
      self.kind = kind
      self.isAnnouncement = isAnnouncement
      self.repetition = repetition
    }
  }
}
