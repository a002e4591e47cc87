import Glibc
import HostSystem

/// Writes a file that consists of new bytes and of ranges of another file.
struct FileRewriter {
  /// A failed read or write.
  struct Failure: Error {
    /// The error number.
    let code: Int32
  }

  private static let block = 1 << 20

  let source: Int32
  let target: Int32
  /// The length of the target.
  private var length = 0

  /// Reads from `source`, and writes to `target` from its beginning.
  init(from source: Int32, to target: Int32) {
    self.source = source
    self.target = target
  }

  /// The bytes of the source from `offset` on; fewer than `count` only at its end.
  func read(_ count: Int, at offset: Int) throws(Failure) -> [UInt8] {
    var code: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = unsafe pread(source, buffer.baseAddress.map { unsafe $0 + filled }, count - filled, offset + filled)
        if got > 0 {
          filled += got
        } else if got == 0 || errno != EINTR {
          code = got == 0 ? 0 : errno
          return
        }
      }
    }
    if code != 0 { throw Failure(code: code) }
    return bytes
  }

  /// Appends bytes to the target.
  mutating func put(_ bytes: [UInt8]) throws(Failure) {
    if let code = OutputWriter.write(bytes, to: target, at: length) { throw Failure(code: code) }
    length += bytes.count
  }

  /// Appends the source from `offset` to its end.
  mutating func copy(from offset: Int) throws(Failure) {
    var offset = offset
    while true {
      let bytes = try read(Self.block, at: offset)
      if bytes.isEmpty { return }
      try put(bytes)
      offset += bytes.count
    }
  }

  /// Appends chunks to a RIFF file, and updates its length.
  static func append(_ chunks: [UInt8], toRIFF file: Int32) throws(Failure) {
    var rewriter = FileRewriter(from: file, to: file)
    rewriter.length = lseek(file, 0, SEEK_END)
    guard rewriter.length > 0 else { throw Failure(code: EIO) }
    try rewriter.put((rewriter.length % 2 == 0 ? [] : [0]) + chunks)
    let length = rewriter.length - 8
    rewriter.length = 4
    try rewriter.put([UInt8](number: length, bytes: 4))
  }
}
