import SessionReporting
package import StrictJSON
import WorkoutEngine

/// A line that a run sends to a client.
///
/// ```swift
/// let line = ControlReply.line(ControlError.refused("nothing to undo"), to: request.id)
/// // {"ok":false,"error":"refused","reason":"nothing to undo"}
/// ```
package enum ControlReply {
  /// The first message to each client.
  package struct Greeting: Equatable, Sendable {
    /// The version of the command.
    package var version: String
    /// The name by which clients find the run.
    package var name: String
    /// The process ID.
    package var pid: Int
    /// The session's number in the history, if it is recorded.
    package var session: Int?
    /// The workout's name.
    package var workout: String
    /// The language of the workout, as a BCP 47 tag.
    package var language: String
    /// The instant of session time 0, on this machine's boot clock.
    package var epoch: Duration
    /// The speed factor of session time.
    package var speed: Int

    /// Creates a greeting.
    package init(
      version: String, name: String, pid: Int, session: Int?, workout: String, language: String = "en", epoch: Duration,
      speed: Int
    ) {
      self.version = version
      self.name = name
      self.pid = pid
      self.session = session
      self.workout = workout
      self.language = language
      self.epoch = epoch
      self.speed = speed
    }

    /// The line, without a line break.
    package var line: String {
      let fields: JSONFields = [
        "control": ControlProtocol.version.json, "version": version.json, "name": name.json, "pid": pid.json,
        "session": session.json,
        "workout": workout.json, "language": language.json, "epoch": epoch.json, "speed": speed.json,
      ]
      return fields.line(.compact)
    }
  }

  /// The reply to a command.
  package static func line(_ answer: ControlAnswer, to id: ControlRequest.ID?) -> String {
    switch answer {
    case .done(let at, let from, let to, let isChanged):
      var fields: JSONFields = ["at": at.json, "from": from.name.json, "to": to.name.json]
      if !isChanged { fields.add("changed", false) }
      return line(fields, to: id)
    case .refused(let reason): return line(ControlError.refused(reason), to: id)
    case .ending: return line(ControlError.ending, to: id)
    }
  }

  /// The reply to a rejected request.
  package static func line(_ error: ControlError, to id: ControlRequest.ID?) -> String {
    var fields: JSONFields = ["error": error.name.json, "reason": error.reason.json]
    fields.add(error.details)
    return line(fields, to: id, isDone: false)
  }

  /// The reply to a request whose only result is its success.
  package static func done(_ id: ControlRequest.ID?) -> String { line([:], to: id) }

  /// The reply to `clock`: the client's value and the session time.
  package static func clock(_ sent: JSONOutput, _ now: Duration, to id: ControlRequest.ID?) -> String {
    line(["clock": sent, "t": now.json], to: id)
  }

  /// The reply with the values of properties at an instant.
  package static func values(_ values: JSONFields, at now: Duration, to id: ControlRequest.ID?) -> String {
    line(["t": now.json, "values": values.json], to: id)
  }

  /// The message that properties have changed to `values`.
  package static func change(_ values: JSONFields, at instant: Duration) -> String {
    (["t": instant.json, "change": values.json] as JSONFields).line(.compact)
  }

  /// The message that events were lost because the client didn't read.
  package static func dropped(_ count: Int, at instant: Duration) -> String {
    let fields: JSONFields = [
      "api": SessionEvent.api.json, "t": instant.json, "event": "dropped".json, "count": count.json,
    ]
    return fields.line(.compact)
  }

  private static func line(_ result: JSONFields, to id: ControlRequest.ID?, isDone: Bool = true) -> String {
    var fields = JSONFields()
    fields.add("id", ifAny: id)
    fields.add("ok", isDone)
    fields.add(result)
    return fields.line(.compact)
  }
}

extension ControlError {
  /// The fields of the error in a reply, beside its name and reason.
  package var details: JSONFields {
    switch self {
    case .malformed(_, let column): ["column": column.json]
    case .version: ["supported": [ControlProtocol.version].json]
    default: [:]
    }
  }
}
