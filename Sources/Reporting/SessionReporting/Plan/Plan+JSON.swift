import StrictJSON
package import WorkoutEngine
import WorkoutModel

extension Plan {
  /// Writes the plan as one JSON object, with a line for each phase, cue and note, without a line break at the end;
  /// `spoken` is the spoken form of a phrase. It is written in parts of about `partLength` bytes: the whole is never in
  /// memory.
  package func writeJSON(
    frameOf: (Duration) -> Int, spoken: (Phrase) -> String = { $0.text }, to write: (String) throws -> Void
  ) rethrows {
    var head: JSONFields = [
      "api": SessionEvent.api, "workout": workout.name, "style": workout.style.rawValue,
      "untranslated": workout.untranslatedLanguage, "total": total,
    ]
    head.add(workout.languageFields)
    head.add("range", ifAny: range.map { [$0.lowerBound, $0.upperBound] })
    var part = String(head.line().dropLast())
    try addList("phases", to: &part, write) { if case .phase(let phase) = $0 { object(phase) } else { nil } }
    try addList("cues", to: &part, write) {
      if case .cue(let cue) = $0 { object(cue, frame: frameOf(cue.mark), spoken) } else { nil }
    }
    try addList("notes", to: &part, write) { if case .note(let note) = $0 { note.fields } else { nil } }
    let tail: JSONFields = ["stopsAt": stopsAt, "omittedPhases": omittedPhases]
    try write("\(part), \(tail.line().dropFirst())")
  }

  private static let partLength = 1 << 16

  /// Adds the objects of the rows that have one; writes `part` whenever it is long enough.
  private func addList(
    _ key: String, to part: inout String, _ write: (String) throws -> Void, _ object: (Row) -> JSONFields?
  ) rethrows {
    part += ", \"\(key)\": ["
    var isEmpty = true
    for case let object? in rows.lazy.map(object) {
      part += isEmpty ? "\n  " : ",\n  "
      part += object.line()
      isEmpty = false
      guard part.utf8.count >= Self.partLength else { continue }
      try write(part)
      part = ""
    }
    part += isEmpty ? "]" : "\n]"
  }

  private func object(_ phase: PhaseReport) -> JSONFields {
    var fields = phase.fields()
    fields.add("metronome", ifAny: phase.metronome?.fields)
    return fields
  }

  private func object(_ cue: CueReport, frame: Int, _ spoken: (Phrase) -> String) -> JSONFields {
    var fields = cue.fields(frame: frame)
    fields.add("spoken", cue.phrase.map(spoken))
    return fields
  }
}
