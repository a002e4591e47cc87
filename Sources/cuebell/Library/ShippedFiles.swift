import FoundationEssentials
import Glibc

/// The files installed with the command: in `share` next to an installed binary, or in the clone of a build.
enum ShippedFiles {
  /// The folder called `name`, such as `Workouts`; `nil` if it isn't installed.
  static func folder(_ name: String) -> String? {
    let binary = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))?.split(separator: "/")
    let place = binary?.dropLast() ?? []
    let installed = "/" + (place.dropLast() + ["share", "cuebell", name[...]]).joined(separator: "/")
    if isFolder(installed) { return installed }
    // A build is some folders below the clone, wherever that was moved; one that was built elsewhere is run in it.
    let around = place.indices.reversed().map { "/" + place[...$0].joined(separator: "/") }
    let clone = (around + [FileManager.default.currentDirectoryPath]).first { folder in
      unsafe access(folder + "/Package.swift", F_OK) == 0 && isFolder("\(folder)/\(name)")
    }
    return clone.map { "\($0)/\(name)" }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
