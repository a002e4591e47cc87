import Glibc

/// Writes bytes to a blocking or non-blocking descriptor.
package enum OutputWriter {
  package static func write(_ text: String, to descriptor: Int32) -> Errno? { write(Array(text.utf8), to: descriptor) }

  package static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int? = nil) -> Errno? {
    unsafe bytes.withUnsafeBytes { unsafe write($0, to: descriptor, at: offset) }
  }

  /// Writes all bytes, at `offset` from the start of a file, or at the descriptor's position; returns the error if it
  /// fails. A terminal or pipe is shared with programs that may have made it non-blocking: if it is full, this waits.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int? = nil) -> Errno? {
    var done = 0
    while done < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
      do throws(Errno) {
        let count = try unsafe FileDescriptor(rawValue: descriptor).write(some: rest, at: offset.map { $0 + done })
        if count == 0 { return .ioError }
        done += count
      } catch {
        guard error == .resourceTemporarilyUnavailable else { return error }
        PollSet.wait(for: POLLOUT, on: descriptor)
      }
    }
    return nil
  }
}
