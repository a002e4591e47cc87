import WorkoutModel

/// The properties of a phase that a session uses repeatedly, computed once.
final class CompiledPhase: Sendable {
  let intensity: Intensity
  let path: FieldPath
  let track: String?
  /// Its bed: none while preparing, the phase's own, or the workout's.
  let bed: Ambient?
  let isOpen: Bool
  /// Whether it goes on after its planned end until the user says that it is done.
  let hasOvertime: Bool
  /// Whether it is what another phase takes beyond its planned end.
  let isOvertime: Bool
  /// The time after which the clock ends it, if it is an open phase with a cap.
  let cap: Duration?
  /// The time before which a *done* or a measurement doesn't end it.
  let atLeast: Duration
  /// What has to be measured for it to end by itself.
  let until: Until?
  /// Whether nobody is to know when it ends.
  let isSurprise: Bool
  /// The rules for the phase itself that match its intensity, in order.
  let rules: [CompiledRules.Entry]
  private let placed: PlacedPhase
  private let phrases: BuiltInPhrases
  /// Its words, if they are the same in every set.
  private let words: PhaseWords?

  init(
    _ placed: PlacedPhase, of timeline: Timeline, rules: [CompiledRules.Entry], phrases: BuiltInPhrases
  ) {
    let phase = placed.phase
    intensity = phase.intensity
    path = placed.path
    track = phase.track
    bed = timeline.workout.bed(in: phase)
    atLeast = phase.atLeast ?? .zero
    isSurprise = phase.isSurprise
    until = phase.until
    hasOvertime = phase.overtime != nil
    isOvertime = timeline.isOvertime(SegmentID(node: placed.node, sets: []))
    if case .open(let cap, _, _) = phase.end {
      isOpen = timeline.endsByUser(SegmentID(node: placed.node, sets: []))
      self.cap = cap
    } else {
      isOpen = false
      cap = nil
    }
    self.rules = rules
    self.placed = placed
    self.phrases = phrases
    words = phase.changes ? nil : PhaseWords(placed.run(withValue: 0), phrases)
  }

  /// Whether the user may say that it is done.
  var endsByUser: Bool { isOpen || hasOvertime }

  /// Its words in sets of the enclosing groups, outermost first and counted from 0.
  func words(inSets sets: [Int]) -> PhaseWords { words ?? PhaseWords(placed.run(inSets: sets), phrases) }

  /// The texts that it may have in any set.
  var everyWords: [CueText] {
    if let words { return [words.text] }
    let texts = placed.phase.say ?? placed.phase.name
    return texts.values.indices.map { PhaseWords(placed.run(withValue: $0), phrases).text }
  }
}

final class PhaseWords: Sendable {
  let name: String
  let side: String?
  /// The side, with built-in words in braces.
  let sideText: CueText?
  /// The texts for a reader of another language.
  let template: PhaseTemplate?
  let reps: Int?
  let notes: String?
  let target: Target?
  /// The name, with built-in words in braces.
  let nameText: CueText
  /// The announcement of the phase: its `say`, or its name.
  let text: CueText
  /// The suffix with the repetitions, such as ", 12 reps", if the phase has no `say` and its name doesn't contain them.
  let tally: String?

  init(_ phase: SegmentPhase, _ phrases: BuiltInPhrases) {
    name = phase.name
    side = phase.side
    sideText = phase.sideText.map { CueText(name: $0) }
    template = phase.template
    reps = phase.reps
    notes = phase.notes
    target = phase.target
    nameText = CueText(name: phase.nameText(phrases))
    text = phase.say.map(Self.text) ?? nameText
    let count = phase.say == nil && !Self.contains(phase.name, phase.reps ?? 0) ? phase.reps : nil
    tally = count.map { ", " + phrases.repetitions($0) }
  }

  /// A text that can't be parsed, or that contains `{phase}` and so would expand without end, is spoken verbatim.
  private static func text(of say: String) -> CueText {
    guard let text = try? CueText(say), !text.placeholders.contains(.phase) else { return CueText(name: say) }
    return text
  }

  /// Whether a text contains a number as a complete run of digits.
  private static func contains(_ text: String, _ number: Int) -> Bool {
    text.split { !$0.isNumber }.contains { $0 == "\(number)" }
  }
}
