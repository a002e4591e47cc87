import CZlib

/// Writes a picture of squares in at most 16 colours as PNG (RFC 2083). The same squares give the same bytes.
package enum PNGImage {
  /// The picture, in which each of `rows` has the indexes of its squares' colours, which are written as `#rrggbb`; a
  /// square is `scale` pixels wide and high, an even number.
  package static func bytes(_ rows: [[UInt8]], colours: [String], scale: Int) -> [UInt8] {
    let (width, height) = ((rows.first?.count ?? 0) * scale, rows.count * scale)
    // Four bits a pixel, each row after a filter that does nothing.
    let pixels = rows.flatMap { row -> [UInt8] in
      let line: [UInt8] = [0] + row.flatMap { [UInt8](repeating: $0 << 4 | $0, count: scale / 2) }
      return (0..<scale).flatMap { _ in line }
    }
    let palette = colours.flatMap { colour -> [UInt8] in
      let number = Int(colour.dropFirst(), radix: 16) ?? 0
      return [16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    // RFC 1950 around the compressed pixels: a header for the window of 32 KiB, and a checksum.
    let checksum = unsafe adler32(1, pixels, UInt32(pixels.count))
    let data = [0x78, 0xDA] + RawDeflate.compress(pixels) + bigEndian(Int(checksum))
    let header = bigEndian(width) + bigEndian(height) + [4, 3, 0, 0, 0]
    let chunks = [("IHDR", header), ("PLTE", palette), ("IDAT", data), ("IEND", [])].flatMap { chunk($0, $1) }
    return [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + chunks
  }

  private static func chunk(_ name: String, _ contents: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + contents
    return bigEndian(contents.count) + body + bigEndian(Int(unsafe crc32(0, body, UInt32(body.count))))
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
