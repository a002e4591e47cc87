package import StrictJSON
package import WorkoutEngine
package import WorkoutModel

extension Duration: JSONConvertible {
  /// Whole nanoseconds, as wherever programs read times.
  package var json: JSONOutput { inNanoseconds.json }
}

extension CueReport {
  func fields(frame: Int?) -> JSONFields {
    var fields = fields
    fields.add(["frame": frame, "elapsed": elapsed, "position": position])
    return fields
  }

  /// The fields that don't depend on the frame.
  package var fields: JSONFields {
    [
      "cue": "\(cue)", "kind": kind.rawValue, "phase": phase, "set": set, "plannedSet": plannedSet, "due": due,
      "mark": mark, "at": at, "late": at.map { $0 - due }, "outcome": outcome.rawValue, "cause": cause?.description,
      "sound": sound, "say": say,
    ]
  }
}

extension PlanNote {
  var fields: JSONFields {
    var fields: JSONFields = [
      "cue": "\(key)", "kind": cueKind.rawValue, "change": kind.rawValue, "mark": mark, "due": due, "newDue": movedTo,
    ]
    fields.add("end", ifAny: cutAt)
    fields.add(["say": content, "reason": reason.description])
    return fields
  }
}

extension MeasurementReport {
  var fields: JSONFields {
    [
      "signal": signal.rawValue, "measurement": measurement, "value": value, "zone": zone, "since": since,
    ]
  }
}

extension CoachReport {
  var fields: JSONFields {
    [
      "call": call.rawValue, "signal": signal.rawValue, "value": value, "low": limits.lowerBound,
      "high": limits.upperBound, "cue": "\(cue.cue)", "phase": cue.phase, "set": cue.set, "at": cue.at,
      "outcome": cue.outcome.rawValue, "cause": cue.cause?.description, "sound": cue.sound, "say": cue.say,
      "elapsed": cue.elapsed, "position": cue.position,
    ]
  }
}

/// The fields of phases in events and in a shown plan.
extension PhaseReport {
  /// The fields of a phase; an end that nobody is to know can be left out.
  func fields(hidingEnd: Bool = false) -> JSONFields {
    var fields: JSONFields = ["name": name, "intensity": intensity.rawValue, "path": "\(path)"]
    fields.add("side", ifAny: side)
    fields.add("reps", ifAny: reps)
    fields.add("target", ifAny: target?.description)
    fields.add("until", ifAny: until?.fields)
    fields.add("notes", ifAny: notes)
    fields.add(template?.fields ?? [:])
    fields.add("track", ifAny: track)
    if isOvertime { fields.add("overtime", true) }
    fields.add(["set": set, "sets": sets, "start": start, "end": hidingEnd ? nil : end])
    switch varying {
    case .random(let length):
      fields.add("random", [length.shortest, length.longest])
      if length.isSurprise { fields.add("surprise", true) }
    case .relative(let length, _): fields.add("asLongAs", length.name)
    case nil: break
    }
    return fields
  }
}

extension Workout {
  /// The language of what is said, and the texts in others, if there are some, for a reader of one of them.
  package var languageFields: JSONFields {
    var fields: JSONFields = ["language": voice.language]
    fields.add("translations", ifAny: translations.json)
    return fields
  }
}

extension PhaseTemplate {
  /// The texts for a reader of another language.
  package var fields: JSONFields {
    var fields = JSONFields()
    fields.add("template", ifAny: name)
    fields.add("sideTemplate", ifAny: side)
    fields.add("notesTemplate", ifAny: notes)
    return fields
  }
}

extension Until {
  var fields: JSONFields {
    ["signal": signal.rawValue, "is": comparisonText, "hold": hold]
  }
}

extension Metronome {
  var fields: JSONFields {
    let rate: JSONOutput? = if case .perMinute(let rate) = pace { .raw(rate.description) } else { nil }
    let length: Duration? = if case .every(let length) = pace { length } else { nil }
    return ["sound": sound, "bpm": rate, "every": length, "accent": accent, "gain": gain]
  }
}

extension MetronomeReport {
  /// The fields of a metronome that starts; its first beat is at a frame.
  func fields(frame: Int?) -> JSONFields {
    var fields = metronome.fields
    fields.add(["path": "\(path)", "start": origin, "frame": frame])
    return fields
  }
}
