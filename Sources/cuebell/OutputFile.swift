import ArgumentParser
import AudioMixing
import CueAudio
import Glibc
import SoundFiles

/// A text file that the command writes: whole or not at all.
///
/// The text is written beside the asked name, and renamed in the end, so that no half file ever stands under it. A
/// device or a FIFO is written into as it is, and `-` is stdout. What it holds in memory doesn't grow with what is
/// written.
final class OutputFile {
  private enum Place {
    case pending(PendingFile)
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
  /// What has not been handed to the system yet.
  private var waiting: [UInt8] = []

  /// Begins a file; another that stands under its name is left alone until `commit`.
  init(_ path: String) throws {
    self.path = path
    if path == "-" {
      place = .standardOutput
    } else if Self.isStream(path) {
      // Nobody waits for the reader of a FIFO.
      let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { throw Self.failure(path) }
      _ = fcntl(descriptor, F_SETFL, O_WRONLY)
      place = .stream(descriptor)
    } else {
      do throws(SinkError) { place = .pending(try PendingFile(for: path)) } catch { throw Self.failure(error) }
    }
  }

  deinit { if case .stream(let descriptor) = place { close(descriptor) } }

  /// Writes a whole file, whose last line ends in a line break; without `replacing`, an existing file is an error.
  static func write(_ text: String, to path: String, replacing: Bool = true) throws {
    let file = try OutputFile(path)
    try file.write(text.hasSuffix("\n") ? text : text + "\n")
    try file.commit(replacing: replacing)
  }

  /// Adds some text.
  func write(_ text: String) throws {
    waiting += text.utf8
    if waiting.count >= Self.capacity { try flush() }
  }

  private func flush() throws {
    if case .standardOutput = place {
      defer { waiting.removeAll(keepingCapacity: true) }
      return try Streams.write(waiting)
    }
    var rest = waiting[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(place.descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(path) }
      rest = rest.dropFirst(count)
    }
    waiting.removeAll(keepingCapacity: true)
  }

  /// Makes what was written last, and gives it its name.
  func commit(replacing: Bool = true) throws {
    try flush()
    guard case .pending(let file) = place else { return }
    do throws(SinkError) { try file.commit(replacing: replacing) } catch { throw Self.failure(error) }
  }

  /// Whether something stands under a name into which one can only write on: a device, a FIFO.
  private static func isStream(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFIFO || status.st_mode & S_IFMT == S_IFCHR
  }

  private static func failure(_ path: String) -> ExitCode {
    Exit.fail(Exit.cannotWrite, "\(path): cannot write: \(unsafe String(cString: strerror(errno)))")
  }

  private static func failure(_ error: SinkError) -> ExitCode { Exit.fail(Exit.cannotWrite, error.explanation) }
}
