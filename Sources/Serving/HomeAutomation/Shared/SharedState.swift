import LiveRuns
import StrictJSON

/// The state of a run as subscribers get it: one JSON object.
enum SharedState {
  /// The state of a run at an instant of the boot clock; without one only `running` has a value.
  static func line(_ report: LiveRunReport?, _ stamps: EndStamps = EndStamps(), at boot: Duration) -> String {
    let phase = report?["phase"]
    var fields: JSONFields = [
      "running": report != nil, "name": report?.name, "workout": report?.greeting?["workout"],
      "playback": report?["playback"], "phase": phase?["name"], "intensity": report?.shownIntensity(at: boot),
      "set": phase?["set"], "sets": phase?["sets"], "phaseEnd": stamps.phaseEnd?.stamp, "end": stamps.end?.stamp,
      "volume": report?["volume"], "muted": report?["muted"], "reason": report?["reason"],
    ]
    if report?.isOvertime == true { fields.add("overtime", true) }
    fields.add("heartRate", ifAny: report?["heartRate"]?["value"]?.integer)
    return fields.line(.compact)
  }
}

/// An event of a run as subscribers get it: without words that are spoken.
enum SharedEvent {
  private static let fields = [
    ("phase", ["name", "intensity", "set"]), ("cue", ["kind"]), ("paused", ["reason"]), ("resumed", ["reason"]),
    ("finished", ["reason"]),
  ]

  static let names = fields.map(\.0)

  /// The event in a line of the run; `nil` for others, and for cues that are not heard.
  static func line(_ line: String, of run: String) -> String? {
    guard let event = JSONObject(line: line.utf8), let name = event["event"]?.text,
      let fields = Self.fields.first(where: { $0.0 == name })?.1,
      name != "cue" || ["onTime", "late"].contains(event["outcome"]?.text)
    else { return nil }
    var shared: JSONFields = ["event_type": name, "run": run]
    for field in fields { shared.add(field, event[field]) }
    return shared.line(.compact)
  }
}
