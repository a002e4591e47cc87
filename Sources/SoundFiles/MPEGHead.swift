/// The head of a frame of MP3: four bytes, of which the length of the frame follows (ISO/IEC 11172-3, 2.4.2.3, and
/// 13818-3 for the lower rates).
struct MPEGHead {
  /// A frame has at most so many bytes.
  static let maximumLength = 1_441

  /// What all frames of a stream have in common: version, layer and rate.
  let kind: UInt32
  /// How many bytes the frame has, these four among them.
  let length: Int
  /// How many samples it gives a side.
  let samples: Int
  /// Samples a second.
  let rate: Int
  private let isMono: Bool

  /// Reads the four bytes at `place`; `nil` for what is no head, and for the free format, which tells no length.
  init?(_ bytes: [UInt8], at place: Int) {
    guard place >= 0, place + 4 <= bytes.count, bytes[place] == 0xFF else { return nil }
    let word = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[place + $1]) }
    let (version, bitRate, rate) = (Int(word >> 19 & 3), Int(word >> 12 & 15), Int(word >> 10 & 3))
    guard word >> 21 == 0x7FF, word >> 17 & 3 == 1, version != 1, (1...14).contains(bitRate), rate != 3 else {
      return nil
    }
    let isFirst = version == 3
    self.rate = [44_100, 48_000, 32_000][rate] >> (isFirst ? 0 : version == 2 ? 1 : 2)
    samples = isFirst ? 1_152 : 576
    let kilobits = (isFirst ? Self.firstVersion : Self.laterVersions)[bitRate - 1]
    length = samples / 8 * kilobits * 1_000 / self.rate + Int(word >> 9 & 1)
    kind = word & 0xFFFE_0C00
    isMono = word >> 6 & 3 == 3
  }

  /// The bit rates in kbit/s, by their numbers.
  private static let firstVersion = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
  private static let laterVersions = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

  /// Where in a frame of this kind "Xing" or "Info" stands: behind the side information.
  var tallyPlace: Int { 4 + (samples == 1_152 ? (isMono ? 17 : 32) : (isMono ? 9 : 17)) }

  /// A frame without sound that says how many are behind it, as encoders put one first.
  func tally(of frames: Int) -> [UInt8] {
    // Of a medium bit rate, for there to be room; without a checksum, and without padding.
    let word = kind | 1 << 16 | 8 << 12 | (isMono ? 3 : 1) << 6
    let head = [UInt8](number: Int(word), bytes: 4, bigEndian: true)
    guard let length = MPEGHead(head, at: 0)?.length else { return [] }
    var frame = head + [UInt8](repeating: 0, count: length - 4)
    let text = Array("Info".utf8) + [0, 0, 0, 1] + [UInt8](number: frames, bytes: 4, bigEndian: true)
    frame.replaceSubrange(tallyPlace..<tallyPlace + text.count, with: text)
    return frame
  }
}
