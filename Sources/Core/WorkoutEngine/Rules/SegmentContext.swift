import WorkoutModel

/// A segment of the plan with its phase, its words and the sets around it.
///
/// It is created once for each segment and is immutable, so the plan, its cues and the session share it.
final class SegmentContext: Sendable {
  let cursor: Cursor
  let id: SegmentID
  let phase: CompiledPhase
  let words: PhaseWords
  /// The metronome of the phase in this set: its own, or that of the innermost group around it that has one.
  let metronome: Metronome?
  /// The least time between two calls of the coach, and the quantities of the target; `nil` if nothing is coached.
  let coach: (every: Duration, parts: [Target.Part])?
  /// The gain of all speech in dB.
  let voiceGain: Double
  /// The sets around the cursor, innermost first; the last is the workout itself.
  let sets: [Timeline.SetSpan]
  /// The numbers of those sets, outermost first, counted from 1; the workout's own is left out.
  let setNumbers: [Int]
  /// The end of the workout; `nil` if it depends on the user.
  let workoutEnd: Duration?
  /// The next segment, if this one ends as planned; for an open one, if it ended at once.
  let following: Cursor?
  /// The next phase: what follows but the overtime of this one.
  let next: Cursor?
  /// Whether the segment is the last one of a set of its innermost group, if it ends as planned.
  let endsSet: Bool

  /// The sets that go on in the `current` segment, which comes later, end where they end by now.
  init(_ cursor: Cursor, _ rules: CompiledRules, before current: SegmentContext? = nil) {
    let timeline = rules.timeline
    self.cursor = cursor
    id = cursor.id
    phase = rules.phase(of: cursor.node)
    words = rules.words(of: cursor)
    metronome = timeline.metronome(of: id)
    voiceGain = timeline.workout.voiceGain
    coach = timeline.coach(of: id).every.flatMap { [words] every in words.target?.parts.map { (every, $0) } }
    var sets = timeline.sets(around: cursor)
    for (level, now) in zip(sets.indices.reversed(), current?.sets.reversed() ?? []) {
      guard sets[level].group == now.group, sets[level].set == now.set else { break }
      sets[level].end = now.end
    }
    self.sets = sets
    workoutEnd = sets.last?.end
    setNumbers = id.sets.map { $0 + 1 }
    following = timeline.next(after: cursor, endedAt: cursor.end ?? cursor.start)
    next = timeline.nextPhase(after: cursor, endedAt: cursor.end ?? cursor.start)
    endsSet = timeline.endsSet(cursor, before: following)
  }

  /// The end of the workout as everybody may know it.
  var shownEnd: Duration? { sets.last?.isEndHidden == true ? nil : workoutEnd }

  var groups: Range<Int> { 0..<max(sets.count - 1, 0) }

  var innermost: Int? { groups.first }

  func level(of group: Int) -> Int? { groups.first { sets[$0].group == group } }

  func setNumbers(at level: Int) -> [Int] { level == 0 ? setNumbers : Array(setNumbers.dropLast(level)) }

  /// Whether a cue belongs to this phase, to a set around it or to the workout.
  func isWithin(_ key: CueKey) -> Bool {
    if key.node == 0 { return true }
    if key.node == id.node { return key.sets == setNumbers }
    return level(of: key.node).map { setNumbers(at: $0) == key.sets } ?? false
  }
}
