/// Whether an Ogg file has Vorbis or Opus, and all of its pages: decoders skip missing pages, and the sound ends early.
extension FormatWhitelist {
  func checkOgg() throws(Refusal) -> View {
    var numbers: [Int32: Int] = [:]
    let pages = OggPages(bytes)
    var place = 0
    var item = pages.next()
    if item == .page, !["\u{1}vorbis", "OpusHead"].contains(where: { pages.contents.matches($0, at: 0) }) {
      throw Refusal(reason: "of Ogg files, only Vorbis and Opus are supported")
    }
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
