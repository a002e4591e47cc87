import WorkoutEngine
import WorkoutModel

/// A cue as the reference has it.
struct ReferenceCue {
  /// Words and their place in the plan.
  struct Speech: Equatable {
    let text: String
    /// The audible onset.
    var onset: Duration
    let length: Duration
  }

  let key: CueKey
  let kind: CueKind
  let rule: CueRule
  /// What it belongs to.
  let on: Anchor
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
  /// Resolves its words; `nil` where it says none, or numbers.
  let speaker: ReferenceWords?
  /// Whether the same cue has sounded before, so that this one is refused.
  var isRepeated = false
  /// Whether it is at an end that the user brings about, and so comes when the bed is silent.
  var isClosing = false

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
    case (_, .half): .halfway
    case (_, .every), (_, .random): .interval
    case (.workout, _): .custom
    }
  }
}
