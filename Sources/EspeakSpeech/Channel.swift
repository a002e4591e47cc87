import Glibc

/// The worker's side of the conversation: whole messages over two descriptors that block.
struct Channel {
  enum Received: Equatable {
    /// A message of this many bytes lies in the buffer.
    case message(Int)
    /// The host closed its side between two messages.
    case ended
    /// The length is impossible or the message is cut off; nothing after it can be understood.
    case broken
  }

  let input: Int32
  let output: Int32

  /// Reads one message into `buffer`, whose size is the most that is accepted.
  func receive(into buffer: UnsafeMutableRawBufferPointer) -> Received {
    var length: UInt32 = 0
    let header = unsafe withUnsafeMutableBytes(of: &length) { unsafe fill($0) }
    guard header > 0 else { return header == 0 ? .ended : .broken }
    let size = Int(UInt32(littleEndian: length))
    guard header == 4, size > 0, size <= buffer.count else { return .broken }
    let body = unsafe fill(UnsafeMutableRawBufferPointer(rebasing: buffer[..<size]))
    return body == size ? .message(size) : .broken
  }

  /// Writes one message; false where nobody reads any more.
  func send(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { unsafe send($0) }
  }

  func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let length = UInt32(bytes.count).littleEndian
    return unsafe withUnsafeBytes(of: length) { unsafe put($0) } && put(bytes)
  }

  /// Reads until `buffer` is full or the input ends; returns how much came, or -1 for an error.
  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = unsafe read(input, rest.baseAddress, rest.count)
      if count > 0 {
        done += count
      } else if count == 0 {
        return done
      } else if errno != EINTR {
        return -1
      }
    }
    return done
  }

  private func put(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var done = 0
    while done < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = unsafe write(output, rest.baseAddress, rest.count)
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        return false
      }
    }
    return true
  }
}
