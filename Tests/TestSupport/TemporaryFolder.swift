import Foundation
import Glibc

/// A folder of a test's own that is deleted with this value.
public final class TemporaryFolder: Sendable {
  /// Its absolute path.
  public let path: String

  /// A FIFO couldn't be made.
  public struct NoFIFO: Error {
    /// The value of `errno`.
    public let code: Int32
  }

  /// Makes a folder whose name begins with `prefix`.
  public init(_ prefix: String = "cuebell-tests") throws {
    path = FileManager.default.temporaryDirectory.path + "/\(prefix)-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  public subscript(name: String) -> String { "\(path)/\(name)" }

  /// Makes a FIFO and returns its path.
  public func fifo(_ name: String = "fifo") throws -> String {
    guard unsafe mkfifo(self[name], 0o600) == 0 else { throw NoFIFO(code: errno) }
    return self[name]
  }
}
