package import StrictJSON
package import WorkoutEngine
package import WorkoutModel

extension Duration: JSONConvertible {
  /// Whole nanoseconds, as wherever programs read times.
  package var json: JSONOutput { inNanoseconds.json }
}

extension JSONValue {
  /// A time that is written as whole nanoseconds, which an `Int` of 32 bits can't hold.
  package var duration: Duration? {
    guard case .number(let number) = content else { return nil }
    return Int64(number.text).map { .nanoseconds($0) }
  }
}

extension CueReport {
  func fields(frame: Int?) -> JSONFields {
    var fields = fields
    fields.add(["frame": frame.json, "elapsed": elapsed.json, "position": position.json])
    return fields
  }

  /// The fields that don't depend on the frame.
  package var fields: JSONFields {
    [
      "cue": "\(cue)".json, "kind": kind.rawValue.json, "phase": phase.json, "set": set.json,
      "plannedSet": plannedSet.json, "due": due.json, "mark": mark.json, "at": at.json,
      "late": at.map { $0 - due }.json, "outcome": outcome.rawValue.json, "cause": (cause?.description).json,
      "sound": sound.json, "say": say.json,
    ]
  }
}

extension PlanNote {
  var fields: JSONFields {
    var fields: JSONFields = [
      "cue": "\(key)".json, "kind": cueKind.rawValue.json, "change": kind.rawValue.json, "mark": mark.json,
      "due": due.json, "newDue": movedTo.json,
    ]
    fields.add("end", ifAny: cutAt)
    fields.add(["say": content.json, "reason": reason.description.json])
    return fields
  }
}

extension MeasurementReport {
  var fields: JSONFields {
    [
      "signal": signal.rawValue.json, "measurement": measurement.json, "value": value.json, "zone": zone.json,
      "since": since.json,
    ]
  }
}

extension CoachReport {
  var fields: JSONFields {
    [
      "call": call.rawValue.json, "signal": signal.rawValue.json, "value": value.json, "low": limits.lowerBound.json,
      "high": limits.upperBound.json, "cue": "\(cue.cue)".json, "phase": cue.phase.json, "set": cue.set.json,
      "at": cue.at.json, "outcome": cue.outcome.rawValue.json, "cause": (cue.cause?.description).json,
      "sound": cue.sound.json, "say": cue.say.json, "elapsed": cue.elapsed.json, "position": cue.position.json,
    ]
  }
}

/// The fields of phases in events and in a shown plan.
extension PhaseReport {
  /// The fields of a phase; an end that nobody is to know can be left out.
  func fields(hidingEnd: Bool = false) -> JSONFields {
    var fields: JSONFields = ["name": name.json, "intensity": intensity.rawValue.json, "path": "\(path)".json]
    fields.add("side", ifAny: side)
    fields.add("reps", ifAny: reps)
    fields.add("target", ifAny: target?.description)
    fields.add("until", ifAny: until?.fields)
    fields.add("notes", ifAny: notes)
    fields.add(template?.fields ?? [:])
    fields.add("track", ifAny: track)
    if isOvertime { fields.add("overtime", true) }
    fields.add(["set": set.json, "sets": sets.json, "start": start.json, "end": (hidingEnd ? nil : end).json])
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
    var fields: JSONFields = ["language": voice.language.json]
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
    ["signal": signal.rawValue.json, "is": comparisonText.json, "hold": hold.json]
  }
}

extension Metronome {
  var fields: JSONFields {
    let rate: JSONOutput? = if case .perMinute(let rate) = pace { .raw(rate.description) } else { nil }
    let length: Duration? = if case .every(let length) = pace { length } else { nil }
    return ["sound": sound.json, "bpm": rate.json, "every": length.json, "accent": accent.json, "gain": gain.json]
  }
}

extension MetronomeReport {
  /// The fields of a metronome that starts; its first beat is at a frame.
  func fields(frame: Int?) -> JSONFields {
    var fields = metronome.fields
    fields.add(["path": "\(path)".json, "start": origin.json, "frame": frame.json])
    return fields
  }
}
