internal import COgg

enum OggComment {
  /// The beginnings of the first packet and of the comment, and the number of packets before the sound.
  private static let kinds = [("\u{1}vorbis", "\u{3}vorbis", 3), ("OpusHead", "OpusTags", 2)]
  private static let maximumPages = 256

  /// Copies a stream with more fields; returns `false` if the stream is malformed.
  ///
  /// The packets of sound are copied. Where the new comment takes more pages, the following ones are renumbered. The
  /// encoder chooses a random serial number for the stream; it is replaced with the checksum of the comment's first
  /// page, so that equal streams have equal files.
  static func copy(_ source: CodecIO, to target: CodecIO, adding fields: [String]) -> Bool {
    let pages = OggPages { source.read(at: $0, count: $1) }
    guard var packets = packets(pages),
      let kind = kinds.first(where: { packets[0].matches($0.0, at: 0) }), packets[1].matches(kind.1, at: 0),
      let comment = adding(fields, to: packets[1], from: kind.1.utf8.count)
    else { return false }
    packets[1] = comment
    let removed = pages.number + 1
    let checksum = Self.pages(of: packets, serial: 0)[1].number(at: 22, bytes: 4, bigEndian: false) ?? 0
    let serial = Int32(truncatingIfNeeded: checksum)
    let head = Self.pages(of: packets, serial: serial)
    for page in head { target.write(page) }
    var item = pages.next()
    while case .page = item {
      unsafe target.write(renumbered(&pages.page, pages.number - removed + head.count, serial))
      item = pages.next()
    }
    return item == .end && pages.offset == source.length
  }

  /// The packets before the sound, which begins on a page of its own.
  private static func packets(_ pages: OggPages) -> [[UInt8]]? {
    var stream = unsafe ogg_stream_state()
    defer { unsafe ogg_stream_clear(&stream) }
    var packets: [[UInt8]] = []
    for number in 0..<maximumPages {
      guard case .page = pages.next() else { return nil }
      if number == 0 { unsafe ogg_stream_init(&stream, pages.serial) }
      guard unsafe ogg_stream_pagein(&stream, &pages.page) == 0 else { return nil }
      var packet = unsafe ogg_packet()
      while unsafe ogg_stream_packetout(&stream, &packet) == 1 {
        unsafe packets.append(Array(UnsafeRawBufferPointer(start: packet.packet, count: packet.bytes)))
      }
      guard let first = packets.first, let kind = kinds.first(where: { first.matches($0.0, at: 0) }) else { return nil }
      if packets.count >= kind.2 {
        let isWhole = unsafe stream.lacing_fill == stream.lacing_returned
        return packets.count == kind.2 && isWhole ? packets : nil
      }
    }
    return nil
  }

  /// The comment of a packet with more fields: the lengths of the vendor and of each field precede them in 32 bits,
  /// little-endian; the number of fields follows the vendor (Vorbis I, section 5). `nil` if it is truncated.
  private static func adding(_ fields: [String], to packet: [UInt8], from start: Int) -> [UInt8]? {
    func number(_ place: Int) -> Int? { packet.number(at: place, bytes: 4, bigEndian: false) }
    guard let vendor = number(start), let count = number(start + 4 + vendor) else { return nil }
    let begin = start + 4 + vendor
    var end = begin + 4
    for _ in 0..<count {
      guard let length = number(end) else { return nil }
      end += 4 + length
    }
    guard end <= packet.count else { return nil }
    let added = fields.flatMap { [UInt8](number: $0.utf8.count, bytes: 4) + $0.utf8 }
    let total = [UInt8](number: count + fields.count, bytes: 4)
    return Array([packet[..<begin], total[...], packet[(begin + 4)..<end], added[...], packet[end...]].joined())
  }

  /// The pages of the packets before the sound: the first packet has one of its own, the others are filled.
  private static func pages(of packets: [[UInt8]], serial: Int32) -> [[UInt8]] {
    var stream = unsafe ogg_stream_state()
    unsafe ogg_stream_init(&stream, serial)
    defer { unsafe ogg_stream_clear(&stream) }
    var pages: [[UInt8]] = []
    var page = unsafe ogg_page()
    for (index, packet) in packets.enumerated() {
      var bytes = packet
      unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        var packet = unsafe ogg_packet(
          packet: buffer.baseAddress, bytes: buffer.count, b_o_s: index == 0 ? 1 : 0, e_o_s: 0, granulepos: 0,
          packetno: Int64(index))
        unsafe ogg_stream_packetin(&stream, &packet)
      }
      guard index == 0 || index == packets.count - 1 else { continue }
      while unsafe ogg_stream_flush_fill(&stream, &page, Int32(OggPages.maximumBytes)) != 0 {
        unsafe pages.append(Self.bytes(of: page))
      }
    }
    return pages
  }

  /// A page with another number and serial number, and its checksum.
  private static func renumbered(_ page: inout ogg_page, _ number: Int, _ serial: Int32) -> [UInt8] {
    let fields = [UInt8](number: Int(serial), bytes: 4) + [UInt8](number: number, bytes: 4)
    for (index, byte) in fields.enumerated() { unsafe page.header[14 + index] = byte }
    unsafe ogg_page_checksum_set(&page)
    return unsafe bytes(of: page)
  }

  private static func bytes(of page: ogg_page) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: page.header, count: page.header_len))
      + Array(UnsafeBufferPointer(start: page.body, count: page.body_len))
  }
}
