import WorkoutEngine
import WorkoutModel

/// A cue as the reference has it.
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
  /// Whether an open phase decides how long what it belongs to lasts.
  let isOpen: Bool
  /// The phase of its moment.
  let home: ReferenceLayout.LaidPhase
  /// The number of the set that it belongs to, counted from 1.
  let set: Int?
  /// The moment that its rule names.
  let mark: Duration
  /// Where it must begin to sound.
  var due: Duration
  let sound: CueSound?
  var speech: Speech?
  /// Resolves its words; `nil` if it says none, or numbers.
  let speaker: ReferenceWords?
  /// Whether the same cue has sounded before, so that this one is refused.
  var isRepeated = false
  /// Whether it is at an end that the user brings about, and so comes when the bed is silent.
  var isClosing = false

  var rule: CueRule { placed.rule }
  var kind: CueKind { placed.kind }
  var cueClass: CueClass { rule.effectiveClass }

  /// The same with its words at another moment; a cue that also sounds still begins with its sound.
  mutating func speak(at onset: Duration) {
    speech?.onset = onset
    if sound == nil { due = onset }
  }
}

extension CueRule {
  /// The role of its cues in a style; an author's rules have none but their class.
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
  /// A rule, where it is written and its place among all rules.
  final class PlacedRule: Sendable {
    let index: Int
    let rule: CueRule
    /// The group or phase that it is written in; 0 for the style's and the workout's.
    let owner: Int
    let kind: CueKind
    /// Whether it is written nowhere: it says the words of phases that no other rule announces.
    let isAnnouncement: Bool
    /// Where the first repetition begins of which a sound or the number is heard; `nil` if none is.
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
