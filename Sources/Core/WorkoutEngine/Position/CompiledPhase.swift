import WorkoutModel

/// What a session asks of a phase again and again, answered once.
final class CompiledPhase: Sendable {
  let name: String
  let intensity: Intensity
  /// Its place in the file.
  let path: FieldPath
  let track: String?
  /// The bed that belongs to it: none while preparing, the phase's own, or the workout's.
  let bed: Ambient?
  let reps: Int?
  /// Whether the user decides when it ends.
  let isOpen: Bool
  /// Whether the clock ends it even where the user decides.
  let hasCap: Bool
  /// What is said for it: its `say`, or its name.
  let words: CueText
  /// What is added to the name of a phase whose `reps` its author says nowhere: ", 12 reps".
  let tally: String?
  /// The rules for the phase itself that fit its intensity, in order.
  let rules: [CompiledRules.Entry]

  init(
    _ placed: PlacedPhase, of timeline: Timeline, bed workoutBed: Ambient?, rules: [CompiledRules.Entry],
    phrases: BuiltInPhrases
  ) {
    let phase = placed.phase
    name = phase.name
    intensity = phase.intensity
    path = placed.path
    track = phase.track
    bed =
      switch phase.ambient {
      case _ where phase.intensity == .prepare: nil
      case .inherited: workoutBed
      case .silent: nil
      case .bed(let bed): bed
      }
    if case .open(let reps, let cap) = phase.end {
      self.reps = reps
      isOpen = timeline.isUsers(SegmentID(node: placed.node, sets: []))
      hasCap = cap != nil
    } else {
      reps = nil
      isOpen = false
      hasCap = false
    }
    words = Self.words(of: phase)
    let count = phase.say == nil && !Self.holds(phase.name, reps ?? 0) ? reps : nil
    tally = count.map { ", " + phrases.repetitions($0) }
    self.rules = rules
  }

  /// A text that can't be parsed, or that contains `{phase}` and so would expand without end, is spoken verbatim.
  private static func words(of phase: Phase) -> CueText {
    guard let say = phase.say else { return CueText(pieces: [.words(phase.name)]) }
    guard let text = try? CueText(say), !text.placeholders.contains(.phase) else {
      return CueText(pieces: [.words(say)])
    }
    return text
  }

  /// Whether a text contains a number as a complete run of digits.
  private static func holds(_ text: String, _ number: Int) -> Bool {
    text.split { !$0.isNumber }.contains { $0 == "\(number)" }
  }
}
