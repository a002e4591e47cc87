import Glibc

/// The files installed with the command: in `share` next to an installed binary, or in the clone of a build.
package enum ShippedFiles {
  /// The folder called `name`, such as `Workouts`, which is at `place` in a clone, by default at its name; `nil` if it
  /// isn't installed.
  package static func folder(_ name: String, inClone place: String? = nil) -> String? {
    let program = OwnProgram.folder.split(separator: "/")
    let installed = "/" + (program.dropLast() + ["share", "cuebell", name[...]]).joined(separator: "/")
    if isFolder(installed) { return installed }
    // A build is some folders below the clone, wherever that was moved; one that was built elsewhere is run in it.
    let around = program.indices.reversed().map { "/" + program[...$0].joined(separator: "/") }
    return (around + [FullPath.resolved(".") ?? "."]).lazy.map { (clone: $0, folder: "\($0)/\(place ?? name)") }.first {
      clone, folder in
      unsafe access(clone + "/Package.swift", F_OK) == 0 && isFolder(folder)
    }?.folder
  }

  private static func isFolder(_ path: String) -> Bool { (try? unsafe Stat(path))?.type == .directory }
}
