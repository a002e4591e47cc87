import Glibc
@_exported public import SystemPackage

extension Errno {
  /// The error of the last call of the system that failed on this thread.
  package static var last: Errno { Errno(rawValue: errno) }
}

extension FileDescriptor {
  /// Reads once: at most `limit` bytes, and none at the end.
  package func read(atMost limit: Int) throws(Errno) -> [UInt8] {
    do {
      return try unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
        count = try unsafe read(into: UnsafeMutableRawBufferPointer(buffer))
      }
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  /// Reads to the end, but at most `limit` bytes.
  package func readAll(atMost limit: Int) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let more = try read(atMost: min(limit - bytes.count, 65_536))
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  /// Writes once, as many bytes as the descriptor takes.
  package func write(some bytes: UnsafeRawBufferPointer, at offset: Int? = nil) throws(Errno) -> Int {
    do {
      guard let offset else { return try unsafe write(bytes) }
      return try unsafe write(toAbsoluteOffset: Int64(offset), bytes)
    } catch {
      throw error as? Errno ?? .ioError
    }
  }
}
