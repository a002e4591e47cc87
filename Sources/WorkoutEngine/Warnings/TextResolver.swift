import WorkoutModel

/// Fills in the placeholders of a text from where the workout is.
struct TextResolver {
  let timeline: Timeline
  let cursor: Cursor
  /// The sets around the cursor, innermost first, the workout last.
  let sets: [Timeline.SetSpan]
  let context: TextContext
  /// What `{remaining}` and `{elapsed}` speak of.
  let span: ScheduledWarning.Span
  /// The moment of the plan that the text is true for.
  let position: Duration

  /// The text as it is said, or what it lacks.
  func resolve(_ text: CueText) throws(TextGap) -> String {
    var result = ""
    for piece in text.pieces {
      switch piece {
      case .words(let words): result += words
      case .placeholder(let placeholder): result += try value(of: placeholder)
      }
    }
    return result
  }

  private func value(of placeholder: Placeholder) throws(TextGap) -> String {
    switch placeholder {
    case .phase: return try spoken(timeline.phase(of: cursor.id))
    case .next:
      guard let next = timeline.next(after: cursor, endedAt: cursor.end ?? position) else { throw .noNextPhase }
      let phase = timeline.phase(of: next.id)
      // Words that name the one after them, said of the next phase, would never come to an end.
      return names(.next, in: phase) ? phase.name : try spoken(phase)
    case .set: return "\(try set().set)"
    case .sets:
      guard let sets = try set().sets else { throw .unknownNumberOfSets }
      return "\(sets)"
    case .setOf(let name):
      guard let set = sets.first(where: { $0.name == name }) else { throw .notInGroup(name) }
      return "\(set.set)"
    case .remaining:
      guard let end = span.end else { throw .unknownEnd }
      return SpokenDuration.english(end - position)
    case .elapsed: return SpokenDuration.english(position - span.start)
    case .workout: return timeline.workout.name
    case .reps:
      guard case .open(let reps?, _) = timeline.phase(of: cursor.id).end else { throw .noRepetitions }
      return "\(reps)"
    }
  }

  /// What is said for a phase: its `say`, whose own placeholders are filled in, or its name.
  private func spoken(_ phase: Phase) throws(TextGap) -> String {
    guard let say = phase.say, let text = try? CueText(say), !text.placeholders.contains(.phase) else {
      return phase.say ?? phase.name
    }
    return text.placeholders.isEmpty ? say : try resolve(text)
  }

  private func names(_ placeholder: Placeholder, in phase: Phase) -> Bool {
    guard let say = phase.say, let text = try? CueText(say) else { return false }
    return text.placeholders.contains(placeholder)
  }

  /// The set that `{set}` means: the anchor's own, else that of the innermost group.
  private func set() throws(TextGap) -> Timeline.SetSpan {
    let groups = sets.dropLast()
    guard let set = context.group.map({ group in groups.first { $0.group == group } }) ?? groups.first else {
      throw .noSet
    }
    return set
  }
}

/// What a text is about.
struct TextContext: Equatable, Sendable {
  /// The group whose set a rule `on: set` belongs to.
  var group: Int?
}

/// What a text lacks to be said.
enum TextGap: Error, Equatable {
  case noNextPhase, noSet, unknownNumberOfSets, unknownEnd, noRepetitions
  case notInGroup(String)

  var reason: String {
    switch self {
    case .noNextPhase: "no phase follows"
    case .noSet: "there is no set here"
    case .unknownNumberOfSets: "nobody knows the number of sets"
    case .unknownEnd: "nobody knows when it ends"
    case .noRepetitions: "the phase has no reps"
    case .notInGroup(let name): "it isn't in the group \"\(name)\""
    }
  }
}

/// Durations in words.
enum SpokenDuration {
  /// In whole seconds, rounded to the nearest: "1 minute 30 seconds".
  static func english(_ duration: Duration) -> String {
    let nanoseconds = max(0, duration.inNanoseconds)
    let seconds = (nanoseconds + 500_000_000) / 1_000_000_000
    let parts = [(seconds / 3600, "hour"), (seconds / 60 % 60, "minute"), (seconds % 60, "second")]
    let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    return words.isEmpty ? "0 seconds" : words.joined(separator: " ")
  }
}
