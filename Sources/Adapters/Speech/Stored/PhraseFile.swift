import AudioMixing
import CueAudio

/// The format of a cached phrase: `CUEBELL5`, the checksum of all that follows, the step of the samples (a Float in 64
/// bits), the onset and the audible end in frames, the length of the key, the key, and the samples in 16 bits.
///
/// Numbers are little-endian, of 64 bits but for the samples. The law: a file in which one byte has changed, or which
/// has another key, contains no phrase.
enum PhraseFile {
  /// The maximum size of a file: a minute takes 5.8 MB.
  static let maximumBytes = 8 << 20
  private static let magic = Array("CUEBELL5".utf8)
  /// The number of bytes before the key.
  private static let headerBytes = 48

  /// The bytes of a key for a phrase of `synthesizer`; each part is preceded by its length (D. J. Bernstein,
  /// "Netstrings", 1997), so no two keys have the same bytes.
  static func key(_ key: PhraseKey, of synthesizer: String) -> [UInt8] {
    let request = key.request
    let parts = [
      synthesizer, "\(PhraseKey.edition)", request.language, request.variant.map { "+" + $0 } ?? "",
      "\(request.rate)", "\(request.pitch)", key.sample, request.text,
    ]
    return Array(parts.map { "\($0.utf8.count):\($0)," }.joined().utf8)
  }

  static func name(of key: [UInt8]) -> String { String(checksum(key, from: 0), radix: 16) }

  /// The file for a phrase; `nil` for what is too long, or isn't mono.
  static func bytes(_ phrase: PackedClip, _ key: [UInt8]) -> [UInt8]? {
    guard let samples = phrase.monoSamples, headerBytes + key.count + 2 * samples.count <= maximumBytes else {
      return nil
    }
    var file = magic
    file.reserveCapacity(headerBytes + key.count + 2 * samples.count)
    let places = [phrase.onset, phrase.audibleEnd, key.count].map { UInt64($0) }
    for number in [0, UInt64(phrase.step.bitPattern)] + places { append(number, to: &file) }
    file += key
    unsafe samples.withUnsafeBytes { unsafe file.append(contentsOf: $0) }
    var sum: [UInt8] = []
    append(checksum(file, from: 16), to: &sum)
    file.replaceSubrange(8..<16, with: sum)
    return file
  }

  static func phrase(_ file: [UInt8], _ key: [UInt8]) -> PackedClip? {
    let start = headerBytes + key.count
    guard file.starts(with: magic), file.count >= start, (file.count - start).isMultiple(of: 2),
      number(in: file, at: 8) == checksum(file, from: 16), number(in: file, at: 40) == UInt64(key.count),
      file[headerBytes..<start].elementsEqual(key), let step = UInt32(exactly: number(in: file, at: 16)),
      let onset = Int(exactly: number(in: file, at: 24)), let end = Int(exactly: number(in: file, at: 32))
    else { return nil }
    let count = (file.count - start) / 2
    let samples = unsafe [Int16](unsafeUninitializedCapacity: count) { buffer, filled in
      unsafe UnsafeMutableRawBufferPointer(buffer).copyBytes(from: file[start...])
      filled = count
    }
    return PackedClip(mono: samples, step: Float(bitPattern: step), onset: onset, audibleEnd: end)
  }

  /// FNV-1a (Fowler, Noll and Vo) over the size and words of 64 bits, the last of which is filled with zeros: each step
  /// is one-to-one, so a single wrong byte is always detected.
  private static func checksum(_ bytes: [UInt8], from start: Int) -> UInt64 {
    var sum = (0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)) &* 0x100_0000_01B3
    var place = start
    while place + 8 <= bytes.count {
      sum = (sum ^ number(in: bytes, at: place)) &* 0x100_0000_01B3
      place += 8
    }
    let rest = bytes[place...].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return (sum ^ rest) &* 0x100_0000_01B3
  }

  private static func number(in bytes: [UInt8], at place: Int) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }
}
