import Glibc
import SessionReporting
import WorkoutFiles
import WorkoutModel

/// A workout of the library, as the command lists it.
struct WorkoutItem: Sendable {
  let id: String
  let path: String
  private let listed: JSONValue

  /// Reads an element of the command's list; `nil` for anything else.
  init?(_ listed: JSONValue) {
    guard let id = listed["name"]?.text, let path = listed["file"]?.text, path.hasPrefix("/") else { return nil }
    (self.id, self.path, self.listed) = (id, path, listed)
  }

  /// Whether the file has errors.
  var isBroken: Bool { listed["problem"]?.isNull == false }

  /// Whether the file is inside its folder; a link could expose other files.
  var isInItsFolder: Bool {
    guard let slash = path.lastIndex(of: "/"), let real = Self.resolved(path),
      let folder = Self.resolved(String(path[..<slash]))
    else { return false }
    return real.hasPrefix(folder == "/" ? "/" : folder + "/")
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// The workout as JSON, with when it was last used, and with the first problem if it is broken.
  func json(used: String?, problem: JSONValue?) -> String {
    let total = listed["total"]?.integer.map(Duration.nanoseconds)
    var json = JSONText(.compact)
    json.add("id", id)
    json.add("name", listed["title"]?.text ?? id)
    json.add("seconds", total.map { Int($0 / .seconds(1)) })
    json.add("length", total.map { ClockText.long($0) })
    json.add("used", used)
    json.add("tags", raw: listed["tags"]?.json ?? "[]")
    json.add("description", listed["description"]?.text ?? "")
    if isBroken {
      var object = JSONText(.compact)
      object.add("line", problem?["line"]?.integer)
      object.add("message", problem?["message"]?.text ?? listed["problem"]?.text ?? "")
      json.add("problem", raw: object.object)
    } else {
      json.add("problem", raw: "null")
    }
    return json.object
  }
}
