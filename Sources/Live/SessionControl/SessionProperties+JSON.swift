import SessionReporting
import WorkoutEngine
import WorkoutModel

extension SessionProperties {
  /// The values of properties as JSON, in the order of `properties`.
  ///
  /// - Parameters:
  ///   - properties: Which ones.
  ///   - plan: Makes the value of `plan`.
  public func values(
    of properties: some Sequence<SessionProperty>, plan: () -> String = { "null" }
  ) -> [(SessionProperty, String)] {
    properties.map { ($0, value(of: $0, plan)) }
  }

  private func value(of property: SessionProperty, _ plan: () -> String) -> String {
    switch property {
    case .playback: text(playback.name)
    case .reason: text(reason)
    case .phase: phase.map { object($0) } ?? "null"
    case .next: next.map { object(of: $0) } ?? "null"
    case .place: place.object
    case .ahead: "[" + ahead.joined(separator: ",") + "]"
    case .volume: "\(volume)"
    case .muted: "\(isMuted)"
    case .audible: "\(isAudible)"
    case .audio: audio.map(object) ?? "null"
    case .owner: text(owner)
    case .undoable: "\(undoable)"
    case .redoable: "\(redoable)"
    case .lastCue: lastCue.map(object) ?? "null"
    case .inhibits: "[" + inhibits.map { SafeText.jsonString($0) }.joined(separator: ",") + "]"
    case .plan: plan()
    }
  }

  private func text(_ text: String?) -> String { text.map { SafeText.jsonString($0) } ?? "null" }

  private func object(_ report: PhaseReport) -> String {
    var json = JSONText()
    add(report.id, report.set, report.sets, place.phaseLength, to: &json)
    return json.object
  }

  private func object(of cursor: Cursor) -> String {
    var json = JSONText()
    add(cursor, to: &json)
    return json.object
  }

  private func add(_ cursor: Cursor, to json: inout JSONText) {
    let sets = cursor.depth > 0 ? timeline.sets(around: cursor).first?.sets : nil
    add(cursor.id, cursor.set, sets, timeline.isUsers(cursor.id) ? nil : cursor.segment.length, to: &json)
  }

  private func add(_ id: SegmentID, _ set: Int?, _ sets: Int?, _ length: Duration?, to json: inout JSONText) {
    let phase = timeline.phase(of: id)
    json.add("name", phase.name)
    json.add("intensity", phase.intensity.rawValue)
    json.add("set", set)
    json.add("sets", sets)
    json.add("open", timeline.isUsers(id))
    if case .open(let reps, _) = phase.end { json.add("reps", reps) } else { json.add("reps", Int?.none) }
    json.add("length", length)
  }

  /// What follows the phase that is on, as if an open one ended now; the first phase before the beginning.
  private var next: Cursor? {
    guard let phase else { return playback.isOver ? nil : timeline.first() }
    guard let begin = place.phaseBegin else { return nil }
    return timeline.next(after: phase.cursor, endedAt: place.phaseLength.map { begin + $0 } ?? place.position)
  }

  private var ahead: [String] {
    var list: [String] = []
    var cursor = next
    while let here = cursor, list.count < Self.aheadCount {
      var json = JSONText()
      add(here, to: &json)
      json.add("position", here.start)
      list.append(json.object)
      cursor = timeline.next(after: here, endedAt: here.end ?? here.start)
    }
    return list
  }

  private func object(_ report: SessionEvent.AudioReport) -> String {
    var json = JSONText()
    json.add("sink", report.sink)
    json.add("device", report.device)
    json.add("state", report.state.rawValue)
    json.add("xruns", report.xruns)
    json.add("reason", report.reason)
    return json.object
  }

  private func object(_ cue: CueReport) -> String {
    var json = JSONText()
    json.add("cue", "\(cue.cue)")
    json.add("kind", cue.kind.rawValue)
    json.add("at", cue.at)
    json.add("sound", cue.sound)
    json.add("say", cue.say)
    return json.object
  }
}

extension SessionPlace {
  /// The value as JSON; the phase's times are session time, as they are if the session goes on from here.
  var object: String {
    var json = JSONText()
    json.add("t", t)
    json.add("elapsed", elapsed)
    json.add("position", position)
    json.add("remaining", remaining)
    let start = phaseBegin.map { t - (position - $0) }
    json.add("phaseStart", start)
    json.add("phaseEnd", start.flatMap { start in phaseLength.map { start + $0 } })
    json.add("rate", rate)
    return json.object
  }
}
