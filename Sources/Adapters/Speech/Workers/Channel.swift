import Glibc
import HostSystem

/// The worker's end of the connection: whole messages over two blocking descriptors.
package struct Channel {
  package enum Received: Equatable {
    /// The buffer contains a message of this number of bytes.
    case message(Int)
    /// The host closed its end between two messages.
    case ended
    /// The length is invalid or the message is truncated.
    case malformed
  }

  package let input: Int32
  package let output: Int32

  package init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  /// Passes each message to `answer` until the input ends; returns the exit status of a worker, which is 1 after a
  /// malformed message, or where `answer` fails.
  package func serve(_ answer: (Slice<UnsafeMutableRawBufferPointer>) -> Bool) -> Int32 {
    let request = UnsafeMutableRawBufferPointer.allocate(byteCount: WorkerRequest.maximumBytes, alignment: 16)
    defer { unsafe request.deallocate() }
    while true {
      switch unsafe receive(into: request) {
      case .ended: return 0
      case .malformed: return 1
      case .message(let length): if unsafe !answer(request[..<length]) { return 1 }
      }
    }
  }

  /// Reads one message into `buffer`, whose size is the maximum length.
  package func receive(into buffer: UnsafeMutableRawBufferPointer) -> Received {
    var length: UInt32 = 0
    let header = unsafe withUnsafeMutableBytes(of: &length) { unsafe fill($0) }
    guard header > 0 else { return header == 0 ? .ended : .malformed }
    let size = Int(UInt32(littleEndian: length))
    guard header == 4, size > 0, size <= buffer.count else { return .malformed }
    let body = unsafe fill(UnsafeMutableRawBufferPointer(rebasing: buffer[..<size]))
    return body == size ? .message(size) : .malformed
  }

  /// Writes one message; returns `false` if the write fails.
  package func send(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { unsafe send($0) }
  }

  func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let length = UInt32(bytes.count).littleEndian
    return unsafe withUnsafeBytes(of: length) { unsafe OutputWriter.write($0, to: output) } == nil
      && OutputWriter.write(bytes, to: output) == nil
  }

  /// Reads until `buffer` is full or the input ends; returns the number of bytes, or -1 for an error.
  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      guard let count = try? unsafe FileDescriptor(rawValue: input).read(into: rest) else { return -1 }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Ignores the signals of the terminal, and those of a host that is gone.
  package static func ignoreSignals() {
    for signal in [SIGINT, SIGQUIT, SIGTSTP, SIGHUP, SIGPIPE] { Glibc.signal(signal, SIG_IGN) }
  }
}
