public import SessionReporting
import WorkoutEngine
import WorkoutModel

/// The property values of a session as JSON.
extension ObservedSession {
  /// The number of phases that are listed in `ahead`.
  private static var outlookLength: Int { 20 }

  /// Encodes property values as JSON.
  ///
  /// - Parameters:
  ///   - properties: The properties to encode.
  ///   - now: The instant for the position, in session time.
  ///   - plan: Returns the plan as a JSON object; called only if `plan` is requested.
  /// - Returns: An object on one line.
  public func values(of properties: SessionPropertySet, at now: Duration, plan: () -> String = { "null" }) -> String {
    let place = place.extrapolated(to: now)
    var json = JSONText(.compact)
    for property in properties.list { add(property, place, plan, to: &json) }
    return json.object
  }

  private func add(_ property: SessionProperty, _ place: ObservedPlace, _ plan: () -> String, to json: inout JSONText) {
    let name = property.rawValue
    switch property {
    case .playback: json.add(name, playback.name)
    case .reason: json.add(name, reason)
    case .phase: json.add(name, raw: current?.json ?? "null")
    case .next: json.add(name, raw: next?.json ?? "null")
    case .groups: json.add(name, raw: current?.groupsJSON(at: place.progress.position) ?? "[]")
    case .place: json.add(name, raw: placeJSON(place))
    case .ahead: json.add(name, raw: "[" + ahead(Self.outlookLength).map(\.placedJSON).joined(separator: ",") + "]")
    case .volume: json.add(name, raw: Complaint.plain(volume))
    case .muted: json.add(name, isMuted)
    case .audible: json.add(name, isAudible)
    case .audio: json.add(name, raw: audio.map(Self.json) ?? "null")
    case .owner: json.add(name, owner)
    case .undoable: json.add(name, undoable)
    case .redoable: json.add(name, redoable)
    case .lastCue: json.add(name, raw: lastCue.map(Self.json) ?? "null")
    case .inhibits: json.add(name, raw: "[" + inhibits.map(SafeText.jsonString).joined(separator: ",") + "]")
    case .plan: json.add(name, raw: plan())
    }
  }

  /// The reason why it is paused, pausing or failed.
  private var reason: String? {
    if case .failed(let reason) = playback { reason } else { pauseReason?.rawValue }
  }

  private func placeJSON(_ place: ObservedPlace) -> String {
    // Rounded once, so that the phase keeps its length to the nanosecond.
    let lead = Duration.nanoseconds((place.at - place.progress.position).inNanoseconds)
    var json = JSONText(.compact)
    json.add("t", place.at)
    json.add("elapsed", place.progress.elapsed)
    json.add("position", place.progress.position)
    json.add("remaining", place.progress.remaining)
    json.add("phaseStart", cursor.map { $0.start + lead })
    json.add("phaseEnd", cursor.flatMap { $0.end.map { $0 + lead } })
    json.add("rate", place.isRunning ? speed : 0)
    return json.object
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

  private static func json(_ cue: CueReport) -> String {
    var json = JSONText(.compact)
    CueFields.add(cue, to: &json)
    return json.object
  }
}

extension ObservedSession {
  /// The properties whose values differ from those of an earlier state; the passage of time is no difference.
  public func changes(since earlier: ObservedSession) -> SessionPropertySet {
    var changes: [SessionProperty] = []
    func compare(_ property: SessionProperty, _ isEqual: Bool) { if !isEqual { changes.append(property) } }
    compare(.playback, playback.name == earlier.playback.name)
    compare(.reason, reason == earlier.reason)
    if cursor != earlier.cursor {
      compare(.phase, Self.looksEqual(current, earlier.current))
      compare(.next, Self.looksEqual(next, earlier.next))
      compare(.ahead, false)
    }
    let isPlace = isPlaceChanged(since: earlier)
    compare(.place, !isPlace)
    let (groups, others) = (current?.groups ?? [], earlier.current?.groups ?? [])
    // What is left of a limit is told for the instant of the place.
    let isLimited = groups.contains { $0.limit != nil }
    compare(.groups, groups.elementsEqual(others) { $0.isSameSet(as: $1) } && !(isPlace && isLimited))
    compare(.volume, volume == earlier.volume)
    compare(.muted, isMuted == earlier.isMuted)
    compare(.audible, isAudible == earlier.isAudible)
    compare(.audio, audio == earlier.audio)
    compare(.owner, owner == earlier.owner)
    compare(.undoable, undoable == earlier.undoable)
    compare(.redoable, redoable == earlier.redoable)
    compare(.lastCue, lastCue == earlier.lastCue)
    compare(.inhibits, inhibits == earlier.inhibits)
    return SessionPropertySet(changes)
  }

  /// Whether the place jumps, starts or stops, or the end of the phase moves; a new phase by then is not a jump.
  private func isPlaceChanged(since earlier: ObservedSession) -> Bool {
    if !earlier.place.leads(to: place) { return true }
    return cursor?.start == earlier.cursor?.start && cursor?.end != earlier.cursor?.end
  }

  /// Whether two phases have the same `phase` and `next` values, which exclude the position.
  private static func looksEqual(_ a: ObservedPhase?, _ b: ObservedPhase?) -> Bool { a?.json == b?.json }
}

extension Timeline.SetSpan {
  fileprivate func isSameSet(as other: Timeline.SetSpan) -> Bool {
    (group, set, sets, limit) == (other.group, other.set, other.sets, other.limit)
  }
}

extension ObservedPhase {
  /// The phase as JSON.
  fileprivate var json: String {
    var json = JSONText(.compact)
    addFields(to: &json)
    return json.object
  }

  /// The phase with its position in the plan and the groups around it at its start, as JSON.
  fileprivate var placedJSON: String {
    var json = JSONText(.compact)
    json.add("position", position)
    addFields(to: &json)
    json.add("groups", raw: groupsJSON(at: position))
    return json.object
  }

  private func addFields(to json: inout JSONText) {
    json.add("name", name)
    json.add("intensity", intensity.rawValue)
    json.add("set", set)
    json.add("sets", sets)
    json.add("open", isOpen)
    json.add("reps", reps)
    if let repLength { json.add("repLength", repLength) }
    if let target { json.add("target", target.description) }
    if let side { json.add("side", side) }
    if let breath { json.add("breath", raw: "[\(breath.from),\(breath.to)]") }
    json.add("length", length)
    json.add("notes", notes)
  }

  /// The groups around the phase, outermost first, as JSON; `left` is what is left of a limit at a position.
  fileprivate func groupsJSON(at position: Duration?) -> String {
    let objects = groups.map { group in
      var json = JSONText(.compact)
      json.add("name", group.name)
      json.add("set", group.set)
      json.add("sets", group.sets)
      let end = group.limit?.upperBound
      json.add("left", position.flatMap { position in end.map { max(.zero, $0 - position) } })
      if group.isCapped, let start = group.limit?.lowerBound { json.add("passed", position.map { $0 - start }) }
      return json.object
    }
    return "[" + objects.joined(separator: ",") + "]"
  }
}
