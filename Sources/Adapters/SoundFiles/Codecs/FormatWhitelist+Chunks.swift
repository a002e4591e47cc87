/// WAV and AIFF, which consist of chunks: a name of four characters, a length, and that number of bytes, padded to an
/// even number.
///
/// Only what the decoder doesn't report is read here: the encoding, because some decoders run while a file is opened,
/// and the length of the sound, because missing frames are not an error of theirs.
extension FormatWhitelist {
  private static let maximumChunks = 1_000
  /// The maximum number of bytes before and after the sound, such as pictures and texts.
  private static let maximumMetadata = 16 << 20
  /// Programs that write to a pipe store the maximum length; from this one on the length is unknown.
  private static let unknownLength = 0x7FFF_0000

  func checkWave() throws(Refusal) -> View {
    let (format, view) = try find("fmt ", before: "data", bigEndian: false)
    guard var tag = format.number(at: 0, bytes: 2, bigEndian: false) else { throw Self.truncatedHeader }
    if tag == 0xFFFE {
      let plain: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
      guard let inner = format.number(at: 24, bytes: 2, bigEndian: false), Array(format[26...]) == plain else {
        throw Refusal(reason: "this kind of WAV is not supported")
      }
      tag = inner
    }
    guard tag == 1 || tag == 3 else { throw Refusal(reason: "\(Self.encoding(tag)) is not supported") }
    guard let channels = format.number(at: 2, bytes: 2, bigEndian: false),
      let frameBytes = format.number(at: 12, bytes: 2, bigEndian: false),
      let bits = format.number(at: 14, bytes: 2, bigEndian: false)
    else { throw Self.truncatedHeader }
    guard (tag == 1 ? [8, 16, 24, 32] : [32, 64]).contains(bits) else {
      throw Refusal(reason: "WAV with \(bits) bits per sample\(tag == 1 ? "" : " in floating point") is not supported")
    }
    // A decoder that uses one of the two would produce noise if the other is right.
    guard frameBytes == channels * bits / 8 else {
      let sides = channels == 1 ? "1 channel" : "\(channels) channels"
      throw Refusal(
        reason: "its header contradicts itself: \(sides) of \(bits) bits in \(frameBytes) bytes", isConvertible: false)
    }
    return view
  }

  func checkAIFF(compressed: Bool) throws(Refusal) -> View {
    let (common, view) = try find("COMM", before: "SSND", bigEndian: true)
    guard compressed else { return view }
    guard common.count >= 22 else { throw Self.truncatedHeader }
    let name = String(decoding: common[18..<22], as: UTF8.self)
    let plain = ["NONE", "sowt", "twos", "in24", "in32", "fl32", "FL32", "fl64", "FL64"]
    guard plain.contains(name) else {
      let isPrintable = name.unicodeScalars.allSatisfy { (32..<127).contains($0.value) }
      throw Refusal(reason: "AIFF-C with \(isPrintable ? "'\(name)'" : "an unknown encoding") is not supported")
    }
    return view
  }

  /// Reads the chunks up to the sound; returns up to 40 bytes of its description, and the file.
  private func find(
    _ description: String, before sound: String, bigEndian: Bool
  ) throws(Refusal) -> (description: [UInt8], view: View) {
    var described: [UInt8]?
    var position = 12
    for _ in 0..<Self.maximumChunks {
      let head = bytes(position, 8)
      guard let length = head.number(at: 4, bytes: 4, bigEndian: bigEndian) else { break }
      position += 8
      if head.matches(description, at: 0), described == nil { described = bytes(position, min(length, 40)) }
      if head.matches(sound, at: 0) {
        guard let described else { throw Refusal(reason: "its header has no sound format", isConvertible: false) }
        // Which of two descriptions counts is undefined; WAV decoders don't read one after the sound.
        let count =
          occurrences(of: description, from: 12, to: position)
          + (bigEndian ? occurrences(of: description, from: position + length, to: size) : 0)
        guard count == 1 else { throw Refusal(reason: "its header describes the sound twice", isConvertible: false) }
        let missing = length < Self.unknownLength ? max(0, length - (size - position)) : 0
        return (described, View(range: 0..<size, start: position, sound: length, missing: missing))
      }
      position += length + length % 2
      if position > min(size, Self.maximumMetadata) { break }
    }
    throw Refusal(reason: "it contains no sound", isConvertible: false)
  }

  private func occurrences(of name: String, from start: Int, to end: Int) -> Int {
    guard start < end else { return 0 }
    // Too much metadata to search counts as a second description.
    guard end - start <= Self.maximumMetadata else { return 2 }
    let (region, first) = (bytes(start, end - start), name.utf8.first)
    return region.indices.count { region[$0] == first && region.matches(name, at: $0) }
  }

  private static func encoding(_ tag: Int) -> String {
    switch tag {
    case 0x02: "Microsoft ADPCM"
    case 0x06: "A-law"
    case 0x07: "µ-law"
    case 0x11: "IMA ADPCM"
    case 0x31: "GSM 6.10"
    case 0x50, 0x55: "MPEG sound in a WAV file"
    default: "WAV encoding \(tag)"
    }
  }
}
