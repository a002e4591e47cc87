import Glibc

/// A descriptor that is closed with the last reference to it.
final class Descriptor {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// A socket at `path`, for datagrams or for connections that are never accepted; `@` begins an abstract name.
  static func listening(at path: String, datagrams: Bool = false) throws -> Descriptor {
    let kind = datagrams ? SOCK_DGRAM : SOCK_STREAM
    let made = Descriptor(socket(AF_UNIX, Int32(kind.rawValue | SOCK_CLOEXEC.rawValue), 0))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw Failure("\(path) is too long") }
    let isFile = path.hasPrefix("/")
    unsafe withUnsafeMutableBytes(of: &address.sun_path) {
      unsafe $0.copyBytes(from: isFile ? bytes : [0] + bytes[1...])
    }
    let length = isFile ? MemoryLayout<sockaddr_un>.size : MemoryLayout<sa_family_t>.size + bytes.count
    let bound = unsafe withUnsafeBytes(of: &address) { raw in
      unsafe bind(made.number, raw.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(length))
    }
    guard bound == 0, datagrams || listen(made.number, 8) == 0 else { throw Failure("no socket: error \(errno)") }
    return made
  }

  /// Two connected ends that a process started later does not inherit.
  static func pair() throws -> (Descriptor, Descriptor) {
    var ends: (Int32, Int32) = (-1, -1)
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let made = unsafe withUnsafeMutableBytes(of: &ends) {
      unsafe socketpair(AF_UNIX, kind, 0, $0.assumingMemoryBound(to: Int32.self).baseAddress)
    }
    guard made == 0 else { throw Failure("no socket pair: error \(errno)") }
    return (Descriptor(ends.0), Descriptor(ends.1))
  }
}

/// Reads the output stream of another process, by lines.
struct LineReader {
  private var source: Descriptor?
  private var bytes: [UInt8] = []
  /// How much of it `nextLine` has returned.
  private var consumed = 0

  init(_ source: Descriptor) { self.source = source }

  var isOpen: Bool { source != nil }
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The descriptor to poll; none once it is closed.
  var waiting: pollfd { pollfd(fd: source?.number ?? -1, events: Int16(POLLIN), revents: 0) }

  mutating func close() { source = nil }

  /// Reads what is available, and closes at the end of the stream.
  mutating func readOnce() {
    guard let source else { return }
    let count = unsafe withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { chunk in
      let count = unsafe read(source.number, chunk.baseAddress, chunk.count)
      if count > 0 { unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count])) }
      return count
    }
    if count == 0 || (count < 0 && errno != EINTR) { close() }
  }

  /// The next complete line.
  mutating func nextLine() -> String? {
    guard let end = bytes[consumed...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { consumed = end + 1 }
    return String(decoding: bytes[consumed..<end], as: UTF8.self)
  }
}
