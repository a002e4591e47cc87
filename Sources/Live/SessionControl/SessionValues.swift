package import SessionReporting
package import StrictJSON
import WorkoutEngine
import WorkoutModel

extension ObservedSession {
  private static var outlookLength: Int { 20 }

  /// The values of properties for programs, by name; the position is that at `now`, and `plan` is called only if it is
  /// requested.
  package func values(
    of properties: SessionPropertySet, at now: Duration, plan: () -> JSONOutput = { .null }
  ) -> JSONFields {
    let place = place.extrapolated(to: now)
    return JSONFields(properties.list.map { (key: $0.rawValue, value: value(of: $0, place, plan)) })
  }

  private func value(of property: SessionProperty, _ place: Place, _ plan: () -> JSONOutput) -> JSONOutput {
    switch property {
    case .playback: .text(playback.name)
    case .reason: reason.json
    case .phase: current.map { phaseFields($0, place) }.json
    case .next: (next?.fields).json
    case .groups: (current?.groupFields(at: place.progress.position) ?? []).json
    case .place: placeFields(place).json
    case .ahead: ahead(Self.outlookLength).map { $0.placedFields }.json
    case .volume: volume.json
    case .muted: isMuted.json
    case .audible: isAudible.json
    case .audio: audio.map(Self.fields).json
    case .owner: owner.json
    case .undoable: undoable.json
    case .redoable: redoable.json
    case .lastCue: (lastCue?.fields).json
    case .inhibits: inhibits.json
    case .heartRate: (signals[.heartRate]?.fields).json
    case .translations: timeline.workout.translations.json ?? .null
    case .plan: plan()
    }
  }

  /// The reason why it is paused, pausing or failed.
  private var reason: String? {
    if case .failed(let reason) = playback { reason } else { pauseReason?.rawValue }
  }

  private func placeFields(_ place: Place) -> JSONFields {
    [
      "t": place.at.json, "elapsed": place.progress.elapsed.json, "position": place.progress.position.json,
      "remaining": place.progress.remaining.json, "phaseStart": cursor.map { $0.start + Self.lead(place) }.json,
      "phaseEnd": phaseEnd(place).json, "rate": (place.isRunning ? speed : 0).json,
    ]
  }

  /// The current phase with its end, because a phase that follows by time comes without a place.
  private func phaseFields(_ phase: ObservedPhase, _ place: Place) -> JSONFields {
    var fields = phase.fields
    fields.add("end", place.isRunning ? phaseEnd(place) : nil)
    return fields
  }

  /// The end of the current phase, unless that is a surprise.
  private func phaseEnd(_ place: Place) -> Duration? {
    current?.length == nil ? nil : cursor.flatMap { $0.end.map { $0 + Self.lead(place) } }
  }

  /// From a position to session time, between the whole nanoseconds that are sent of both: what has passed of the phase
  /// is their difference, and the phase keeps its length.
  private static func lead(_ place: Place) -> Duration {
    .nanoseconds(place.at.inNanoseconds - place.progress.position.inNanoseconds)
  }

  private static func fields(_ report: SessionEvent.AudioReport) -> JSONFields {
    var fields = report.fields
    fields.add("reason", report.reason)
    return fields
  }
}

extension ObservedSession {
  /// The properties whose values differ from those of an earlier state; the passage of time is no difference.
  package func changes(since earlier: ObservedSession) -> SessionPropertySet {
    SessionPropertySet(SessionProperty.allCases.filter { !isSame($0, as: earlier) })
  }

  private func isSame(_ property: SessionProperty, as earlier: ObservedSession) -> Bool {
    switch property {
    case .phase where cursor == earlier.cursor, .next where cursor == earlier.cursor: true
    // The place has its end.
    case .phase: current?.fields == earlier.current?.fields
    // Long, and a function of the cursor.
    case .ahead: cursor == earlier.cursor
    case .place: !isPlaceChanged(since: earlier)
    case .groups: hasSameGroups(as: earlier)
    // The first never change, and the second can't be watched.
    case .translations, .plan: true
    // A property that needs no case of its own, such as a new one, is compared as programs get it.
    default: value(of: property, place) { .null } == earlier.value(of: property, earlier.place) { .null }
    }
  }

  private func hasSameGroups(as earlier: ObservedSession) -> Bool {
    let (groups, others) = (current?.groups ?? [], earlier.current?.groups ?? [])
    // What is left of a limit is reported for the instant of the place.
    let isLimited = groups.contains { $0.limit != nil }
    return groups.elementsEqual(others) { $0.isSameSet(as: $1) } && !(isLimited && isPlaceChanged(since: earlier))
  }

  /// Whether the place jumps, starts or stops, or the end of the phase moves; a new phase by then is not a jump.
  private func isPlaceChanged(since earlier: ObservedSession) -> Bool {
    if !earlier.place.leads(to: place) { return true }
    return cursor?.start == earlier.cursor?.start && cursor?.end != earlier.cursor?.end
  }
}

extension ObservedSignal {
  fileprivate var fields: JSONFields { ["value": value.json, "zone": zone.json, "since": since.json] }
}

extension ObservedUntil {
  fileprivate var fields: JSONFields {
    [
      "signal": signal.rawValue.json, "comparison": String(comparison.rawValue).json, "value": value.json,
      "text": comparisonText.json,
    ]
  }
}

extension Timeline.SetSpan {
  fileprivate func isSameSet(as other: Timeline.SetSpan) -> Bool {
    (group, set, sets, limit) == (other.group, other.set, other.sets, other.limit)
  }
}

extension ObservedPhase {
  fileprivate var fields: JSONFields {
    var fields: JSONFields = [
      "name": name.json, "intensity": intensity.rawValue.json, "set": set.json, "sets": sets.json, "id": id.text.json,
      "open": isOpen.json,
      "reps": reps.json,
    ]
    if isDone { fields.add("done", true) }
    if isSurprise { fields.add("surprise", true) }
    if isOvertime { fields.add("overtime", true) }
    if goesOn { fields.add("goesOn", true) }
    if !stages.isEmpty {
      fields.add(
        "stages",
        stages.map { stage -> JSONFields in
          ["from": stage.from.json, "intensity": stage.intensity.rawValue.json]
        })
    }
    fields.add("repLength", ifAny: repLength)
    fields.add("target", ifAny: target?.description)
    fields.add("until", ifAny: until?.fields)
    fields.add(template?.fields ?? [:])
    fields.add("side", ifAny: side)
    fields.add("breath", ifAny: breath.map { [$0.from, $0.to] })
    fields.add(["length": length.json, "notes": notes.json])
    return fields
  }

  /// The phase with its position in the plan and the groups around it at its start.
  fileprivate var placedFields: JSONFields {
    var placed: JSONFields = ["position": position.json]
    placed.add(fields)
    placed.add("groups", groupFields(at: position))
    return placed
  }

  /// The groups around the phase, outermost first; `left` is what is left of a limit at a position.
  fileprivate func groupFields(at position: Duration?) -> [JSONFields] {
    groups.map { group in
      let end = group.limit?.upperBound
      let left = position.flatMap { position in end.map { max(.zero, $0 - position) } }
      var fields: JSONFields = [
        "name": group.name.json, "set": group.set.json, "sets": group.sets.json, "left": left.json,
      ]
      fields.add("template", ifAny: group.template)
      if group.isCapped, let start = group.limit?.lowerBound { fields.add("passed", position.map { $0 - start }) }
      return fields
    }
  }
}
