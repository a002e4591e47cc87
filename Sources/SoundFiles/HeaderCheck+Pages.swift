/// Whether all pages of an Ogg file are there and whole (RFC 3533, section 6): its decoders pass over what is missing,
/// and the sound comes to its end early.
extension HeaderCheck {
  private static let headBytes = 27
  private static let longestPage = 65_307
  private static let window = 1 << 20

  /// Looks at every page.
  func checkPages() throws(Refusal) {
    /// The number of the next page of each stream.
    var numbers: [Int: Int] = [:]
    var (held, start, place) = ([UInt8](), 0, 0)
    while place < size {
      if place + Self.longestPage > start + held.count, start + held.count < size {
        held = bytes(place, Self.window)
        start = place
      }
      let here = place - start
      guard let page = Page(held, at: here), OggPage.isWhole(held, here..<here + page.length) else {
        throw Self.lost(place, of: size)
      }
      if !page.isFirst, page.number != numbers[page.serial] ?? page.number { throw Self.lost(place, of: size) }
      numbers[page.serial] = page.number + 1
      place += page.length
    }
  }

  private static func lost(_ place: Int, of size: Int) -> Refusal {
    Refusal(reason: "it is damaged \(place * 100 / max(size, 1)) % from its beginning", isConvertible: false)
  }

  /// What the head of a page says.
  private struct Page {
    let isFirst: Bool
    let serial: Int
    let number: Int
    let length: Int

    init?(_ bytes: [UInt8], at place: Int) {
      guard bytes.matches("OggS", at: place), bytes.count >= place + headBytes,
        let serial = bytes.number(at: place + 14, bytes: 4, bigEndian: false),
        let number = bytes.number(at: place + 18, bytes: 4, bigEndian: false)
      else { return nil }
      let contents = place + headBytes + Int(bytes[place + 26])
      guard contents <= bytes.count else { return nil }
      length = bytes[place + headBytes..<contents].reduce(contents - place) { $0 + Int($1) }
      guard place + length <= bytes.count else { return nil }
      isFirst = bytes[place + 5] & 2 != 0
      self.serial = serial
      self.number = number
    }
  }
}
