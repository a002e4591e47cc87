import Glibc

/// Writes bytes to a blocking or non-blocking descriptor.
public enum OutputWriter {
  /// Writes all of a text; see `write(_:to:at:)`.
  public static func write(_ text: String, to descriptor: Int32) -> Int32? { write(Array(text.utf8), to: descriptor) }

  /// Writes all of an array; see `write(_:to:at:)`.
  public static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int? = nil) -> Int32? {
    unsafe bytes.withUnsafeBytes { unsafe write($0, to: descriptor, at: offset) }
  }

  /// Writes all bytes, at `offset` from the start of a file, or at the descriptor's position.
  ///
  /// A terminal or pipe is shared with programs that may have made it non-blocking: if it is full, this waits.
  /// - Returns: The error number if the write fails, otherwise `nil`.
  public static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int? = nil) -> Int32? {
    var done = 0
    while done < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
      switch unsafe writeOnce(rest, to: descriptor, at: offset.map { $0 + done }) {
      case .wrote(let count): done += count
      case .full: waitForSpace(in: descriptor, milliseconds: -1)
      case .failed(let code): return code
      }
    }
    return nil
  }

  /// The result of one write.
  public enum Outcome: Equatable, Sendable {
    /// The number of bytes written, which may be fewer than requested.
    case wrote(Int)
    /// The descriptor is non-blocking and full.
    case full
    /// The error number.
    case failed(Int32)
  }

  /// Writes as many bytes as the descriptor accepts at once; doesn't wait if it is non-blocking.
  public static func writeOnce(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int? = nil
  ) -> Outcome {
    while true {
      let count =
        if let offset { unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, offset) } else {
          unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        }
      if unsafe count > 0 || bytes.isEmpty { return .wrote(max(count, 0)) }
      if count == 0 { return .failed(EIO) }
      if errno == EAGAIN { return .full }
      if errno != EINTR { return .failed(errno) }
    }
  }

  /// Waits until the descriptor is writable or fails, for at most `milliseconds`; -1 means no limit.
  ///
  /// - Returns: The events that `poll` reports.
  @discardableResult
  public static func waitForSpace(in descriptor: Int32, milliseconds: Int32) -> Int32 {
    var waiting = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
    _ = unsafe poll(&waiting, 1, milliseconds)
    return Int32(waiting[0].revents)
  }

  /// The user-visible description of the error `number`.
  public static func explanation(of number: Int32) -> String { unsafe String(cString: strerror(number)) }
}
