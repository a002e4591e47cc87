/// Whether an Ogg file has Vorbis or Opus, and all of its pages (RFC 3533, section 6): decoders skip missing pages, and
/// the sound ends early.
extension FormatWhitelist {
  private static let window = 1 << 20

  /// Checks the kind of the stream and its last page; with `wholly`, every page.
  func checkOgg(wholly: Bool) throws(Refusal) {
    let head = bytes(0, OggPage.headBytes + OggPage.maximumSegments + 8)
    guard head.count > OggPage.headBytes else { throw Self.truncatedHeader }
    let packet = OggPage.headBytes + Int(head[26])
    guard head.matches("\u{1}vorbis", at: packet) || head.matches("OpusHead", at: packet) else {
      throw Refusal(reason: "of Ogg files only Vorbis and Opus are read")
    }
    let start = max(0, size - OggPage.maximumBytes)
    let tail = bytes(start, size - start)
    let mark = Array("OggS".utf8)
    let last = tail.indices.dropLast(3).last { tail[$0] == mark[0] && tail[$0..<$0 + 4].elementsEqual(mark) }
    guard let last, OggPage(tail, at: last) != nil else { throw Self.truncated }
    if wholly { try checkPages() }
  }

  private func checkPages() throws(Refusal) {
    /// The number of the next page of each stream.
    var numbers: [[UInt8]: Int] = [:]
    var (buffer, start, place) = ([UInt8](), 0, 0)
    while place < size {
      if place + OggPage.maximumBytes > start + buffer.count, start + buffer.count < size {
        buffer = bytes(place, Self.window)
        start = place
      }
      guard let page = OggPage(buffer, at: place - start),
        buffer[(place - start)...].starts(with: page.bytes),
        page.isFirst || page.number == numbers[page.serial] ?? page.number
      else {
        let percent = place * 100 / max(size, 1)
        throw Refusal(reason: "it is damaged \(percent) % from its beginning", isConvertible: false)
      }
      numbers[page.serial] = page.number + 1
      place += page.length
    }
  }
}
