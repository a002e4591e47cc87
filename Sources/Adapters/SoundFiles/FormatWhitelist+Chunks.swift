/// WAV and AIFF, which consist of chunks: a name of four characters, a length, and that number of bytes, padded to an
/// even number.
extension FormatWhitelist {
  private struct Chunk {
    let name: String
    /// The offset of its contents.
    let start: Int
    let length: Int
  }

  private static let maximumChunks = 1_000
  /// The maximum number of bytes before and after the sound, such as pictures and texts.
  private static let maximumMetadata = 16 << 20

  func checkWave() throws(Refusal) {
    let (format, sound) = try find("fmt ", before: "data", bigEndian: false)
    // A second description is not read by every decoder, and which one counts is undefined.
    guard occurrences(of: "fmt ", from: 12, to: sound.start) == 1 else {
      throw Refusal(reason: "its header describes the sound twice", isConvertible: false)
    }
    let contents = bytes(format.start, min(format.length, 40))
    guard var tag = contents.number(at: 0, bytes: 2, bigEndian: false) else { throw Self.truncatedHeader }
    if tag == 0xFFFE {
      let plain: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
      guard contents.count == 40, let inner = contents.number(at: 24, bytes: 2, bigEndian: false) else {
        throw Self.truncatedHeader
      }
      guard Array(contents[26..<40]) == plain else { throw Refusal(reason: "this kind of WAV is not read") }
      tag = inner
    }
    guard tag == 1 || tag == 3 else { throw Refusal(reason: "\(Self.encoding(tag)) is not read") }
    guard let channels = contents.number(at: 2, bytes: 2, bigEndian: false),
      let rate = contents.number(at: 4, bytes: 4, bigEndian: false),
      let frameBytes = contents.number(at: 12, bytes: 2, bigEndian: false),
      let bits = contents.number(at: 14, bytes: 2, bigEndian: false)
    else { throw Self.truncatedHeader }
    try Self.check(channels: channels, rate: rate)
    guard (tag == 1 ? [8, 16, 24, 32] : [32, 64]).contains(bits) else {
      throw Refusal(reason: "WAV with \(bits) bits a sample\(tag == 1 ? "" : " in floating point") is not read")
    }
    // A decoder that uses one of the two would produce noise if the other is right.
    guard frameBytes == channels * bits / 8 else {
      let sides = channels == 1 ? "1 channel" : "\(channels) channels"
      throw Refusal(
        reason: "its header contradicts itself: \(sides) of \(bits) bits in \(frameBytes) bytes", isConvertible: false)
    }
    // Programs that write to a pipe store the maximum length.
    if sound.length < Self.unknownLength { try checkEnd(of: sound, bytesAFrame: frameBytes, rate: rate) }
  }

  /// Lengths from this one on mean that the length was unknown when the header was written.
  private static let unknownLength = 0x7FFF_0000

  private static func check(channels: Int, rate: Int) throws(Refusal) {
    if let reason = SoundFileInfo.objection(channels: channels) {
      throw Refusal(reason: reason, isConvertible: channels > 0, converter: .sox)
    }
    if let reason = SoundFileInfo.objection(rate: rate) { throw Refusal(reason: reason, isConvertible: rate > 0) }
  }

  /// Throws if a frame or more is missing; some programs count the padding.
  private func checkEnd(of sound: Chunk, bytesAFrame: Int, rate: Int) throws(Refusal) {
    let present = size - sound.start
    guard sound.length - present >= max(bytesAFrame, 2) else { return }
    /// Seconds with one decimal, rounded down.
    func seconds(_ bytes: Int) -> String {
      let tenths = max(bytes, 0) * 10 / max(bytesAFrame * rate, 1)
      return "\(tenths / 10).\(tenths % 10)"
    }
    let reason = "it breaks off: of \(seconds(sound.length)) s only \(seconds(present)) s are there"
    throw Refusal(reason: reason, isConvertible: false)
  }

  func checkAIFF(compressed: Bool) throws(Refusal) {
    let (common, sound) = try find("COMM", before: "SSND", bigEndian: true)
    let after = sound.start + sound.length
    let count = occurrences(of: "COMM", from: 12, to: sound.start) + occurrences(of: "COMM", from: after, to: size)
    guard count == 1 else { throw Refusal(reason: "its header describes the sound twice", isConvertible: false) }
    let contents = bytes(common.start, compressed ? 22 : 18)
    guard contents.count == (compressed ? 22 : 18), let channels = contents.number(at: 0, bytes: 2, bigEndian: true),
      let bits = contents.number(at: 6, bytes: 2, bigEndian: true)
    else { throw Self.truncatedHeader }
    let rate = Self.extended(contents[8..<18])
    try Self.check(channels: channels, rate: rate)
    try checkEnd(of: sound, bytesAFrame: channels * ((bits + 7) / 8), rate: rate)
    guard compressed else { return }
    let name = String(decoding: contents[18..<22], as: UTF8.self)
    let plain = ["NONE", "sowt", "twos", "in24", "in32", "fl32", "FL32", "fl64", "FL64"]
    guard plain.contains(name) else { throw Refusal(reason: "AIFF-C with \(Self.printable(name)) is not read") }
  }

  /// The integer part of an 80-bit floating-point number, the rate of AIFF: a sign, 15 bits of exponent, 64 of
  /// mantissa.
  private static func extended(_ bytes: ArraySlice<UInt8>) -> Int {
    let bytes = Array(bytes)
    guard let exponent = bytes.number(at: 0, bytes: 2, bigEndian: true), exponent >= 16_383, exponent < 16_383 + 31,
      let number = bytes.number(at: 2, bytes: 4, bigEndian: true)
    else { return 0 }
    return number >> (16_383 + 31 - exponent)
  }

  /// Reads the chunks up to the sound, and returns the description and the sound.
  private func find(
    _ description: String, before sound: String, bigEndian: Bool
  ) throws(Refusal) -> (description: Chunk, sound: Chunk) {
    var described: Chunk?
    var position = 12
    for _ in 0..<Self.maximumChunks {
      let head = bytes(position, 8)
      guard let length = head.number(at: 4, bytes: 4, bigEndian: bigEndian) else { break }
      let chunk = Chunk(name: String(decoding: head[..<4], as: UTF8.self), start: position + 8, length: length)
      if chunk.name == description, described == nil { described = chunk }
      if chunk.name == sound {
        guard let described else { throw Refusal(reason: "its sound is not described", isConvertible: false) }
        return (described, chunk)
      }
      position += 8 + length + length % 2
      if position > min(size, Self.maximumMetadata) { break }
    }
    throw Refusal(reason: "there is no sound in it", isConvertible: false)
  }

  private func occurrences(of name: String, from start: Int, to end: Int) -> Int {
    guard start < end else { return 0 }
    // Too much metadata to search counts as a second description.
    guard end - start <= Self.maximumMetadata else { return 2 }
    let region = bytes(start, end - start)
    let pattern = Array(name.utf8)
    return region.indices.dropLast(3).count { region[$0] == pattern[0] && region[$0..<$0 + 4].elementsEqual(pattern) }
  }

  /// The name of a WAV encoding that is not read.
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

  private static func printable(_ name: String) -> String {
    name.unicodeScalars.allSatisfy { (32..<127).contains($0.value) } ? "'\(name)'" : "an unknown encoding"
  }
}
