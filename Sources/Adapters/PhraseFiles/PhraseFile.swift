import AudioMixing
import CueAudio

/// The format of a cached phrase: `CUEBELL4`, the checksum of all that follows, the gain (a Double, in dB), the sample
/// rate, the length of the key, the key, and the samples in 16 bits.
///
/// Numbers are little-endian, of 64 bits but for the samples. The law: a file in which one byte has changed, or which
/// has another key, contains no phrase.
enum PhraseFile {
  /// The maximum size of a file: 20 s, the longest phrase, take 1.9 MB at 48 kHz.
  static let maximumBytes = 2 << 20
  private static let magic = Array("CUEBELL4".utf8)
  /// The number of bytes before the key.
  private static let headerBytes = 40

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

  /// The file for a phrase; `nil` for what is too long.
  static func bytes(_ phrase: StoredPhrase, _ key: [UInt8]) -> [UInt8]? {
    let samples = phrase.speech.samples
    guard headerBytes + key.count + 2 * samples.count <= maximumBytes else { return nil }
    var file = magic
    file.reserveCapacity(headerBytes + key.count + 2 * samples.count)
    for number in [0, phrase.gain.value.bitPattern, UInt64(phrase.speech.sampleRate), UInt64(key.count)] {
      append(number, to: &file)
    }
    file += key
    for sample in samples { append(UInt16(bitPattern: sample), to: &file) }
    var sum: [UInt8] = []
    append(checksum(file, from: 16), to: &sum)
    file.replaceSubrange(8..<16, with: sum)
    return file
  }

  /// The phrase in a file; `nil` if the file is damaged or has another key.
  static func phrase(_ file: [UInt8], _ key: [UInt8]) -> StoredPhrase? {
    let start = headerBytes + key.count
    guard file.starts(with: magic), file.count >= start, (file.count - start).isMultiple(of: 2),
      number(in: file, at: 8) == checksum(file, from: 16), number(in: file, at: 32) == UInt64(key.count),
      file[headerBytes..<start].elementsEqual(key), let rate = Int(exactly: number(in: file, at: 24))
    else { return nil }
    let bytes = unsafe file.span.bytes
    let samples = (0..<(file.count - start) / 2).map { index in
      unsafe Int16(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start + 2 * index, as: Int16.self))
    }
    let gain = Decibels(Double(bitPattern: number(in: file, at: 16)))
    return StoredPhrase(SpokenAudio(samples: samples, sampleRate: rate), gain: gain)
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
