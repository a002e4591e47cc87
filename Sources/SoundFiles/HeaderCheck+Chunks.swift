/// The two containers made of chunks: a name of four letters, a length, and so many bytes, padded to an even number.
extension HeaderCheck {
  private struct Chunk {
    let name: String
    /// Where its contents begin.
    let start: Int
    let length: Int
  }

  private static let maximumChunks = 1_000
  /// How much may stand before and after the sound: pictures and texts, at most.
  private static let maximumRest = 16 << 20

  func checkWave() throws(Refusal) {
    let (format, sound) = try find("fmt ", before: "data", bigEndian: false)
    // A second description would be passed over by the decoder; a hidden one it might stumble on first is not borne.
    guard occurrences(of: "fmt ", from: 12, to: sound.start) == 1 else {
      throw Refusal(reason: "its header describes the sound twice", isConvertible: false)
    }
    let contents = bytes(format.start, min(format.length, 40))
    guard var tag = contents.number(at: 0, bytes: 2, bigEndian: false) else { throw Self.cut }
    if tag == 0xFFFE {
      let plain: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
      guard contents.count == 40, let inner = contents.number(at: 24, bytes: 2, bigEndian: false) else {
        throw Self.cut
      }
      guard Array(contents[26..<40]) == plain else { throw Refusal(reason: "this kind of WAV is not read") }
      tag = inner
    }
    guard tag == 1 || tag == 3 else { throw Refusal(reason: "\(Self.encoding(tag)) is not read") }
    guard let channels = contents.number(at: 2, bytes: 2, bigEndian: false),
      let rate = contents.number(at: 4, bytes: 4, bigEndian: false),
      let frameBytes = contents.number(at: 12, bytes: 2, bigEndian: false),
      let bits = contents.number(at: 14, bytes: 2, bigEndian: false)
    else { throw Self.cut }
    try Self.check(channels: channels, rate: rate)
    guard (tag == 1 ? [8, 16, 24, 32] : [32, 64]).contains(bits) else {
      throw Refusal(reason: "WAV with \(bits) bits a sample\(tag == 1 ? "" : " in floating point") is not read")
    }
    // A decoder that goes by one of the two would make noise of what was written by the other.
    guard frameBytes == channels * bits / 8 else {
      let sides = channels == 1 ? "1 channel" : "\(channels) channels"
      throw Refusal(
        reason: "its header contradicts itself: \(sides) of \(bits) bits in \(frameBytes) bytes", isConvertible: false)
    }
    // What comes out of a pipe says the most that it could be.
    if sound.length < Self.endless { try checkEnd(of: sound, bytesAFrame: frameBytes, rate: rate) }
  }

  /// Lengths from here on stand for one that nobody knew when the header was written.
  private static let endless = 0x7FFF_0000

  private static func check(channels: Int, rate: Int) throws(Refusal) {
    if let reason = SoundFileInfo.objection(channels: channels) {
      throw Refusal(reason: reason, isConvertible: channels > 0, converter: .sox)
    }
    if let reason = SoundFileInfo.objection(rate: rate) { throw Refusal(reason: reason, isConvertible: rate > 0) }
  }

  /// Less than a frame may be missing: some programs count the padding.
  private func checkEnd(of sound: Chunk, bytesAFrame: Int, rate: Int) throws(Refusal) {
    let there = size - sound.start
    guard sound.length - there >= max(bytesAFrame, 2) else { return }
    throw Self.broken(there, of: sound.length, bytesASecond: bytesAFrame * rate)
  }

  func checkAIFF(compressed: Bool) throws(Refusal) {
    let (common, sound) = try find("COMM", before: "SSND", bigEndian: true)
    let after = sound.start + sound.length
    let hidden = occurrences(of: "COMM", from: 12, to: sound.start) + occurrences(of: "COMM", from: after, to: size)
    guard hidden == 1 else { throw Refusal(reason: "its header describes the sound twice", isConvertible: false) }
    let contents = bytes(common.start, compressed ? 22 : 18)
    guard contents.count == (compressed ? 22 : 18), let channels = contents.number(at: 0, bytes: 2, bigEndian: true),
      let bits = contents.number(at: 6, bytes: 2, bigEndian: true)
    else { throw Self.cut }
    let rate = Self.extended(contents[8..<18])
    try Self.check(channels: channels, rate: rate)
    try checkEnd(of: sound, bytesAFrame: channels * ((bits + 7) / 8), rate: rate)
    guard compressed else { return }
    let name = String(decoding: contents[18..<22], as: UTF8.self)
    let plain = ["NONE", "sowt", "twos", "in24", "in32", "fl32", "FL32", "fl64", "FL64"]
    guard plain.contains(name) else { throw Refusal(reason: "AIFF-C with \(Self.printable(name)) is not read") }
  }

  /// The whole part of a number of 80 bits, as AIFF writes rates: a sign, 15 bits of exponent, 64 of the number.
  private static func extended(_ bytes: ArraySlice<UInt8>) -> Int {
    let bytes = Array(bytes)
    guard let exponent = bytes.number(at: 0, bytes: 2, bigEndian: true), exponent >= 16_383, exponent < 16_383 + 31,
      let number = bytes.number(at: 2, bytes: 4, bigEndian: true)
    else { return 0 }
    return number >> (16_383 + 31 - exponent)
  }

  private static let cut = Refusal(reason: "it breaks off in its header", isConvertible: false)

  /// Walks the chunks up to the sound, and returns the description and the sound.
  private func find(
    _ description: String, before sound: String, bigEndian: Bool
  ) throws(Refusal) -> (description: Chunk, sound: Chunk) {
    var found: Chunk?
    var position = 12
    for _ in 0..<Self.maximumChunks {
      let head = bytes(position, 8)
      guard let length = head.number(at: 4, bytes: 4, bigEndian: bigEndian) else { break }
      let chunk = Chunk(name: String(decoding: head[..<4], as: UTF8.self), start: position + 8, length: length)
      if chunk.name == description, found == nil { found = chunk }
      if chunk.name == sound {
        guard let found else { throw Refusal(reason: "its sound is not described", isConvertible: false) }
        return (found, chunk)
      }
      position += 8 + length + length % 2
      if position > min(size, Self.maximumRest) { break }
    }
    throw Refusal(reason: "there is no sound in it", isConvertible: false)
  }

  private func occurrences(of name: String, from start: Int, to end: Int) -> Int {
    guard start < end else { return 0 }
    // More than is looked at counts as one too many.
    guard end - start <= Self.maximumRest else { return 2 }
    let region = bytes(start, end - start)
    let wanted = Array(name.utf8)
    return region.indices.dropLast(3).count { region[$0] == wanted[0] && region[$0..<$0 + 4].elementsEqual(wanted) }
  }

  /// The names of what WAV files hold besides plain samples.
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
