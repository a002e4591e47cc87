import SessionReporting
import WorkoutEngine
import WorkoutModel

extension SessionProperties {
  /// Encodes property values as JSON.
  ///
  /// - Parameters:
  ///   - properties: The properties to encode.
  ///   - now: The instant for the position, in session time.
  ///   - plan: Returns the plan as a JSON object; called only if `plan` is requested.
  /// - Returns: An object on one line.
  public func values(of properties: SessionPropertySet, at now: Duration, plan: () -> String = { "null" }) -> String {
    var json = JSONText(.compact)
    for property in properties.list { add(property, at: now, plan, to: &json) }
    return json.object
  }

  private func add(_ property: SessionProperty, at now: Duration, _ plan: () -> String, to json: inout JSONText) {
    let name = property.rawValue
    switch property {
    case .playback: json.add(name, playback.name)
    case .reason: json.add(name, reason)
    case .phase: json.add(name, raw: phase?.json ?? "null")
    case .next: json.add(name, raw: next?.json ?? "null")
    case .place: json.add(name, raw: place.extrapolated(to: max(now, place.at)).json(speed: speed))
    case .ahead: json.add(name, raw: "[" + ahead.map(\.placedJSON).joined(separator: ",") + "]")
    case .volume: json.add(name, raw: Complaint.plain(volume))
    case .muted: json.add(name, isMuted)
    case .audible: json.add(name, isAudible)
    case .audio: json.add(name, raw: audio.map(Self.json) ?? "null")
    case .owner: json.add(name, owner)
    case .undoable: json.add(name, undoable)
    case .redoable: json.add(name, redoable)
    case .lastCue: json.add(name, raw: lastCueJSON)
    case .inhibits: json.add(name, raw: "[" + inhibits.map(SafeText.jsonString).joined(separator: ",") + "]")
    case .plan: json.add(name, raw: plan())
    }
  }

  private static func json(_ report: SessionEvent.AudioReport) -> String {
    var json = JSONText(.compact)
    json.add("sink", report.sink)
    json.add("device", report.device)
    json.add("state", report.state.rawValue)
    json.add("xruns", report.xruns)
    json.add("reason", report.reason)
    return json.object
  }

  private var lastCueJSON: String {
    guard let lastCue else { return "null" }
    var json = JSONText(.compact)
    CueFields.add(lastCue, to: &json)
    return json.object
  }
}

extension UpcomingPhase {
  /// The phase as JSON.
  var json: String {
    var json = JSONText(.compact)
    addFields(to: &json)
    return json.object
  }

  /// The phase with its position in the plan, as JSON.
  var placedJSON: String {
    var json = JSONText(.compact)
    json.add("position", position)
    addFields(to: &json)
    return json.object
  }

  private func addFields(to json: inout JSONText) {
    json.add("name", name)
    json.add("intensity", intensity.rawValue)
    json.add("set", set)
    json.add("sets", sets)
    json.add("open", isOpen)
    json.add("reps", reps)
    if let target { json.add("target", target.description) }
    json.add("length", length)
  }
}
