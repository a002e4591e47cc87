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
  func frames(from start: Int) throws(Refusal) -> View {
    var window = Window(bytes, size)
    // Frames of free format have no length; such a file is left to the decoder.
    guard let first = window.header(at: start) else { return View(range: start..<size) }
    let count = window.frameCount(at: start, first)
    // Encoders differ on whether the first frame counts.
    if let bytes = count?.bytes, size - start < bytes - MPEGFrameHeader.maximumLength { throw Self.truncated }
    var (end, frames) = (start, 0)
    var place = start
    while let header = window.header(at: place), header.kind == first.kind, place + header.length <= size {
      frames += 1
      place += header.length
      end = place
      place = window.skipTags(at: place)
    }
    guard frames > 0 else { throw Self.truncated }
    if window.hasFrames(after: place, kind: first.kind, within: Self.maximumTail) {
      let seconds = frames * first.samples / first.rate
      throw Refusal(reason: "it is damaged \(seconds) s from its beginning")
    }
    if size - place > Self.maximumTail { throw Self.truncated }
    guard let count else { return View(head: first.frame(counting: frames), range: start..<end) }
    // A byte count that differs by more than a hundredth is that of the first of several joined files.
    let isCurrent = count.bytes.map { abs($0 - (end - start)) <= (end - start) / 100 } ?? true
    if isCurrent, frames < count.frames { throw Self.truncated }
    if isCurrent, frames - 1 <= count.frames { return View(range: start..<end) }
    return View(head: first.frame(counting: frames - 1), range: start + first.length..<end)
  }
}

/// A buffered part of a file.
private struct Window {
  private static let length = 1 << 16

  private let bytes: FormatWhitelist.Bytes
  private let size: Int
  private var buffer: [UInt8] = []
  private var start = 0

  init(_ bytes: @escaping FormatWhitelist.Bytes, _ size: Int) {
    self.bytes = bytes
    self.size = size
  }

  /// Loads at least `count` bytes from `place` on, if the file has them; returns their index in the buffer.
  private mutating func load(_ count: Int, at place: Int) -> Int {
    if place < start || place + count > start + buffer.count {
      buffer = place < size ? bytes(place, Self.length) : []
      start = place
    }
    return place - start
  }

  mutating func header(at place: Int) -> MPEGFrameHeader? {
    let index = load(4, at: place)
    return MPEGFrameHeader(buffer, at: index)
  }

  /// The numbers of frames and bytes that the frame at `place` states, if it does.
  mutating func frameCount(at place: Int, _ header: MPEGFrameHeader) -> (frames: Int, bytes: Int?)? {
    let place = load(MPEGFrameHeader.maximumLength, at: place) + header.countOffset
    guard buffer.matches("Xing", at: place) || buffer.matches("Info", at: place),
      let flags = buffer.number(at: place + 4, bytes: 4, bigEndian: true), flags & 1 == 1,
      let frames = buffer.number(at: place + 8, bytes: 4, bigEndian: true)
    else { return nil }
    return (frames, flags & 2 == 2 ? buffer.number(at: place + 12, bytes: 4, bigEndian: true) : nil)
  }

  /// Skips the tags after a file or between two joined files: ID3 and APE.
  mutating func skipTags(at place: Int) -> Int {
    var place = place
    while place < size {
      let here = load(32, at: place)
      if buffer.matches("TAG", at: here) {
        place += 128
      } else if buffer.matches("ID3", at: here), buffer.count >= here + 10 {
        place += 10 + buffer[here + 6..<here + 10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
      } else if buffer.matches("APETAGEX", at: here),
        let length = buffer.number(at: here + 12, bytes: 4, bigEndian: false)
      {
        // The length includes the footer, but not the header of the same size.
        place += 32 + length
      } else {
        return place
      }
    }
    return min(place, size)
  }

  /// Whether two adjacent frames of a kind begin within `limit` bytes.
  mutating func hasFrames(after place: Int, kind: UInt32, within limit: Int) -> Bool {
    for place in place..<max(place, min(place + limit, size)) {
      let here = load(2 * MPEGFrameHeader.maximumLength, at: place)
      guard here < buffer.count, buffer[here] == 0xFF, let header = MPEGFrameHeader(buffer, at: here),
        header.kind == kind
      else {
        continue
      }
      if let next = MPEGFrameHeader(buffer, at: here + header.length), next.kind == kind { return true }
    }
    return false
  }
}

/// The header of an MP3 frame: four bytes, which determine its length (ISO/IEC 11172-3, 2.4.2.3, and 13818-3 for the
/// lower rates).
struct MPEGFrameHeader {
  /// The maximum length of a frame in bytes.
  static let maximumLength = 1_441

  /// The bits that all frames of a stream share: version, layer and rate.
  let kind: UInt32
  /// The length of the frame in bytes, including the header.
  let length: Int
  /// The number of samples for each channel.
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
  var countOffset: Int { 4 + (samples == 1_152 ? (isMono ? 17 : 32) : (isMono ? 9 : 17)) }

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
