import Glibc
import HostSystem
package import WorkoutEngine
import WorkoutModel

/// The place that a running session has reached, in memory that outlives its process.
///
/// A journal's commit waits for the disk, and the sound doesn't wait for the journal: a process that is killed
/// meanwhile has played what the history doesn't know of. The place is stored before the sound is heard, in a file in
/// memory that is mapped: a store is no file access, so nothing ever waits for it.
///
/// A process that is killed between its numbers leaves a place that no session can have played to; it is ignored.
@safe package final class ReachedPlace: Sendable {
  /// A place, by which the time since a recorded state is found.
  struct Place: Equatable, Sendable {
    let elapsed: Duration
    let position: Duration
    /// Whether the session plays from there: a cue that is due exactly there has begun.
    let isRunning: Bool

    /// How long the session has played since it was at another place, which is zero if it has only just begun to;
    /// `nil` if it didn't, or if the user has moved.
    func played(since earlier: (elapsed: Duration, position: Duration)) -> Duration? {
      let played = elapsed - earlier.elapsed
      guard played == position - earlier.position, played > .zero || (played == .zero && isRunning) else { return nil }
      return played
    }
  }

  private static let size = 3 * MemoryLayout<Int64>.size

  private let path: String
  /// The address of the mapped file, which one thread alone writes.
  private let address: Int

  /// A file of this process; `nil` if the machine has no file system for it.
  package convenience init?() { self.init(of: .own()) }

  package init?(of process: ProcessIdentity) {
    guard let path = Self.path(of: process) else { return nil }
    unsafe unlink(path)
    let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // Allocated at once: a store into a full file system would be fatal.
    let isAllocated = posix_fallocate(file, 0, Self.size) == 0
    let mapped =
      isAllocated ? unsafe mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : unsafe MAP_FAILED
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else {
      unsafe unlink(path)
      return nil
    }
    address = Int(bitPattern: mapped)
    self.path = path
  }

  deinit { unsafe munmap(UnsafeMutableRawPointer(bitPattern: address), Self.size) }

  package func store(_ engine: Engine) {
    guard let memory = unsafe UnsafeMutableRawPointer(bitPattern: address) else { return }
    let isRunning = Int64(engine.timer.isRunning ? 1 : 0)
    let numbers = [engine.timer.elapsed(at: engine.now).inNanoseconds, engine.position.inNanoseconds, isRunning]
    for (index, number) in numbers.enumerated() {
      unsafe memory.storeBytes(of: number, toByteOffset: Self.size / 3 * index, as: Int64.self)
    }
  }

  /// Removes the file, because the history is complete.
  func remove() { unsafe unlink(path) }

  /// The place that a process had reached; `nil` if it is unknown.
  static func read(of process: ProcessIdentity) -> Place? {
    guard let bytes = path(of: process).flatMap({ PrivateFile.read($0, atMost: size) }), bytes.count == size else {
      return nil
    }
    let numbers = unsafe bytes.withUnsafeBytes { bytes in
      [0, size / 3, size / 3 * 2].map { unsafe bytes.loadUnaligned(fromByteOffset: $0, as: Int64.self) }
    }
    return Place(
      elapsed: .nanoseconds(numbers[0]), position: .nanoseconds(numbers[1]), isRunning: numbers[2] != 0)
  }

  /// Forgets the place of a process that has ended, because its session is resumed.
  static func forget(_ process: ProcessIdentity) { if let path = path(of: process) { unsafe unlink(path) } }

  private static func path(of process: ProcessIdentity) -> String? {
    let folder = "/dev/shm/cuebell-\(geteuid())"
    guard OwnPath.makeFolder(folder) == nil, OwnPath.problem(ofFolder: folder, namedBy: "") == nil else { return nil }
    return "\(folder)/\(process.number)-\(process.started)"
  }
}
