import Glibc
import HostSystem
package import WorkoutEngine
import WorkoutModel

/// The place that a running session has reached, in memory that outlives its process.
///
/// A journal's commit waits for the disk, and the sound doesn't wait for the journal: a process that is killed meanwhile
/// has played what the history doesn't know of. The place is written before the sound is heard, to a file system in
/// memory, so that nothing ever waits for it.
public final class ReachedPlace: Sendable {
  /// A place, by which the time since a recorded state is found.
  struct Place: Equatable, Sendable {
    let elapsed: Duration
    let position: Duration

    /// How long the session has played since it was at another place; zero if it didn't, or if the user has moved.
    func played(since earlier: Place) -> Duration {
      let played = elapsed - earlier.elapsed
      return played > .zero && played == position - earlier.position ? played : .zero
    }
  }

  private static let size = 2 * MemoryLayout<Int64>.size

  private let path: String
  private let file: Int32

  /// A file of this process; `nil` if the machine has no file system for it.
  public convenience init?() { self.init(of: .own()) }

  /// A file of a process.
  package init?(of process: ProcessIdentity) {
    guard let path = Self.path(of: process) else { return nil }
    unsafe unlink(path)
    file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    self.path = path
  }

  deinit { close(file) }

  /// Writes the place of a session.
  package func store(_ engine: Engine) {
    let place = [engine.timer.elapsed(at: engine.now), engine.position].map { Int64($0.inNanoseconds) }
    _ = unsafe place.withUnsafeBytes { unsafe OutputWriter.write($0, to: file, at: 0) }
  }

  /// Removes the file, because the history is complete.
  func remove() { unsafe unlink(path) }

  /// The place that a process had reached; `nil` if it is unknown.
  static func read(of process: ProcessIdentity) -> Place? {
    guard let bytes = path(of: process).flatMap({ PrivateFile.read($0, atMost: size) }), bytes.count == size else {
      return nil
    }
    let numbers = unsafe bytes.withUnsafeBytes { bytes in
      [0, size / 2].map { unsafe bytes.loadUnaligned(fromByteOffset: $0, as: Int64.self) }
    }
    return Place(elapsed: .nanoseconds(Int(numbers[0])), position: .nanoseconds(Int(numbers[1])))
  }

  /// Forgets the place of a process that has ended, because its session is resumed.
  static func forget(_ process: ProcessIdentity) { if let path = path(of: process) { unsafe unlink(path) } }

  private static func path(of process: ProcessIdentity) -> String? {
    let folder = "/dev/shm/cuebell-\(geteuid())"
    guard OwnPath.makeFolder(folder) == nil, OwnPath.problem(ofFolder: folder, namedBy: "") == nil else { return nil }
    return "\(folder)/\(process.number)-\(process.started)"
  }
}
