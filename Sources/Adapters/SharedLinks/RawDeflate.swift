import CZlib

/// Compresses bytes with DEFLATE, without a header or a checksum, and decompresses them within a limit.
enum RawDeflate {
  /// The reason why bytes can't be decompressed.
  enum Failure: Error, Equatable {
    case malformed, truncated, tooLong
    /// Bytes follow the end of the compressed ones.
    case continued
  }

  /// The size of the window as a power of two; negative for raw DEFLATE.
  private static let window: Int32 = -15
  private static let step = 1 << 14

  static func compress(_ bytes: [UInt8]) -> [UInt8] {
    var stream = unsafe z_stream()
    let size = Int32(unsafe MemoryLayout<z_stream>.size)
    let begin = unsafe deflateInit2_(
      &stream, Z_BEST_COMPRESSION, Z_DEFLATED, window, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    // Only a machine without memory can't begin.
    guard begin == Z_OK else { return [] }
    defer { unsafe deflateEnd(&stream) }
    var result: [UInt8] = []
    _ = unsafe run(&stream, bytes, into: &result, limit: .max) { unsafe deflate(&$0, Z_FINISH) }
    return result
  }

  /// The bytes that were compressed; at most `limit`.
  static func decompress(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    var stream = unsafe z_stream()
    let size = Int32(unsafe MemoryLayout<z_stream>.size)
    guard unsafe inflateInit2_(&stream, window, ZLIB_VERSION, size) == Z_OK else { throw .malformed }
    defer { unsafe inflateEnd(&stream) }
    var result: [UInt8] = []
    let end = unsafe run(&stream, bytes, into: &result, limit: limit) { unsafe inflate(&$0, Z_NO_FLUSH) }
    guard result.count <= limit else { throw .tooLong }
    if end == Z_BUF_ERROR { throw .truncated }
    guard end == Z_STREAM_END else { throw .malformed }
    guard unsafe stream.avail_in == 0 else { throw .continued }
    return result
  }

  /// Steps through `bytes` until the end of the stream, an error, or more than `limit` bytes; returns the last code.
  private static func run(
    _ stream: inout z_stream, _ bytes: [UInt8], into result: inout [UInt8], limit: Int,
    _ advance: (inout z_stream) -> Int32
  ) -> Int32 {
    var input = bytes
    var output = [UInt8](repeating: 0, count: step)
    return unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe stream.next_in = input.baseAddress
      unsafe stream.avail_in = UInt32(input.count)
      var code = Z_OK
      while code == Z_OK, result.count <= limit {
        unsafe output.withUnsafeMutableBufferPointer { buffer in
          unsafe stream.next_out = buffer.baseAddress
          unsafe stream.avail_out = UInt32(buffer.count)
          code = unsafe advance(&stream)
        }
        result += output.prefix(step - Int(unsafe stream.avail_out))
      }
      return code
    }
  }
}
