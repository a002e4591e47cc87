import SessionReporting
import WorkoutEngine
import WorkoutModel

/// The lines that a run sends, one JSON object each, without spaces between its parts.
public enum ControlReply {
  /// The version of the protocol; it counts incompatible changes.
  public static let version = 1

  /// What a run tells of itself when a client connects.
  public struct Greeting: Equatable, Sendable {
    /// The version of the program.
    public var version: String
    /// The name by which clients find the run.
    public var name: String
    /// The number of its process.
    public var pid: Int
    /// The number of its session in the history; `nil` for one that isn't recorded.
    public var session: Int?
    /// The name of the workout.
    public var workout: String
    /// The boot clock's time at which session time is 0.
    public var epoch: Duration
    /// How many times as fast as real time the session runs.
    public var speed: Int

    /// The greeting of a run.
    public init(
      version: String, name: String, pid: Int, session: Int? = nil, workout: String, epoch: Duration, speed: Int
    ) {
      (self.version, self.name, self.pid) = (version, name, pid)
      (self.session, self.workout, self.epoch, self.speed) = (session, workout, epoch, speed)
    }

    /// The line.
    public var line: String {
      var json = JSONText()
      json.add("control", ControlReply.version)
      json.add("version", version)
      json.add("name", name)
      json.add("pid", pid)
      json.add("session", session)
      json.add("workout", workout)
      json.add("epoch", epoch)
      json.add("speed", speed)
      return ControlReply.compact(json.object)
    }
  }

  /// The reply to a command.
  public static func line(_ answer: ControlAnswer, id: String?) -> String {
    switch answer {
    case .done(let at, let from, let to, let changed):
      var json = begin(id, isOK: true)
      json.add("at", at)
      json.add("from", from.name)
      json.add("to", to.name)
      if !changed { json.add("changed", false) }
      return compact(json.object)
    case .refused(let reason): return line(RequestError(.refused, reason, id: id))
    case .ending: return line(.ending(id: id))
    }
  }

  /// The reply to what isn't done.
  public static func line(_ error: RequestError) -> String {
    var json = begin(error.id, isOK: false)
    json.add("error", error.kind.name)
    json.add("reason", error.reason)
    switch error.kind {
    case .malformed(let column): json.add("column", column)
    case .version: json.add("supported", raw: "[\(version)]")
    default: break
    }
    return compact(json.object)
  }

  /// The reply to a request that has nothing to tell.
  public static func done(id: String?) -> String { compact(begin(id, isOK: true).object) }

  /// The reply with the values of properties, as JSON, at an instant of session time.
  public static func values(_ values: [(SessionProperty, String)], at instant: Duration, id: String?) -> String {
    var json = begin(id, isOK: true)
    json.add("t", instant)
    json.add("values", raw: object(values))
    return compact(json.object)
  }

  /// The line that tells changed properties.
  public static func change(_ values: [(SessionProperty, String)], at instant: Duration) -> String {
    var json = JSONText()
    json.add("t", instant)
    json.add("change", raw: object(values))
    return compact(json.object)
  }

  /// The reply with the time of the session and the client's own.
  public static func clock(_ own: String, at instant: Duration, id: String?) -> String {
    var json = begin(id, isOK: true)
    json.add("clock", raw: own)
    json.add("t", instant)
    return compact(json.object)
  }

  /// The line in the place of events that a slow client didn't get.
  public static func dropped(_ count: Int) -> String {
    var json = JSONText()
    json.add("api", SessionEvent.api)
    json.add("event", "dropped")
    json.add("dropped", count)
    return compact(json.object)
  }

  private static func begin(_ id: String?, isOK: Bool) -> JSONText {
    var json = JSONText()
    if let id { json.add("id", raw: id) }
    json.add("ok", isOK)
    return json
  }

  private static func object(_ values: [(SessionProperty, String)]) -> String {
    var json = JSONText()
    for (property, value) in values { json.add(property.rawValue, raw: value) }
    return json.object
  }

  /// JSON without the spaces and line breaks between its parts.
  public static func compact(_ json: String) -> String {
    var isText = false
    var isEscaped = false
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.utf8.count)
    for byte in json.utf8 {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte
          == UInt8(ascii: "\"")
        {
          isText = false
        }
      } else if byte == UInt8(ascii: "\"") {
        isText = true
      } else if byte == 0x20 || byte == 0x0A {
        continue
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
