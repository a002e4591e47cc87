import Glibc
import HostSystem
package import StrictJSON

package struct WorkoutItem: Sendable {
  package let id: String
  package let path: String
  package let listed: JSONValue

  /// Reads an element of the command's list; `nil` for anything else.
  init?(_ listed: JSONValue) {
    guard let id = listed["name"]?.text, let path = listed["file"]?.text, path.hasPrefix("/") else { return nil }
    (self.id, self.path, self.listed) = (id, path, listed)
  }

  package var title: String { listed["title"]?.text ?? id }

  package var isBroken: Bool { listed["problem"] != nil }

  /// Whether the file is inside its folder; a link could expose other files.
  package var isInItsFolder: Bool {
    guard let slash = path.lastIndex(of: "/"), let real = FullPath.resolved(path),
      let folder = FullPath.resolved(String(path[..<slash]))
    else { return false }
    return real.hasPrefix(folder == "/" ? "/" : folder + "/")
  }

  /// Identifies the contents of a file or folder by its metadata; `nil` if there is none.
  package static func mark(of path: String) -> String? {
    guard let status = try? unsafe Stat(path).rawValue else { return nil }
    return "\(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
  }

  /// The arguments of the command that lists the workouts of `folders`, or of its default folders if there are none.
  package static func listing(_ folders: [String]) -> [String] {
    ["list", "--json"] + folders.flatMap { ["--workouts", $0] }
  }

  /// The items of a kind, `workouts` or `programmes`, in the command's list, without links that lead out of their
  /// folder; `nil` if it isn't a list.
  package static func items(_ kind: String, in list: [UInt8]) -> [WorkoutItem]? {
    JSONObject(line: list)?[kind]?.list?.compactMap { WorkoutItem($0) }.filter(\.isInItsFolder)
  }
}
