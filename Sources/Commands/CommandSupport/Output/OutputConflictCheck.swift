import ArgumentParser
package import CueAudio
import HostSystem

/// Checks that no file that a command reads or writes is overwritten by another.
///
/// Two names are the same file if they lead to the same place through any links and folders; devices and FIFOs may be
/// shared.
package struct OutputConflictCheck {
  private var reads: [String: String] = [:]
  private var writes: [String: String] = [:]
  /// The role of stdout, once it is used.
  private var stdoutRole: String?

  package init() {}

  /// The files that a workout is read from: its own, unless that is stdin, and its sounds.
  package init(reading file: String, sounds: SoundLibrary, in folder: String) {
    read(file, as: "the workout")
    for path in sounds.paths { read("\(folder)/\(path)", as: "a sound of the workout") }
  }

  /// Registers a file that is read; `-` is stdin.
  package mutating func read(_ path: String?, as role: String) {
    guard let path, path != "-", let place = Self.place(of: path) else { return }
    reads[place] = "\(role) \(path)"
  }

  /// Registers a file that will be written; `-` is stdout, which has a single use. Two conflicting files are reported.
  package mutating func write(_ path: String?, as role: String) throws {
    if path == "-" { return try claimStdout(as: "\(role) -") }
    guard let path, let place = Self.place(of: path) else { return }
    if let other = reads[place] ?? writes[place] {
      throw Exit.fail(.usage, "\(other) and \(role) \(path) are the same file")
    }
    writes[place] = "\(role) \(path)"
  }

  /// Registers output to stdout, such as that of `--json`, which has a single use.
  package mutating func claimStdout(as role: String) throws {
    if let stdoutRole { throw Exit.fail(.usage, "\(stdoutRole) and \(role) both go to stdout") }
    stdoutRole = role
  }

  /// The resolved path of a name; `nil` for a device or FIFO.
  private static func place(of path: String) -> String? {
    // A missing file is in a folder, which may be missing as well.
    var missing: [Substring] = []
    var rest = path[...]
    while true {
      if let found = existing(rest.isEmpty ? "." : String(rest)) {
        return found.map { ([$0] + missing.reversed().map(String.init)).joined(separator: "/") }
      }
      while rest.last == "/" { rest.removeLast() }
      guard !rest.isEmpty else { return path }
      let name = rest.lastIndex(of: "/").map { rest[rest.index(after: $0)...] } ?? rest
      missing.append(name)
      rest.removeLast(name.count)
    }
  }

  /// The place of an existing file or folder, `.some(nil)` for anything else, and `nil` if nothing exists.
  private static func existing(_ path: String) -> String?? {
    guard let type = (try? unsafe Stat(path))?.type, let real = FullPath.resolved(path) else { return nil }
    return .some(type == .regular || type == .directory ? real : nil)
  }
}
