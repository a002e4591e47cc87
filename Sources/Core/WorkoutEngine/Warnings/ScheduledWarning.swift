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

  package final class Speech: Sendable {
    /// The phrase as planned; it is resolved again when it plays. One that mentions a measured value has the longest.
    package let phrase: Phrase
    /// The audible onset, in the plan.
    package let onset: Duration
    /// From the audible onset to the audible end.
    let length: Duration
    /// The text with its placeholder, if it mentions a measured value; otherwise `nil`.
    let template: String?

    init(phrase: Phrase, onset: Duration, length: Duration, template: String?) {
      (self.phrase, self.onset, self.length, self.template) = (phrase, onset, length, template)
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

  /// A copy with its speech at another moment; a cue that also sounds still begins with its sound.
  ///
  /// `length` is the length of the speech, if it differs from the planned one.
  func speaking(at onset: Duration, for length: Duration? = nil) -> ScheduledWarning {
    let speech = speech.map {
      Speech(phrase: $0.phrase, onset: onset, length: length ?? $0.length, template: $0.template)
    }
    return with(due: sound == nil ? onset : due, speech)
  }

  var silenced: ScheduledWarning { with(due: due, nil) }

  private func with(due: Duration, _ speech: Speech?) -> ScheduledWarning {
    ScheduledWarning(
      key, of: entry, due: due, mark: mark, sound: sound, speech: speech, at: context, in: anchor, group: group)
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
