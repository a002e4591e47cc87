import SessionReporting
import WorkoutFiles
import WorkoutModel

/// What is known of a run: what it says of itself, and the values of its properties as JSON.
package struct RunReport {
  /// The name by which the run is found.
  let name: String
  /// What it has said of itself; `nil` until it has.
  package var greeting: JSONLine?
  /// The values of its properties, in its order.
  var values: [(name: String, json: String)] = []
  /// Whether it holds the audio session.
  package var isOwner = false
  /// Whether it answers.
  package var answers = true

  /// Nothing yet of a run with a name.
  package init(name: String) { self.name = name }

  /// Takes over the values of an object, and leaves the others as they are.
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

  /// The process, once the run has said so.
  var process: Int? { greeting?["pid"]?.integer }
  /// The session's number in the history; `nil` where it isn't recorded.
  var session: Int? { greeting?["session"]?.integer }
  /// When session time was 0, on the boot clock, in nanoseconds.
  var epoch: Int? { greeting?["epoch"]?.integer }
  /// How many times faster session time passes than real time.
  var speed: Int { greeting?["speed"]?.integer ?? 1 }

  /// The object of the run.
  package var json: String {
    var json = JSONText(.compact)
    json.add("name", name)
    for field in ["workout", "pid", "session", "epoch", "speed", "version"] {
      json.add(field, raw: greeting?[field]?.json ?? "null")
    }
    json.add("owner", isOwner)
    json.add("answers", answers)
    var all = JSONText(.compact)
    for (name, value) in values { all.add(name, raw: value) }
    json.add("values", raw: all.object)
    return json.object
  }

  /// What pages get where there is no run.
  static let none = ServerSentEvent("state", #"{"name":null}"#)
}

extension RunReport {
  /// How a run has ended.
  enum Outcome: String {
    case finished, stopped, interrupted, takenOver
  }

  /// How it ends where it says nothing more: another run had the sound, or something has ended it.
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

  /// The event that the run is over.
  func ended(_ outcome: Outcome, elapsed: Int?, at now: Duration) -> ServerSentEvent {
    var json = JSONText(.compact)
    json.add("name", name)
    json.add("session", session)
    json.add("outcome", outcome.rawValue)
    json.add("at", now)
    json.add("elapsed", elapsed ?? self.elapsed(at: now))
    // A rehearsal goes on at its own speed only, and nobody waits for that.
    json.add("resumable", session != nil && speed == 1 && outcome != .finished)
    return ServerSentEvent("ended", json.object)
  }
}
