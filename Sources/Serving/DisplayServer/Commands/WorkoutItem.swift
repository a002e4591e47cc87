import Glibc
import StrictJSON
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

  /// The name of the workout.
  var title: String { listed["title"]?.text ?? id }

  /// Whether the file has errors.
  var isBroken: Bool { listed["problem"] != nil }

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

  /// The workout for pages, with when it was last used, and with the first problem if it is broken.
  func fields(used: String?, problem: JSONValue?) -> JSONFields {
    let total = listed["total"]?.integer.map(Duration.nanoseconds)
    let complaint: JSONFields? =
      isBroken
      ? [
        "line": problem?["line"]?.integer, "message": problem?["message"]?.text ?? listed["problem"]?.text ?? "",
      ] : nil
    return [
      "id": id, "name": title, "seconds": total.map { Int($0 / .seconds(1)) },
      "length": total.map { ClockText.long($0) }, "used": used, "tags": listed["tags"]?.list ?? [],
      "description": listed["description"]?.text ?? "", "problem": complaint,
    ]
  }
}
