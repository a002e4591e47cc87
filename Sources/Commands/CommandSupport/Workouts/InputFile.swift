import Glibc
import HostSystem
import WorkoutModel

/// The files that the user names, and stdin.
package enum InputFile {
  package static func name(of path: String) -> String { path == "-" ? "stdin" : path }

  /// The bytes of a file, slightly more at most than a workout may have; a file that can't be read ends the command.
  package static func bytes(of path: String, atMost limit: Int = Limits.fileSize) throws -> [UInt8] {
    do throws(UnreadableFile) { return try contents(of: path, atMost: limit) } catch {
      throw Exit.fail(.noInput, error.description)
    }
  }

  /// The bytes of a file, slightly more at most than a workout may have.
  static func contents(of path: String, atMost limit: Int = Limits.fileSize) throws(UnreadableFile) -> [UInt8] {
    let descriptor = path == "-" ? STDIN_FILENO : unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw UnreadableFile(path: path, reason: "\(Errno.last)") }
    return try bytes(from: descriptor, named: path, atMost: limit)
  }

  /// The same of a file that the user doesn't name, and that must therefore be a regular one.
  package static func contents(ofRegularFile path: String, followsLinks: Bool = true) throws(UnreadableFile) -> [UInt8]
  {
    let descriptor: Int32
    do throws(RegularFile.Problem) { descriptor = try RegularFile.open(path, followsLinks: followsLinks) } catch {
      throw UnreadableFile(path: path, reason: error.explanation)
    }
    return try bytes(from: descriptor, named: path)
  }

  /// The bytes read from a descriptor, slightly more at most than a workout may have; it is closed then, unless it is
  /// stdin.
  package static func bytes(
    from descriptor: Int32, named path: String, atMost limit: Int = Limits.fileSize
  ) throws(UnreadableFile) -> [UInt8] {
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    do throws(Errno) { return try FileDescriptor(rawValue: descriptor).readAll(atMost: limit + 1) } catch {
      throw UnreadableFile(path: path, reason: "\(error)")
    }
  }

  package static func folder(of path: String) -> String {
    guard path != "-", let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// A file that can't be opened or read, with the reason.
package struct UnreadableFile: Error, CustomStringConvertible {
  package let path: String
  package let reason: String

  package var description: String {
    // A shell expands it at the start of a word without quotes alone.
    let hint = path.hasPrefix("~") ? ": ~ isn't expanded in quotes or within a word; write $HOME instead" : ""
    return "\(path): \(reason)\(hint)"
  }
}
