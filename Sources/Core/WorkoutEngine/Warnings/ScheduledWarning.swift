package import WorkoutModel

/// A planned cue: what will sound, and where in the plan.
///
/// All its times are positions in the plan, so a pause moves none of them. It is immutable: a plan is sorted, judged
/// and divided repeatedly, and passes its cues on without copying them.
package final class ScheduledWarning: Sendable {
  /// The maximum delay of a cue that counts as on time.
  static let tolerance = Duration.milliseconds(50)

  /// Its identity, the same in every plan.
  package let key: CueKey
  let entry: CompiledRules.Entry
  /// The position at which it must begin to sound; for speech, the audible onset.
  package let due: Duration
  /// The moment that its rule names.
  package let mark: Duration
  package let sound: CueSound?
  package let speech: Speech?
  let context: SegmentContext
  /// The planned start and end of the phase, set or workout that it belongs to.
  package let anchor: Span
  /// The group whose set a rule `on: set` belongs to.
  let group: Int?
  /// The number of the set that it is planned for: the anchor's own, or the innermost around it.
  package let plannedSet: Int?
  package let isInLastSet: Bool
  /// The class, which decides the priority of speech and how late the cue may play.
  package let cueClass: CueClass
  package let kind: CueKind
  /// The time from the start of its segment to its moment.
  let offset: Duration
  /// Whether it has words that lead up to a moment.
  let announcesEnd: Bool
  /// The note that the plan has left out its words, which is told with its sound.
  let silence: PlanNote?

  package final class Speech: Sendable {
    /// The phrase as planned; it is resolved again when it plays. One that mentions a measured value has the longest.
    package let phrase: Phrase
    /// The audible onset, in the plan.
    package let onset: Duration
    /// From the audible onset to the audible end.
    package let length: Duration
    /// The text with its placeholder, if it mentions a measured value; otherwise `nil`.
    let template: String?
    /// Where the words would have begun without others, and the role of those they wait for, if that is known; `nil` if
    /// they don't wait.
    let moved: Move?

    struct Move {
      let from: Duration
      let because: CueKind?
    }

    init(phrase: Phrase, onset: Duration, length: Duration, template: String?, moved: Move? = nil) {
      (self.phrase, self.onset, self.length) = (phrase, onset, length)
      (self.template, self.moved) = (template, moved)
    }

    package var isMeasured: Bool { template != nil }
    /// The text for notes.
    var text: String { template ?? phrase.text }

    var end: Duration { onset + length }
  }

  package struct Span: Equatable, Sendable {
    package let start: Duration
    /// The end of the stretch; `nil` if the user ends it.
    package let end: Duration?

    package var length: Duration? { end.map { $0 - start } }
  }

  init(
    _ key: CueKey, of entry: CompiledRules.Entry, due: Duration, mark: Duration, sound: CueSound?, speech: Speech?,
    at context: SegmentContext, in anchor: Span, group: Int?, silence: PlanNote? = nil
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
    self.silence = silence
    let level = group.flatMap(context.level(of:)) ?? context.innermost
    plannedSet = level.map { context.sets[$0].set }
    isInLastSet = level.map { context.sets[$0].isLast } ?? true
    (cueClass, kind, offset) = (entry.cueClass, entry.kind, mark - context.cursor.start)
    announcesEnd = speech != nil && entry.announcesEnd
  }

  /// The rule that made it, with the words that the phase or the style adds to it.
  package var rule: CueRule { entry.rule }

  /// The segment in which its moment lies, as planned.
  package var segment: Segment { context.cursor.segment }

  /// The part of the sound that is aligned with `mark`.
  var align: Alignment { entry.rule.align }

  var isEnd: Bool { mark == anchor.end }

  /// Its moment where its phase, set or workout has another span; `nil` if that is unknown.
  func mark(in span: Span) -> Duration? {
    guard case .end = rule.at, let end = anchor.end else { return mark + (span.start - anchor.start) }
    return span.end.map { $0 + (mark - end) }
  }

  /// A copy with other speech; a cue that also sounds still begins with its sound.
  func saying(_ speech: Speech) -> ScheduledWarning { with(due: sound == nil ? speech.onset : due, speech) }

  /// The position of which its words tell: its moment, or where they begin because they had to wait.
  package var toldPosition: Duration { speech.flatMap { $0.moved == nil ? nil : $0.onset } ?? mark }

  /// The note that it is left out, or that its words are.
  func leftOut(because reason: PlanNote.Reason) -> PlanNote {
    PlanNote(
      kind: .leftOut, key: key, cueKind: kind, mark: mark, due: speech?.onset ?? due,
      content: speech?.text ?? sound?.name ?? "", reason: reason)
  }

  /// The note that its words had to wait; `nil` if they didn't.
  var movedNote: PlanNote? {
    guard let speech, let moved = speech.moved, let speaker = moved.because else { return nil }
    return PlanNote(
      kind: .moved, key: key, cueKind: kind, mark: mark, due: moved.from, movedTo: speech.onset,
      content: speech.text, reason: .waits(speech.onset - moved.from, for: speaker))
  }

  /// Its sound alone, with the note that its words are left out.
  func silenced(_ note: PlanNote) -> ScheduledWarning { with(due: due, nil, silence: note) }

  private func with(due: Duration, _ speech: Speech?, silence: PlanNote? = nil) -> ScheduledWarning {
    ScheduledWarning(
      key, of: entry, due: due, mark: mark, sound: sound, speech: speech, at: context, in: anchor, group: group,
      silence: silence)
  }
}

extension SegmentContext {
  /// The span of this phase, of the set around it, or of the workout, that a cue belongs to; `nil` for another one.
  func span(of key: CueKey) -> ScheduledWarning.Span? {
    if key.node == 0 { return ScheduledWarning.Span(start: .zero, end: workoutEnd) }
    if key.node == id.node {
      return key.sets == setNumbers ? ScheduledWarning.Span(start: cursor.start, end: cursor.end) : nil
    }
    guard let level = level(of: key.node), setNumbers(at: level) == key.sets else { return nil }
    return ScheduledWarning.Span(start: sets[level].start, end: sets[level].end)
  }
}
