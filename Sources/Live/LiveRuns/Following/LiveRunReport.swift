package import StrictJSON
import WorkoutModel

/// The known state of a run: its greeting and its properties as JSON.
package struct LiveRunReport {
  package let name: String
  package var greeting: JSONObject?
  /// The property values, in the run's order.
  private(set) var values = JSONObject([])
  package var isOwner = false
  /// The session times at which the phase began, and at which it ends; `nil` if that is open.
  package private(set) var (phaseStart, phaseEnd): (Int?, Int?)
  package var answers = true

  /// The report of a run whose greeting hasn't arrived.
  package init(name: String) { self.name = name }

  /// Replaces the values in an object, which are those of an instant, and keeps the others.
  package mutating func merge(_ object: JSONObject, at instant: Int?) {
    if let place = object["place"] {
      (phaseStart, phaseEnd) = (place["phaseStart"]?.integer, place["phaseEnd"]?.integer)
    } else if let phase = object["phase"], let instant {
      // A phase that begins by the clock is no change of place.
      phaseStart = instant
      phaseEnd = phase["end"]?.integer ?? phase["length"]?.integer.map { instant + $0 }
    }
    for member in object.members {
      if member.key == "owner" { isOwner = !member.value.isNull }
      if let index = values.members.firstIndex(where: { $0.key == member.key }) {
        values.members[index].value = member.value
      } else {
        values.members.append(member)
      }
    }
  }

  var isKnown: Bool { !values.members.isEmpty }

  package subscript(property: String) -> JSONValue? { values[property] }

  package var process: Int? { greeting?["pid"]?.integer }
  /// The session's number in the history; `nil` if it isn't recorded.
  var session: Int? { greeting?["session"]?.integer }
  /// The instant of session time 0 on the boot clock, in nanoseconds.
  package var epoch: Int? { greeting?["epoch"]?.integer }
  package var speed: Int { greeting?["speed"]?.integer ?? 1 }

  package var fields: JSONFields {
    var fields: JSONFields = ["name": name]
    for field in ["workout", "language", "pid", "session", "epoch", "speed", "version"] {
      fields.add(field, greeting?[field])
    }
    fields.add(["owner": isOwner, "answers": answers, "values": values])
    return fields
  }

  static let none = ServerSentEvent("state", #"{"name":null}"#)
}

extension LiveRunReport {
  enum Outcome: String {
    case finished, stopped, interrupted, takenOver
  }

  /// The outcome if the run announces none: another run took the audio session, or it was killed.
  var silentOutcome: Outcome {
    self["reason"]?.text == "interruption" && !isOwner && self["owner"] != nil ? .takenOver : .interrupted
  }

  /// The active time at an instant of the boot clock.
  func elapsed(at now: Duration) -> Int? {
    guard let place = self["place"], let elapsed = place["elapsed"]?.integer,
      let read = place["t"]?.integer, let rate = place["rate"]?.integer, let epoch
    else { return nil }
    guard rate != 0 else { return elapsed }
    return elapsed + max(0, (Int(now.inNanoseconds) - epoch) * speed - read)
  }

  func ended(_ outcome: Outcome, elapsed: Int?, at now: Duration) -> ServerSentEvent {
    let fields: JSONFields = [
      "name": name, "session": session, "outcome": outcome.rawValue, "at": now,
      "elapsed": elapsed ?? self.elapsed(at: now),
      // Accelerated rehearsals can't be resumed at normal speed.
      "resumable": session != nil && speed == 1 && outcome != .finished,
    ]
    return ServerSentEvent("ended", fields.line(.compact))
  }
}
