import ArgumentParser
import AudioMixing
import Glibc
import HostSystem
import SoundFiles

/// A text file that is written atomically.
///
/// The text is written under a temporary name in the same folder and renamed at the end, so the requested name never
/// shows a partial file. A device or a FIFO is written directly, and `-` is stdout. Memory doesn't grow with the size
/// of the text.
package final class OutputFile {
  private enum Place {
    case pending(AtomicFile)
    case stream(Int32)
    case standardOutput

    var descriptor: Int32 {
      switch self {
      case .pending(let file): file.descriptor
      case .stream(let descriptor): descriptor
      case .standardOutput: STDOUT_FILENO
      }
    }
  }

  private static let capacity = 1 << 16

  private let path: String
  private let place: Place
  /// The bytes that have not been passed to the system yet.
  private var waiting: [UInt8] = []

  /// Begins a file; an existing file with the name is unchanged until `commit`.
  package init(_ path: String) throws {
    self.path = path
    if path == "-" {
      place = .standardOutput
    } else if Self.isStream(path) {
      // It doesn't wait for the reader of a FIFO.
      let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { throw Self.failure(path, .last) }
      _ = fcntl(descriptor, F_SETFL, O_WRONLY)
      place = .stream(descriptor)
    } else {
      place = .pending(try Exit.ifUnwritable { () throws(SinkError) in try AtomicFile(for: path) })
    }
  }

  deinit { if case .stream(let descriptor) = place { close(descriptor) } }

  /// Writes a whole file, ending with a line break; without `replacing`, an existing file is an error.
  package static func write(_ text: String, to path: String, replacing: Bool = true) throws {
    let file = try OutputFile(path)
    try file.write(text.hasSuffix("\n") ? text : text + "\n")
    try file.commit(replacing: replacing)
  }

  /// Writes a whole file.
  package static func write(_ bytes: [UInt8], to path: String) throws {
    let file = try OutputFile(path)
    try file.write(bytes)
    try file.commit()
  }

  /// Ends the command if a FIT file would be shown on a terminal.
  package static func checkBinary(_ path: String) throws {
    guard path == "-", isatty(STDOUT_FILENO) == 1 else { return }
    throw Exit.fail(.usage, "A FIT file is binary and can't be shown on a terminal: name a file with -o.")
  }

  package func write(_ text: String) throws { try write(Array(text.utf8)) }

  package func write(_ bytes: [UInt8]) throws {
    waiting += bytes
    if waiting.count >= Self.capacity { try flush() }
  }

  private func flush() throws {
    if case .standardOutput = place {
      defer { waiting.removeAll(keepingCapacity: true) }
      return try Streams.write(waiting)
    }
    if let error = OutputWriter.write(waiting, to: place.descriptor) { throw Self.failure(path, error) }
    waiting.removeAll(keepingCapacity: true)
  }

  /// Writes the rest, and renames the file to its final name.
  package func commit(replacing: Bool = true) throws {
    try flush()
    guard case .pending(let file) = place else { return }
    try Exit.ifUnwritable { () throws(SinkError) in try file.commit(replacing: replacing) }
  }

  private static func isStream(_ path: String) -> Bool {
    let type = (try? unsafe Stat(path))?.type
    return type == .fifo || type == .characterSpecial
  }

  private static func failure(_ path: String, _ error: Errno) -> ExitCode {
    Exit.fail(.cannotWrite, "\(path): cannot write: \(error)")
  }
}
