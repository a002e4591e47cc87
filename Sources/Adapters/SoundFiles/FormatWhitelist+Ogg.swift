/// Whether an Ogg file has Vorbis or Opus, and all of its pages: decoders skip missing pages, and the sound ends early.
extension FormatWhitelist {
  /// The bytes of a page before the lengths of its segments, whose number is the last one.
  private static let pageHead = 27

  /// Checks the kind of the stream and its last page; with `wholly`, every page.
  func checkOgg(wholly: Bool) throws(Refusal) {
    let head = bytes(0, Self.pageHead + Int(UInt8.max) + 8)
    guard head.count > Self.pageHead else { throw Self.truncatedHeader }
    let packet = Self.pageHead + Int(head[Self.pageHead - 1])
    guard head.matches("\u{1}vorbis", at: packet) || head.matches("OpusHead", at: packet) else {
      throw Refusal(reason: "of Ogg files only Vorbis and Opus are read")
    }
    try checkLastPage()
    if wholly { try checkPages() }
  }

  private func checkLastPage() throws(Refusal) {
    let pages = OggPages(from: max(0, size - OggPages.maximumBytes), bytes)
    var hasPage = false
    while true {
      switch pages.next() {
      case .page: hasPage = true
      case .damage: continue
      case .end:
        if !hasPage || bytes(pages.offset, 4).matches("OggS", at: 0) { throw Self.truncated }
        return
      }
    }
  }

  private func checkPages() throws(Refusal) {
    /// The number of the next page of each stream.
    var numbers: [Int32: Int] = [:]
    let pages = OggPages(bytes)
    var place = 0
    while case .page = pages.next(), pages.isFirst || pages.number == numbers[pages.serial] ?? pages.number {
      numbers[pages.serial] = pages.number + 1
      place = pages.offset
    }
    guard place < size else { return }
    throw Refusal(reason: "it is damaged \(place * 100 / max(size, 1)) % from its beginning", isConvertible: false)
  }
}
