import WorkoutEngine
import WorkoutModel

extension Plan {
  /// The plan as one JSON object.
  ///
  /// - Parameters:
  ///   - frameOf: The frame of a moment.
  ///   - spoken: What the voice is given to say for a text.
  /// - Returns: The object, with a line for each phase, cue and note.
  public func json(frameOf: (Duration) -> Int, spoken: (String) -> String = { $0 }) -> String {
    var json = JSONText()
    json.add("api", SessionEvent.api)
    json.add("workout", workout.name)
    json.add("style", workout.style.rawValue)
    json.add("untranslated", workout.untranslatedLanguage)
    json.add("total", total)
    json.add("phases", raw: list(phases.map(object)))
    json.add("cues", raw: list(cues.map { object($0, frame: frameOf($0.mark), spoken) }))
    json.add("notes", raw: list(notes.map(object)))
    json.add("stopsAt", stopsAt)
    json.add("omittedPhases", omittedPhases)
    return json.object
  }

  private func list(_ objects: [String]) -> String {
    objects.isEmpty ? "[]" : "[\n  " + objects.joined(separator: ",\n  ") + "\n]"
  }

  private func object(_ phase: PhaseReport) -> String {
    var json = JSONText()
    PhaseFields.add(phase, to: &json)
    return json.object
  }

  private func object(_ cue: CueReport, frame: Int, _ spoken: (String) -> String) -> String {
    var json = JSONText()
    CueFields.add(cue, frame: frame, to: &json)
    json.add("spoken", cue.say.map(spoken))
    return json.object
  }

  private func object(_ note: PlanNote) -> String {
    var json = JSONText()
    NoteFields.add(note, to: &json)
    return json.object
  }
}
