import Glibc

/// Makes one file out of another: new bytes, and stretches that are copied as they are.
struct Splice {
  /// The system's number of what went wrong.
  struct Failure: Error {
    let code: Int32
  }

  private static let block = 1 << 20

  let source: Int32
  let target: Int32
  /// How much the target has so far.
  private var length = 0

  /// Reads from one descriptor, and writes to another from its beginning.
  init(from source: Int32, to target: Int32) {
    self.source = source
    self.target = target
  }

  /// The bytes of the source from `offset` on; fewer than `count` only at its end.
  func read(_ count: Int, at offset: Int) throws(Failure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(source, buffer.baseAddress.map { unsafe $0 + done }, count - done, offset + done)
      }
      if got > 0 {
        done += got
      } else if got == 0 {
        break
      } else if errno != EINTR {
        throw Failure(code: errno)
      }
    }
    return done == count ? bytes : Array(bytes.prefix(done))
  }

  /// Adds bytes to the target.
  mutating func put(_ bytes: [UInt8]) throws(Failure) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe pwrite(target, buffer.baseAddress.map { unsafe $0 + done }, bytes.count - done, length + done)
      }
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        throw Failure(code: count == 0 ? EIO : errno)
      }
    }
    length += bytes.count
  }

  /// Copies what the source has from `offset` to its end.
  mutating func copy(from offset: Int) throws(Failure) {
    var offset = offset
    while true {
      let bytes = try read(Self.block, at: offset)
      if bytes.isEmpty { return }
      try put(bytes)
      offset += bytes.count
    }
  }

  /// Adds chunks to the end of a RIFF file, and counts them in its length.
  static func append(_ chunks: [UInt8], toRIFF file: Int32) throws(Failure) {
    var splice = Splice(from: file, to: file)
    splice.length = lseek(file, 0, SEEK_END)
    guard splice.length > 0 else { throw Failure(code: EIO) }
    try splice.put((splice.length % 2 == 0 ? [] : [0]) + chunks)
    let length = splice.length - 8
    splice.length = 4
    try splice.put([UInt8](number: length, bytes: 4))
  }
}
