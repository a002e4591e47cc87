/// An MP3 file is a sequence of frames, which its decoder reads in part and otherwise estimates.
///
/// No header has its duration, unless the encoder has put a frame count first ("Xing" or "Info"); the decoder infers it
/// from the first frame. Tags between the frames and after them make it print messages to stderr. So the frames are
/// counted here, and the decoder sees nothing else.
extension FormatWhitelist {
  /// The maximum number of bytes of unknown content after the last frame.
  private static let maximumTail = 1 << 17

  /// Reads the frames from `start` on.
  ///
  /// - Returns: The frames, after a frame count if they had no correct one.
  /// - Throws: `Refusal` where the sequence is interrupted or frames are missing.
  func checkFrames(from start: Int) throws(Refusal) -> View {
    // Frames of free format have no length; such a file is left to the decoder.
    guard let first = MPEGFrameHeader(bytes(start, 4), at: 0) else { return View(range: start..<size) }
    let count = first.count(in: bytes(start, MPEGFrameHeader.maximumLength))
    // Encoders differ on whether the first frame counts.
    if let bytes = count?.bytes, size - start < bytes - MPEGFrameHeader.maximumLength { throw Self.truncated }
    var (place, end, frames) = (start, start, 0)
    while true {
      let head = bytes(place, 32)
      if let header = MPEGFrameHeader(head, at: 0), header.kind == first.kind, place + header.length <= size {
        frames += 1
        place += header.length
        end = place
      } else if let length = Self.tagLength(head) {
        place = min(place + length, size)
      } else {
        break
      }
    }
    guard frames > 0 else { throw Self.truncated }
    if first.hasSuccessors(in: bytes(place, Self.maximumTail)) {
      let seconds = frames * first.samples / first.rate
      throw Refusal(reason: "it is damaged \(seconds) s from its beginning")
    }
    if size - place > Self.maximumTail || frames < count?.frames ?? 0 { throw Self.truncated }
    guard let count else { return View(head: first.frame(counting: frames), range: start..<end) }
    if frames - 1 <= count.frames { return View(range: start..<end) }
    // The count is that of the first of several joined files.
    return View(head: first.frame(counting: frames - 1), range: start + first.length..<end)
  }

  /// The length of a tag after a file or between two joined files, of which these are the first bytes: ID3 or APE.
  private static func tagLength(_ head: [UInt8]) -> Int? {
    if head.matches("TAG", at: 0) { return 128 }
    if let length = id3Length(head) { return length }
    // The length includes the footer, but not the header of the same size.
    guard head.matches("APETAGEX", at: 0) else { return nil }
    return head.number(at: 12, bytes: 4, bigEndian: false).map { 32 + $0 }
  }
}

/// The header of an MP3 frame: four bytes, which determine its length (ISO/IEC 11172-3, 2.4.2.3, and 13818-3 for the
/// lower rates).
struct MPEGFrameHeader {
  static let maximumLength = 1_441

  /// The bits that all frames of a stream share: version, layer and rate.
  let kind: UInt32
  /// The length of the frame in bytes, including the header.
  let length: Int
  let samples: Int
  /// Samples per second.
  let rate: Int
  private let isMono: Bool

  /// Reads the four bytes at `place`; `nil` if they are no header, and for the free format, which has no length.
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

  /// The bit rates in kbit/s, by their index.
  private static let firstVersion = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
  private static let laterVersions = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

  /// The offset of "Xing" or "Info" in a frame of this kind: after the side information.
  private var countOffset: Int { 4 + (samples == 1_152 ? (isMono ? 17 : 32) : (isMono ? 9 : 17)) }

  /// The numbers of frames and bytes that `frame`, the first one, states, if it does.
  func count(in frame: [UInt8]) -> (frames: Int, bytes: Int?)? {
    guard frame.matches("Xing", at: countOffset) || frame.matches("Info", at: countOffset),
      let flags = frame.number(at: countOffset + 4, bytes: 4, bigEndian: true), flags & 1 == 1,
      let frames = frame.number(at: countOffset + 8, bytes: 4, bigEndian: true)
    else { return nil }
    return (frames, flags & 2 == 2 ? frame.number(at: countOffset + 12, bytes: 4, bigEndian: true) : nil)
  }

  /// Whether two adjacent frames of this kind are in `bytes`.
  func hasSuccessors(in bytes: [UInt8]) -> Bool {
    bytes.indices.contains { place in
      guard let header = MPEGFrameHeader(bytes, at: place), header.kind == kind else { return false }
      return MPEGFrameHeader(bytes, at: place + header.length)?.kind == kind
    }
  }

  /// A frame without sound that states the number of frames after it.
  func frame(counting frames: Int) -> [UInt8] {
    // A medium bit rate has enough space; no checksum, no padding.
    let word = kind | 1 << 16 | 8 << 12 | (isMono ? 3 : 1) << 6
    let header = [UInt8](number: Int(word), bytes: 4, bigEndian: true)
    guard let length = MPEGFrameHeader(header, at: 0)?.length else { return [] }
    var frame = header + [UInt8](repeating: 0, count: length - 4)
    let text = Array("Info".utf8) + [0, 0, 0, 1] + [UInt8](number: frames, bytes: 4, bigEndian: true)
    frame.replaceSubrange(countOffset..<countOffset + text.count, with: text)
    return frame
  }
}
