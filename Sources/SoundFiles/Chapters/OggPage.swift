/// A page of an Ogg stream (RFC 3533, section 6).
struct OggPage {
  private static let headBytes = 27
  /// A page has at most so many segments, and a segment so many bytes.
  static let maximumSegments = 255

  /// Whether it goes on with a packet, begins the stream, ends it: bits 0, 1 and 2.
  var flags: UInt8
  /// How far the sound has come when the page ends, as its bytes have it.
  var granule: [UInt8]
  /// Of the stream.
  var serial: [UInt8]
  /// Counted from 0.
  var number: Int
  var segments: [UInt8]
  var contents: [UInt8]

  init(flags: UInt8, granule: [UInt8], serial: [UInt8], number: Int, segments: [UInt8], contents: [UInt8]) {
    self.flags = flags
    self.granule = granule
    self.serial = serial
    self.number = number
    self.segments = segments
    self.contents = contents
  }

  /// Reads the page at `offset`; `nil` where there is none, or not all of it.
  init?(_ splice: Splice, at offset: Int) throws(Splice.Failure) {
    let head = try splice.read(Self.headBytes + Self.maximumSegments, at: offset)
    guard head.matches("OggS", at: 0), head.count > Self.headBytes, head[4] == 0,
      let number = head.number(at: 18, bytes: 4, bigEndian: false)
    else { return nil }
    let segments = Array(head.dropFirst(Self.headBytes).prefix(Int(head[26])))
    let length = segments.reduce(0) { $0 + Int($1) }
    let contents = try splice.read(length, at: offset + Self.headBytes + segments.count)
    guard segments.count == Int(head[26]), contents.count == length else { return nil }
    self.init(
      flags: head[5], granule: Array(head[6..<14]), serial: Array(head[14..<18]), number: number, segments: segments,
      contents: contents)
  }

  /// How much room it takes.
  var length: Int { Self.headBytes + segments.count + contents.count }

  /// As it stands in a file, with its checksum.
  var bytes: [UInt8] {
    var bytes =
      Array("OggS".utf8) + [0, flags] + granule + serial + [UInt8](number: number, bytes: 4) + [0, 0, 0, 0]
      + [UInt8(segments.count)] + segments + contents
    bytes.replaceSubrange(22..<26, with: [UInt8](number: Int(Self.checksum(bytes)), bytes: 4))
    return bytes
  }

  /// The cyclic redundancy check of Ogg: polynomial 0x04C11DB7, nothing reflected, nothing inverted.
  static func checksum(_ bytes: [UInt8]) -> UInt32 { checksum(bytes, in: bytes.indices, after: 0) }

  private static func checksum(_ bytes: [UInt8], in range: Range<Int>, after start: UInt32) -> UInt32 {
    let table = table
    var value = start
    for index in range { value = value << 8 ^ table[Int(UInt8(value >> 24) ^ bytes[index])] }
    return value
  }

  /// Whether the page that lies in a range of some bytes is as it was written.
  static func isWhole(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let place = range.lowerBound + 22
    // It was computed with zeros in its own place.
    let head = checksum([0, 0, 0, 0], in: 0..<4, after: checksum(bytes, in: range.lowerBound..<place, after: 0))
    return bytes.number(at: place, bytes: 4, bigEndian: false)
      == Int(checksum(bytes, in: place + 4..<range.upperBound, after: head))
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index) << 24) { value, _ in value << 1 ^ (value >> 31) * 0x04C1_1DB7 }
  }
}
