import ArgumentParser
import CueAudio
import Glibc

/// The files that a command reads and writes, by what they are to it, so that none is written over another.
///
/// Two are one file where their names lead to one place, whatever links and folders they lead through; devices and
/// FIFOs take what comes from several.
struct OutputConflictCheck {
  private var reads: [String: String] = [:]
  private var writes: [String: String] = [:]
  /// What stdout is to the command, once something goes there.
  private var stdoutRole: String?

  /// The files of nothing yet.
  init() {}

  /// The files that a workout is read from: its own, unless that is stdin, and its sounds.
  init(reading file: String, sounds: SoundLibrary, in folder: String) {
    read(file, as: "the workout")
    for path in sounds.paths { read("\(folder)/\(path)", as: "a sound of the workout") }
  }

  /// Notes a file that is read; `-` is stdin.
  mutating func read(_ path: String?, as role: String) {
    guard let path, path != "-", let place = Self.place(of: path) else { return }
    reads[place] = "\(role) \(path)"
  }

  /// Notes a file that will be written; `-` is stdout, which takes one thing at a time.
  ///
  /// - Throws: Exit code 64, once the two conflicting files have been reported.
  mutating func write(_ path: String?, as role: String) throws {
    if path == "-" { return try claimStdout(as: "\(role) -") }
    guard let path, let place = Self.place(of: path) else { return }
    if let other = reads[place] ?? writes[place] {
      throw Exit.fail(ExitCode(64), "\(other) and \(role) \(path) are one file")
    }
    writes[place] = "\(role) \(path)"
  }

  /// Notes something that will be written to stdout, such as `--json`.
  ///
  /// - Throws: Exit code 64 where something else goes there, once that has been reported.
  mutating func claimStdout(as role: String) throws {
    if let stdoutRole { throw Exit.fail(ExitCode(64), "\(stdoutRole) and \(role) both go to stdout") }
    stdoutRole = role
  }

  /// Where a name leads, without links; `nil` for a device and a FIFO.
  private static func place(of path: String) -> String? {
    // What isn't there yet lies in a folder, which may not be there yet either.
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

  /// The place of a file or folder that is there, `.some(nil)` for what is neither, and `nil` if there is nothing.
  private static func existing(_ path: String) -> String?? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG || kind == S_IFDIR else { return .some(nil) }
    return .some(unsafe String(cString: real))
  }
}
