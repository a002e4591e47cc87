import CSpawn
import Glibc

/// A file in memory, for a standard stream of another process: neither side waits for the other.
package final class MemoryFile: Sendable {
  /// The descriptor, whose position the processes share.
  package let descriptor: Int32

  package convenience init(_ text: String = "") throws(Errno) { try self.init(Array(text.utf8)) }

  /// The same with bytes.
  package init(_ bytes: [UInt8]) throws(Errno) {
    let file = unsafe cuebell_memory_file("cuebell")
    guard file >= 0 else { throw .last }
    if let error = OutputWriter.write(bytes, to: file, at: 0) {
      close(file)
      throw error
    }
    descriptor = file
  }

  deinit { close(descriptor) }

  package var count: Int { Int((try? Stat(FileDescriptor(rawValue: descriptor)))?.size ?? 0) }

  package func bytes(atMost limit: Int) -> [UInt8] {
    let count = count
    return unsafe [UInt8](unsafeUninitializedCapacity: min(count, limit)) { buffer, filled in
      filled = max(0, unsafe pread(descriptor, buffer.baseAddress, buffer.count, count - buffer.count))
    }
  }
}
