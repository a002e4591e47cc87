import SessionReporting
import WorkoutFiles
import WorkoutModel

/// The known state of a run: its greeting and its properties as JSON.
package struct RunReport {
  /// The name by which the run is found.
  let name: String
  /// Its greeting; `nil` until it arrives.
  package var greeting: JSONLine?
  /// The property values, in the run's order.
  var values: [(name: String, json: String)] = []
  /// Whether it holds the audio session.
  package var isOwner = false
  /// Whether it replies.
  package var answers = true

  /// The report of a run whose greeting hasn't arrived.
  package init(name: String) { self.name = name }

  /// Replaces the values in an object, and keeps the others.
  mutating func merge(_ object: JSONObject) {
    for member in object.members {
      let json = member.value.json
      if member.key == "owner" { isOwner = !member.value.isNull }
      if let index = values.firstIndex(where: { $0.name == member.key }) {
        values[index].json = json
      } else {
        values.append((member.key, json))
      }
    }
  }

  /// The value of a property.
  package subscript(property: String) -> String? { values.first { $0.name == property }?.json }

  /// The process ID, once known.
  var process: Int? { greeting?["pid"]?.integer }
  /// The session's number in the history; `nil` if it isn't recorded.
  var session: Int? { greeting?["session"]?.integer }
  /// The instant of session time 0 on the boot clock, in nanoseconds.
  var epoch: Int? { greeting?["epoch"]?.integer }
  /// The speed factor of session time.
  var speed: Int { greeting?["speed"]?.integer ?? 1 }

  /// The report as JSON.
  package var json: String {
    var json = JSONText(.compact)
    json.add("name", name)
    for field in ["workout", "language", "pid", "session", "epoch", "speed", "version"] {
      json.add(field, raw: greeting?[field]?.json ?? "null")
    }
    json.add("owner", isOwner)
    json.add("answers", answers)
    var all = JSONText(.compact)
    for (name, value) in values { all.add(name, raw: value) }
    json.add("values", raw: all.object)
    return json.object
  }

  /// The state that pages receive when there is no run.
  static let none = ServerSentEvent("state", #"{"name":null}"#)
}

extension RunReport {
  /// How a run ended.
  enum Outcome: String {
    case finished, stopped, interrupted, takenOver
  }

  /// The outcome if the run announces none: another run took the audio session, or it was killed.
  var silentOutcome: Outcome {
    self["reason"] == "\"interruption\"" && !isOwner && self["owner"] != nil ? .takenOver : .interrupted
  }

  /// The active time at an instant of the boot clock.
  func elapsed(at now: Duration) -> Int? {
    guard let place = self["place"].flatMap({ JSONLine($0) }), let elapsed = place["elapsed"]?.integer,
      let read = place["t"]?.integer, let rate = place["rate"]?.integer, let epoch
    else { return nil }
    guard rate != 0 else { return elapsed }
    return elapsed + max(0, (now.inNanoseconds - epoch) * speed - read)
  }

  /// The event for the end of the run.
  func ended(_ outcome: Outcome, elapsed: Int?, at now: Duration) -> ServerSentEvent {
    var json = JSONText(.compact)
    json.add("name", name)
    json.add("session", session)
    json.add("outcome", outcome.rawValue)
    json.add("at", now)
    json.add("elapsed", elapsed ?? self.elapsed(at: now))
    // Accelerated rehearsals can't be resumed at normal speed.
    json.add("resumable", session != nil && speed == 1 && outcome != .finished)
    return ServerSentEvent("ended", json.object)
  }
}
