import Glibc

/// Changes the comment of an Ogg stream of Vorbis or Opus.
enum OggComment {
  /// What the second packet begins with, what may follow it, and how many packets come before the sound.
  private static let kinds: [(mark: String, tail: [UInt8], packets: Int)] = [
    ("\u{3}vorbis", [1], 3), ("OpusTags", [], 2),
  ]
  /// How long the packets before the sound may be.
  private static let maximumHead = 16 << 20

  /// Writes the stream anew with a comment as `change` makes it; `false` where the stream isn't as it should be.
  ///
  /// The packets of sound stay as they are. Where the longer comment takes more pages, those behind it are numbered
  /// anew. The encoder draws the serial number of the stream at random; here it follows from what the stream says of
  /// itself: the same stream has the same number, and others, which may be chained to it, hardly ever do.
  static func rewrite(_ splice: inout Splice, _ change: (inout VorbisComment) -> Void) throws(Splice.Failure) -> Bool {
    guard var first = try OggPage(splice, at: 0) else { return false }
    var offset = first.length
    var packets: [[UInt8]] = []
    var packet: [UInt8] = []
    var oldPages = 1
    var kind = kinds[0]
    while packets.isEmpty || packets.count < kind.packets - 1 {
      guard let page = try OggPage(splice, at: offset), offset < maximumHead else { return false }
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
      guard let found = kinds.first(where: { (packets.first ?? packet).matches($0.mark, at: 0) }) else { return false }
      kind = found
    }
    // Sound begins on a page of its own.
    guard packets.count == kind.packets - 1, packet.isEmpty,
      var comment = VorbisComment(packets[0].dropFirst(kind.mark.utf8.count))
    else { return false }
    change(&comment)
    packets[0] = Array(kind.mark.utf8) + comment.bytes + kind.tail
    first.serial = [UInt8](number: Int(OggPage.checksum(first.contents + packets[0])), bytes: 4)
    try splice.put(first.bytes)
    let pages = Self.pages(of: packets, serial: first.serial)
    for page in pages { try splice.put(page.bytes) }
    try copyPages(&splice, from: offset, serial: first.serial, movedBy: 1 + pages.count - oldPages)
    return true
  }

  /// The packets on pages of their own, from page 1 on.
  private static func pages(of packets: [[UInt8]], serial: [UInt8]) -> [OggPage] {
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
      // A page on which no packet ends has no place in the sound.
      let granule = [UInt8](repeating: part.allSatisfy { $0 == .max } ? .max : 0, count: 8)
      pages.append(
        OggPage(
          flags: isContinued ? 1 : 0, granule: granule, serial: serial, number: pages.count + 1, segments: part,
          contents: Array(contents.prefix(length))))
      isContinued = part.last == .max
      segments.removeFirst(part.count)
      contents = contents.dropFirst(length)
    }
    return pages
  }

  private static func copyPages(
    _ splice: inout Splice, from offset: Int, serial: [UInt8], movedBy pages: Int
  ) throws(Splice.Failure) {
    var offset = offset
    while var page = try OggPage(splice, at: offset) {
      offset += page.length
      page.number += pages
      page.serial = serial
      try splice.put(page.bytes)
    }
    // What is no page would be lost.
    guard try splice.read(1, at: offset).isEmpty else { throw Splice.Failure(code: EIO) }
  }
}
