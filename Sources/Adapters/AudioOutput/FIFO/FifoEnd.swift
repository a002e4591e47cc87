import AudioMixing
import Glibc
import HostSystem

/// The writing end of a FIFO that another program reads; it is closed when this value goes.
///
/// It never waits by itself, and never makes the FIFO: the reader makes it, and a file that a writer made in its place
/// would grow until the disk is full. It stays open while there is no reader: some readers, Snapcast's server among
/// them, only look in from time to time and go away at once where they find no writer.
struct FifoEnd: ~Copyable {
  /// How much sound the pipe may hold: four pages, of which a block of 20 ms takes one.
  private static let capacity: Int32 = 16_384
  /// A piece of this many bytes is written wholly or not at all (POSIX, `PIPE_BUF`), so no frame is ever cut in two.
  static let pieceBytes = 4_096
  /// `F_SETPIPE_SZ` of linux/fcntl.h, which glibc declares for GNU programs only.
  private static let setPipeSize: Int32 = 1_031

  private let descriptor: Int32
  private let identity: Identity

  /// Opens the FIFO at `path`; `nil` if it has no reader and this process may not read it either, so it has to wait
  /// for a reader.
  ///
  /// - Throws: `unavailable` if there is no FIFO at `path`, or it may not be written.
  init?(_ path: String) throws(SinkError) {
    // Looked at before it is opened: to open some devices is to use them.
    do throws(Identity.Flaw) { _ = try Identity(at: path) } catch { throw error.unavailable(path) }
    // A FIFO without a reader can't be opened for writing alone, unless the writer reads it itself for the moment.
    let both = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    defer { if both >= 0 { close(both) } }
    let file = unsafe open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    if file < 0 {
      if errno == ENXIO { return nil }
      throw Identity.Flaw.failure(errno).unavailable(path)
    }
    do throws(Identity.Flaw) { identity = try Identity(of: file) } catch {
      close(file)
      throw error.unavailable(path)
    }
    descriptor = file
    // Refused where it holds more already; the sound is then only later.
    _ = fcntl(file, Self.setPipeSize, Self.capacity)
  }

  deinit { close(descriptor) }

  /// How many bytes the reader has not taken yet.
  var waiting: Int {
    var count: Int32 = 0
    return unsafe ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// Whether any process has it open for reading.
  var hasReader: Bool { look(for: .zero) & Int32(POLLERR) == 0 }

  /// Whether it is what lies at `path` now.
  func lies(at path: String) -> Bool { (try? Identity(at: path)) == identity }

  /// Writes a piece of at most `pieceBytes`; fails where the FIFO has no reader.
  func write(_ bytes: UnsafeRawBufferPointer) -> OutputWriter.Outcome {
    unsafe OutputWriter.writeOnce(bytes, to: descriptor)
  }

  /// Waits at most `time` until there is space or the reader goes.
  func wait(atMost time: Duration) { _ = look(for: time) }

  private func look(for time: Duration) -> Int32 {
    let (seconds, attoseconds) = time.components
    // Rounded up, or the last part of a millisecond is spent spinning.
    let milliseconds = seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return OutputWriter.waitForSpace(in: descriptor, milliseconds: Int32(clamping: max(0, milliseconds)))
  }
}

/// Which FIFO it is, whatever it is called.
private struct Identity: Equatable {
  let device: dev_t
  let number: ino_t

  /// Why something has no identity as a FIFO.
  enum Flaw: Error {
    case failure(Int32)
    case otherKind

    func unavailable(_ path: String) -> SinkError {
      switch self {
      case .otherKind:
        return .unavailable("\(path): it is no FIFO; make one with mkfifo, or have the program that reads it make one")
      case .failure(let code):
        let reason = unsafe String(cString: strerror(code))
        let cure = code == ENOENT ? "; start the program that reads it first, or make it with mkfifo" : ""
        return .unavailable("\(path): \(reason)\(cure)")
      }
    }
  }

  init(at path: String) throws(Flaw) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw .failure(errno) }
    try self.init(status)
  }

  init(of descriptor: Int32) throws(Flaw) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .failure(errno) }
    try self.init(status)
  }

  private init(_ status: stat) throws(Flaw) {
    guard status.st_mode & S_IFMT == S_IFIFO else { throw .otherKind }
    (device, number) = (status.st_dev, status.st_ino)
  }
}
