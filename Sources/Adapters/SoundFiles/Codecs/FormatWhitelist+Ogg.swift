/// Whether an Ogg file has Vorbis or Opus, and all of its pages: decoders skip missing pages, and the sound ends early.
extension FormatWhitelist {
  /// The bytes of a page before the lengths of its segments, whose number is the last one.
  private static let pageHead = 27

  func checkOgg() throws(Refusal) -> View {
    let head = bytes(0, Self.pageHead + Int(UInt8.max) + 8)
    guard head.count > Self.pageHead else { throw Self.truncatedHeader }
    let packet = Self.pageHead + Int(head[Self.pageHead - 1])
    guard head.matches("\u{1}vorbis", at: packet) || head.matches("OpusHead", at: packet) else {
      throw Refusal(reason: "of Ogg files, only Vorbis and Opus are supported")
    }
    var numbers: [Int32: Int] = [:]
    let pages = OggPages(bytes)
    var place = 0
    var item = pages.next()
    while item == .page, pages.isFirst || pages.number == numbers[pages.serial] ?? pages.number {
      numbers[pages.serial] = pages.number + 1
      place = pages.offset
      item = pages.next()
    }
    guard place < size else { return View(range: 0..<size) }
    if item == .end { throw Self.truncated }
    throw Refusal(reason: "it is damaged \(place * 100 / size) % from its beginning", isConvertible: false)
  }
}
