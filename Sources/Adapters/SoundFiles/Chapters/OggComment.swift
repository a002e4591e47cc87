import Glibc

/// Changes the comment of an Ogg Vorbis or Opus stream.
enum OggComment {
  /// How the second packet begins and ends, and the number of packets before the sound.
  private static let kinds: [(signature: String, tail: [UInt8], packets: Int)] = [
    ("\u{3}vorbis", [1], 3), ("OpusTags", [], 2),
  ]
  /// The most bytes before the sound.
  private static let maximumHead = 16 << 20

  /// Rewrites the stream with a changed comment; returns `false` where the stream is malformed.
  ///
  /// The packets of sound are copied. Where the new comment takes more pages, the following ones are renumbered. The
  /// encoder chooses a random serial number for the stream; it is replaced with a checksum of its headers, so that
  /// equal streams have equal files.
  static func rewrite(_ file: inout FileRewriter, _ change: (inout VorbisComment) -> Void) throws(FileRewriter
    .Failure) -> Bool
  {
    guard var first = try OggPage(file, at: 0) else { return false }
    var offset = first.length
    var packets: [[UInt8]] = []
    var packet: [UInt8] = []
    var oldPages = 1
    var kind = kinds[0]
    while packets.isEmpty || packets.count < kind.packets - 1 {
      guard let page = try OggPage(file, at: offset), offset < maximumHead else { return false }
      offset += page.length
      oldPages += 1
      var rest = page.contents[...]
      for segment in page.segments {
        packet += rest.prefix(Int(segment))
        rest = rest.dropFirst(Int(segment))
        guard segment < UInt8.max else { continue }
        packets.append(packet)
        packet = []
      }
      guard let found = kinds.first(where: { (packets.first ?? packet).matches($0.signature, at: 0) }) else {
        return false
      }
      kind = found
    }
    // Sound begins on a page of its own.
    guard packets.count == kind.packets - 1, packet.isEmpty,
      var comment = VorbisComment(packets[0].dropFirst(kind.signature.utf8.count))
    else { return false }
    change(&comment)
    packets[0] = Array(kind.signature.utf8) + comment.bytes + kind.tail
    first.serial = [UInt8](number: Int(OggPage.checksum(first.contents + packets[0])), bytes: 4)
    try file.put(first.bytes)
    let pages = Self.pages(of: packets, after: first)
    for page in pages { try file.put(page.bytes) }
    try copyPages(&file, from: offset, serial: first.serial, movedBy: 1 + pages.count - oldPages)
    return true
  }

  /// Separate pages with the packets, after the first page of the stream.
  private static func pages(of packets: [[UInt8]], after first: OggPage) -> [OggPage] {
    var segments: [UInt8] = []
    for packet in packets {
      segments += [UInt8](repeating: .max, count: packet.count / 255) + [UInt8(packet.count % 255)]
    }
    var contents = packets.flatMap(\.self)[...]
    var pages: [OggPage] = []
    var isContinued = false
    while !segments.isEmpty {
      let part = Array(segments.prefix(OggPage.maximumSegments))
      let length = part.reduce(0) { $0 + Int($1) }
      // A page on which no packet ends has no position in the sound.
      let granule = [UInt8](repeating: part.allSatisfy { $0 == .max } ? .max : 0, count: 8)
      var page = first
      (page.flags, page.granule) = (isContinued ? 1 : 0, granule)
      (page.number, page.segments, page.contents) = (pages.count + 1, part, Array(contents.prefix(length)))
      pages.append(page)
      isContinued = part.last == .max
      segments.removeFirst(part.count)
      contents = contents.dropFirst(length)
    }
    return pages
  }

  private static func copyPages(
    _ file: inout FileRewriter, from offset: Int, serial: [UInt8], movedBy pages: Int
  ) throws(FileRewriter.Failure) {
    var offset = offset
    while var page = try OggPage(file, at: offset) {
      offset += page.length
      page.number += pages
      page.serial = serial
      try file.put(page.bytes)
    }
    // Bytes that are no page would be lost.
    guard try file.read(1, at: offset).isEmpty else { throw FileRewriter.Failure(code: EIO) }
  }
}

/// A page of an Ogg stream (RFC 3533, section 6).
struct OggPage {
  static let headBytes = 27
  /// The most segments of a page, and the most bytes of a segment.
  static let maximumSegments = 255
  static let maximumBytes = headBytes + maximumSegments * (1 + maximumSegments)

  /// Bit 0: continues a packet; bit 1: begins the stream; bit 2: ends it.
  var flags: UInt8
  /// The position in the sound at the end of the page.
  var granule: [UInt8]
  /// The serial number of the stream.
  var serial: [UInt8]
  /// Counted from 0.
  var number: Int
  var segments: [UInt8]
  var contents: [UInt8]

  /// Reads the page at `offset` of some bytes; `nil` where no page begins or it is truncated. The checksum is ignored.
  init?(_ bytes: [UInt8], at offset: Int) {
    guard bytes.matches("OggS", at: offset), bytes.count >= offset + Self.headBytes, bytes[offset + 4] == 0,
      let number = bytes.number(at: offset + 18, bytes: 4, bigEndian: false)
    else { return nil }
    segments = Array(bytes[(offset + Self.headBytes)...].prefix(Int(bytes[offset + 26])))
    let start = offset + Self.headBytes + segments.count
    contents = Array(bytes[start...].prefix(segments.reduce(0) { $0 + Int($1) }))
    guard segments.count == Int(bytes[offset + 26]), contents.count == segments.reduce(0, { $0 + Int($1) }) else {
      return nil
    }
    (flags, self.number) = (bytes[offset + 5], number)
    (granule, serial) = (Array(bytes[offset + 6..<offset + 14]), Array(bytes[offset + 14..<offset + 18]))
  }

  /// Reads the page at `offset` of a file.
  init?(_ file: FileRewriter, at offset: Int) throws(FileRewriter.Failure) {
    let head = try file.read(Self.headBytes + Self.maximumSegments, at: offset)
    guard head.count > Self.headBytes else { return nil }
    let segments = head.dropFirst(Self.headBytes).prefix(Int(head[26]))
    let length = Self.headBytes + segments.reduce(segments.count) { $0 + Int($1) }
    self.init(try file.read(length, at: offset), at: 0)
  }

  var isFirst: Bool { flags & 2 != 0 }

  /// The length in bytes.
  var length: Int { Self.headBytes + segments.count + contents.count }

  /// The encoded page, with its checksum.
  var bytes: [UInt8] {
    var bytes =
      Array("OggS".utf8) + [0, flags] + granule + serial + [UInt8](number: number, bytes: 4) + [0, 0, 0, 0]
      + [UInt8(segments.count)] + segments + contents
    bytes.replaceSubrange(22..<26, with: [UInt8](number: Int(Self.checksum(bytes)), bytes: 4))
    return bytes
  }

  /// The cyclic redundancy check of Ogg: polynomial 0x04C11DB7, not reflected, not inverted.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    let table = table
    return bytes.reduce(0) { $0 << 8 ^ table[Int(UInt8($0 >> 24) ^ $1)] }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index) << 24) { value, _ in value << 1 ^ (value >> 31) * 0x04C1_1DB7 }
  }
}
