import Glibc

/// Writes bytes to a descriptor, whether it blocks or not.
public enum OutputWriter {
  /// Writes all of a text; see `write(_:to:at:)`.
  public static func write(_ text: String, to descriptor: Int32) -> Int32? { write(Array(text.utf8), to: descriptor) }

  /// Writes all of an array; see `write(_:to:at:)`.
  public static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int? = nil) -> Int32? {
    unsafe bytes.withUnsafeBytes { unsafe write($0, to: descriptor, at: offset) }
  }

  /// Writes all bytes, at `offset` from the start of a file, or where the descriptor is.
  ///
  /// A terminal or pipe is shared with programs that may have made it non-blocking: where it is full, this waits.
  /// - Returns: The error number where the write fails, otherwise `nil`.
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

  /// What became of one write.
  public enum Outcome: Equatable, Sendable {
    /// The number of bytes that were taken, which may be fewer than there were.
    case wrote(Int)
    /// The descriptor doesn't block and takes nothing now.
    case full
    /// The error number.
    case failed(Int32)
  }

  /// Writes what the descriptor takes at once; never waits where it doesn't block.
  public static func writeOnce(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int? = nil
  ) -> Outcome {
    while true {
      let count =
        if let offset { unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, offset) } else {
          unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        }
      if count > 0 || bytes.isEmpty { return .wrote(max(count, 0)) }
      if count == 0 { return .failed(EIO) }
      if errno == EAGAIN { return .full }
      if errno != EINTR { return .failed(errno) }
    }
  }

  /// Waits until the descriptor takes something or fails, for at most `milliseconds`; without a limit where that is -1.
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
