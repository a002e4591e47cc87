/// Decides from the container and the encoding of a file whether it is passed to the decoder.
///
/// libsndfile knows thirty formats and decodes the first block of some, such as IMA ADPCM, while it opens them; its
/// recent vulnerabilities were there. So bounds-checked code reads the headers first. The codec libraries don't replace
/// it: they skip damage and truncation without an error, and libmpg123 estimates lengths.
package struct FormatWhitelist {
  /// Reads up to `count` bytes at `offset`; fewer, or none, at the end of the file.
  package typealias Bytes = (_ offset: Int, _ count: Int) -> [UInt8]

  /// A kind of file that is not read, and why.
  package struct Refusal: Error, Equatable {
    package let reason: String
    package var isConvertible = true
    /// ffmpeg reads more formats, sox any number of channels.
    package var converter = Converter.ffmpeg
  }

  package enum Converter: Sendable {
    case ffmpeg, sox
  }

  package struct View {
    /// Bytes before those of the file.
    var head: [UInt8] = []
    var range: Range<Int>
    /// Where the sound of a WAV or AIFF file begins.
    var start: Int?
    /// The length of the sound in bytes, according to the header.
    var sound = 0
    /// How many of these bytes the file lacks.
    var missing = 0
  }

  let bytes: Bytes
  let size: Int

  package init(size: Int, bytes: @escaping Bytes) {
    self.size = size
    self.bytes = bytes
  }

  /// Checks the headers, the pages of an Ogg file and the frames of an MP3 file.
  ///
  /// - Returns: The bytes to decode.
  package func check() throws(Refusal) -> View {
    let head = bytes(0, 12)
    if head.matches("RIFF", at: 0), head.matches("WAVE", at: 8) { return try checkWave() }
    if head.matches("FORM", at: 0), head.matches("AIFF", at: 8) { return try checkAIFF(compressed: false) }
    if head.matches("FORM", at: 0), head.matches("AIFC", at: 8) { return try checkAIFF(compressed: true) }
    if head.matches("OggS", at: 0) { return try checkOgg() }
    let start = Self.id3Length(head) ?? 0
    let sound = bytes(start, 12)
    if sound.matches("fLaC", at: 0) { return View(range: 0..<size) }
    try checkMPEG(sound)
    return try checkFrames(from: start)
  }

  /// The length of an ID3 tag, which may precede FLAC and MP3 and follow MP3, by its first bytes.
  static func id3Length(_ head: [UInt8]) -> Int? {
    guard head.matches("ID3", at: 0), head.count >= 10 else { return nil }
    // Four bytes of seven bits each; a footer, if there is one, takes ten more.
    let length = head[6...9].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    return 10 + length + (head[5] & 0x10 == 0 ? 0 : 10)
  }

  /// The signatures of formats that only converters read: AU, CAF, RF64, Wave64, AVI, 8SVX, WavPack,
  /// Monkey's Audio, AMR, MPEG-4 as telephones write it, ASF, Matroska.
  private static let convertible: [(mark: [UInt8], place: Int)] =
    [(".snd", 0), ("caff", 0), ("RF64", 0), ("riff", 0), ("AVI ", 8), ("8SVX", 8), ("wvpk", 0), ("MAC ", 0)]
    .map { (Array($0.0.utf8), $0.1) } + [
      (Array("#!AMR".utf8), 0), (Array("ftyp".utf8), 4), ([0x30, 0x26, 0xB2, 0x75], 0), ([0x1A, 0x45, 0xDF, 0xA3], 0),
    ]

  private func checkMPEG(_ head: [UInt8]) throws(Refusal) {
    guard head.count > 2, head[0] == 0xFF, head[1] & 0xE0 == 0xE0, head[1] & 0x18 != 0x08 else {
      throw Refusal(
        reason: "it is not a supported sound file: WAV, AIFF, FLAC, Ogg Vorbis, Opus or MP3",
        isConvertible: Self.convertible.contains { head.dropFirst($0.place).starts(with: $0.mark) })
    }
    guard head[1] & 0x06 == 0x02 else { throw Refusal(reason: "of MPEG sound, only Layer III (MP3) is supported") }
  }

  static let truncated = Refusal(reason: "it ends too early", isConvertible: false)
  static let truncatedHeader = Refusal(reason: "it ends within its header", isConvertible: false)
}

extension [UInt8] {
  init(number: Int, bytes count: Int, bigEndian: Bool = false) {
    let little = (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    self = bigEndian ? little.reversed() : little
  }

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
