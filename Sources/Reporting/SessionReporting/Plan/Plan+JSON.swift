public import WorkoutEngine
import WorkoutModel

extension Plan {
  /// Writes the plan as one JSON object, with a line for each phase, cue and note, without a line break at the end.
  ///
  /// - Parameters:
  ///   - frameOf: The frame of a moment.
  ///   - spoken: The spoken form of a phrase.
  ///   - write: Receives the parts of the object in order, of about `partLength` bytes each: the whole is never in
  ///     memory.
  /// - Throws: The error of `write`.
  public func writeJSON(
    frameOf: (Duration) -> Int, spoken: (Phrase) -> String = { $0.text }, to write: (String) throws -> Void
  ) rethrows {
    var json = JSONText()
    json.add("api", SessionEvent.api)
    json.add("workout", workout.name)
    json.add("style", workout.style.rawValue)
    json.add("untranslated", workout.untranslatedLanguage)
    json.add("total", total)
    var part = "{\(json.body)"
    try addList("phases", to: &part, write) { if case .phase(let phase) = $0 { object(phase) } else { nil } }
    try addList("cues", to: &part, write) {
      if case .cue(let cue) = $0 { object(cue, frame: frameOf(cue.mark), spoken) } else { nil }
    }
    try addList("notes", to: &part, write) { if case .note(let note) = $0 { object(note) } else { nil } }
    json = JSONText()
    json.add("stopsAt", stopsAt)
    json.add("omittedPhases", omittedPhases)
    try write("\(part), \(json.body)}")
  }

  /// The size in bytes after which a part is written.
  private static let partLength = 1 << 16

  /// Adds the objects of the rows that have one; writes `part` whenever it is long enough.
  private func addList(
    _ key: String, to part: inout String, _ write: (String) throws -> Void, _ object: (Row) -> String?
  ) rethrows {
    part += ", \"\(key)\": ["
    var isEmpty = true
    for case let object? in rows.lazy.map(object) {
      part += isEmpty ? "\n  " : ",\n  "
      part += object
      isEmpty = false
      guard part.utf8.count >= Self.partLength else { continue }
      try write(part)
      part = ""
    }
    part += isEmpty ? "]" : "\n]"
  }

  private func object(_ phase: PhaseReport) -> String {
    var json = JSONText()
    PhaseFields.add(phase, to: &json)
    if let metronome = phase.metronome {
      var beats = JSONText()
      MetronomeFields.add(metronome, to: &beats)
      json.add("metronome", raw: beats.object)
    }
    return json.object
  }

  private func object(_ cue: CueReport, frame: Int, _ spoken: (Phrase) -> String) -> String {
    var json = JSONText()
    CueFields.add(cue, frame: frame, to: &json)
    json.add("spoken", cue.phrase.map(spoken))
    return json.object
  }

  private func object(_ note: PlanNote) -> String {
    var json = JSONText()
    NoteFields.add(note, to: &json)
    return json.object
  }
}
