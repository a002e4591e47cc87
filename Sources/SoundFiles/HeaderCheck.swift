/// Tells from a file's first bytes whether its decoder may see it at all.
///
/// libsndfile knows thirty formats and decodes the first block of some, such as IMA ADPCM, while it opens them; the
/// holes of the last years were there. So the container and the encoding are read here first, by bounds-checked code.
package struct HeaderCheck {
  /// Reads up to `count` bytes at `offset`; fewer, or none, at the end of the file.
  package typealias Bytes = (_ offset: Int, _ count: Int) -> [UInt8]

  /// A kind of file that is not read, and why.
  package struct Refusal: Error, Equatable {
    package let reason: String
    /// Whether its sound could be had by converting it.
    package var isConvertible = true
  }

  let bytes: Bytes
  let size: Int

  /// Looks at a file of `size` bytes through `bytes`.
  package init(size: Int, bytes: @escaping Bytes) {
    self.size = size
    self.bytes = bytes
  }

  /// Returns where the sound is of a kind that is read, and throws otherwise.
  package func check() throws(Refusal) {
    let start = try skipTag()
    let head = bytes(start, 12)
    if start == 0, head.matches("RIFF", at: 0), head.matches("WAVE", at: 8) { return try checkWave() }
    if start == 0, head.matches("FORM", at: 0), head.matches("AIFF", at: 8) { return try checkAIFF(compressed: false) }
    if start == 0, head.matches("FORM", at: 0), head.matches("AIFC", at: 8) { return try checkAIFF(compressed: true) }
    if head.matches("fLaC", at: 0) { return }
    if start == 0, head.matches("OggS", at: 0) {
      try checkOgg()
      return try checkLastPage()
    }
    try checkMPEG(head)
    try checkTally(at: start)
  }

  /// Passes over an ID3 tag, which may precede FLAC and MP3.
  private func skipTag() throws(Refusal) -> Int {
    let head = bytes(0, 10)
    guard head.matches("ID3", at: 0), head.count == 10 else { return 0 }
    // Four bytes of seven bits each; a footer, if there is one, takes ten more.
    let length = head[6...9].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    return 10 + length + (head[5] & 0x10 == 0 ? 0 : 10)
  }

  private func checkOgg() throws(Refusal) {
    let page = bytes(0, 27 + 255 + 8)
    guard page.count > 27 else { throw Refusal(reason: "it breaks off in its header", isConvertible: false) }
    let packet = 27 + Int(page[26])
    guard page.matches("\u{1}vorbis", at: packet) || page.matches("OpusHead", at: packet) else {
      throw Refusal(reason: "of Ogg files only Vorbis and Opus are read")
    }
  }

  private func checkMPEG(_ head: [UInt8]) throws(Refusal) {
    guard head.count > 2, head[0] == 0xFF, head[1] & 0xE0 == 0xE0, head[1] & 0x18 != 0x08 else {
      throw Refusal(reason: "it is no sound file that is read: WAV, AIFF, FLAC, Ogg Vorbis, Opus or MP3")
    }
    guard head[1] & 0x06 == 0x02 else { throw Refusal(reason: "of MPEG sound only Layer III (MP3) is read") }
  }
}

extension [UInt8] {
  /// Whether `text` stands at `offset`.
  func matches(_ text: String, at offset: Int) -> Bool {
    offset >= 0 && offset <= count && self[offset...].starts(with: text.utf8)
  }

  /// The unsigned number of `count` bytes at `offset`, or nil beyond the end.
  func number(at offset: Int, bytes count: Int, bigEndian: Bool) -> Int? {
    guard offset >= 0, offset + count <= self.count else { return nil }
    let slice = self[offset..<offset + count]
    let ordered = bigEndian ? Array(slice) : slice.reversed()
    return ordered.reduce(0) { $0 << 8 | Int($1) }
  }
}
