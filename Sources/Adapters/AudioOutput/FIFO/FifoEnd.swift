import AudioMixing
import Glibc
import HostSystem

/// The writing end of a FIFO that another program reads; it is closed when this value is destroyed.
///
/// It never blocks, and never creates the FIFO: that is up to the reader, and a regular file created in its place would
/// grow until the disk is full. It stays open while there is no reader: some readers, such as Snapcast's server, only
/// look from time to time and leave at once if there is no writer.
struct FifoEnd: ~Copyable {
  /// The capacity of the pipe: four pages, of which a block of 20 ms takes one.
  private static let capacity: Int32 = 16_384
  /// The size of a piece, which is written wholly or not at all (POSIX, `PIPE_BUF`), so no frame is ever split.
  static let pieceBytes = 4_096
  /// `F_SETPIPE_SZ` of linux/fcntl.h, which glibc declares only for GNU programs.
  private static let setPipeSize: Int32 = 1_031

  private let descriptor: Int32
  private let identity: Identity

  /// Opens the FIFO at `path`; `nil` if it has no reader and this process may not read it either, so it has to wait
  /// for a reader.
  ///
  /// - Throws: `unavailable` if there is no FIFO at `path`, or it may not be written.
  init?(_ path: String) throws(SinkError) {
    // Checked before it is opened, because opening some devices has effects.
    _ = try Identity(of: path)
    // A FIFO without a reader can't be opened for writing only, so the writer opens it for reading as well for a
    // moment.
    let both = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    defer { if both >= 0 { close(both) } }
    let file = unsafe open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    if file < 0 {
      if errno == ENXIO { return nil }
      throw Identity.unavailable(path, .last)
    }
    do throws(SinkError) { identity = try Identity(of: path, openAs: file) } catch {
      close(file)
      throw error
    }
    descriptor = file
    // Refused if it already holds more; the sound is only later then.
    _ = fcntl(file, Self.setPipeSize, Self.capacity)
  }

  deinit { close(descriptor) }

  /// The number of bytes that the reader has not read yet.
  var waiting: Int {
    var count: Int32 = 0
    return unsafe ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// Whether any process has it open for reading.
  var hasReader: Bool { PollSet.wait(for: POLLOUT, on: descriptor, atMost: .zero) & POLLERR == 0 }

  func lies(at path: String) -> Bool { (try? Identity(of: path)) == identity }

  /// Writes a piece of at most `pieceBytes`; fails if the FIFO is full or has no reader.
  func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int {
    try unsafe FileDescriptor(rawValue: descriptor).write(some: bytes)
  }

  /// Waits at most `time` until there is space or the reader leaves.
  func wait(atMost time: Duration) { PollSet.wait(for: POLLOUT, on: descriptor, atMost: time) }
}

/// Identifies a FIFO regardless of its name.
private struct Identity: Equatable {
  let device: dev_t
  let number: ino_t

  /// The FIFO at `path`, or the one that is open as `descriptor`, which `path` has named.
  init(of path: String, openAs descriptor: Int32? = nil) throws(SinkError) {
    var status = stat()
    let isKnown =
      if let descriptor { unsafe fstat(descriptor, &status) == 0 } else { unsafe stat(path, &status) == 0 }
    guard isKnown else { throw Self.unavailable(path, .last) }
    guard status.st_mode & S_IFMT == S_IFIFO else {
      throw .unavailable("\(path): it is not a FIFO; create one with mkfifo, or let its reader create one")
    }
    (device, number) = (status.st_dev, status.st_ino)
  }

  static func unavailable(_ path: String, _ error: Errno) -> SinkError {
    let isMissing = error == .noSuchFileOrDirectory
    let cure = isMissing ? "; start the program that reads it first, or create it with mkfifo" : ""
    return .unavailable("\(path): \(error)\(cure)")
  }
}
