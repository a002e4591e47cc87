import SessionReporting
import WorkoutEngine
import WorkoutModel

/// A line that a run sends to a client.
public enum ControlReply {
  /// The first message to each client.
  public struct Greeting: Equatable, Sendable {
    /// The version of the command.
    public var version: String
    /// The name by which clients find the run.
    public var name: String
    /// The process ID.
    public var pid: Int
    /// The session's number in the history, if it is recorded.
    public var session: Int?
    /// The workout's name.
    public var workout: String
    /// The language of the workout, as a BCP 47 tag.
    public var language: String
    /// The instant of session time 0, on this machine's boot clock.
    public var epoch: Duration
    /// The speed factor of session time.
    public var speed: Int

    /// Creates a greeting.
    public init(
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
    public var line: String {
      var json = JSONText(.compact)
      json.add("control", ControlProtocol.version)
      json.add("version", version)
      json.add("name", name)
      json.add("pid", pid)
      json.add("session", session)
      json.add("workout", workout)
      json.add("language", language)
      json.add("epoch", epoch)
      json.add("speed", speed)
      return json.object
    }
  }

  /// The reply to a command.
  public static func line(_ answer: ControlAnswer, to id: ControlRequest.ID?) -> String {
    switch answer {
    case .done(let at, let from, let to, let isChanged):
      var json = begin(id, isDone: true)
      json.add("at", at)
      json.add("from", from.name)
      json.add("to", to.name)
      if !isChanged { json.add("changed", false) }
      return json.object
    case .refused(let reason): return line(ControlError.refused(reason), to: id)
    case .ending: return line(ControlError.ending, to: id)
    }
  }

  /// The reply to a rejected request.
  public static func line(_ error: ControlError, to id: ControlRequest.ID?) -> String {
    var json = begin(id, isDone: false)
    json.add("error", error.name)
    json.add("reason", error.reason)
    if case .malformed(_, let column) = error { json.add("column", column) }
    if case .version = error { json.add("supported", raw: "[\(ControlProtocol.version)]") }
    return json.object
  }

  /// The reply to a request whose only result is its success.
  public static func done(_ id: ControlRequest.ID?) -> String { begin(id, isDone: true).object }

  /// The reply to `clock`: the client's JSON value and the session time.
  public static func clock(_ sent: String, _ now: Duration, to id: ControlRequest.ID?) -> String {
    var json = begin(id, isDone: true)
    json.add("clock", raw: sent)
    json.add("t", now)
    return json.object
  }

  /// The reply with the values of properties, a JSON object, at an instant.
  public static func values(_ values: String, at now: Duration, to id: ControlRequest.ID?) -> String {
    var json = begin(id, isDone: true)
    json.add("t", now)
    json.add("values", raw: values)
    return json.object
  }

  /// The message that properties have changed to `values`, a JSON object.
  public static func change(_ values: String, at instant: Duration) -> String {
    var json = JSONText(.compact)
    json.add("t", instant)
    json.add("change", raw: values)
    return json.object
  }

  /// The message that events were lost because the client didn't read.
  public static func dropped(_ count: Int, at instant: Duration) -> String {
    var json = JSONText(.compact)
    json.add("api", SessionEvent.api)
    json.add("t", instant)
    json.add("event", "dropped")
    json.add("count", count)
    return json.object
  }

  private static func begin(_ id: ControlRequest.ID?, isDone: Bool) -> JSONText {
    var json = JSONText(.compact)
    switch id {
    case .integer(let integer): json.add("id", integer)
    case .text(let text): json.add("id", text)
    case nil: break
    }
    json.add("ok", isDone)
    return json
  }
}
