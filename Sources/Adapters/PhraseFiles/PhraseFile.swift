import AudioMixing
import CueAudio

/// The format of a cached phrase: `CUEBELL3`, the checksum of all that follows, the gain (a Double, in dB), the sample
/// rate, the number of samples, the length of the key, the key, and the samples in `SampleCoding`.
///
/// Numbers are little-endian; the checksum and the gain have 64 bits, the others 32. The law: a file in which one byte
/// has changed, or which has another key, contains no phrase.
enum PhraseFile {
  /// The largest file that is read or written; fifteen seconds, the longest phrase, take 0.7 MB at most.
  static let maximumBytes = 2 << 20
  private static let magic = Array("CUEBELL3".utf8)
  private static let (checksumOffset, gainOffset, numbersOffset, keyOffset) = (8, 16, 24, 36)

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

  /// The name of the file for a key.
  static func name(of key: [UInt8]) -> String { String(UInt(bitPattern: checksum(key[...])), radix: 16) }

  /// The file for a phrase; `nil` if it would be too long.
  static func bytes(_ phrase: StoredPhrase, _ key: [UInt8]) -> [UInt8]? {
    let speech = phrase.speech
    guard keyOffset + key.count + 2 * speech.samples.count <= maximumBytes else { return nil }
    var contents = bytes(of: Int(bitPattern: UInt(phrase.gain.value.bitPattern)), 8)
    contents += [speech.sampleRate, speech.samples.count, key.count].flatMap { bytes(of: $0, 4) }
    contents += key
    contents += SampleCoding.encode(speech.samples)
    return magic + bytes(of: checksum(contents[...]), 8) + contents
  }

  /// The phrase in a file; `nil` if the file is damaged or has another key.
  static func phrase(_ file: [UInt8], _ key: [UInt8]) -> StoredPhrase? {
    guard file.starts(with: magic), file.count >= keyOffset + key.count,
      file[checksumOffset..<gainOffset].elementsEqual(bytes(of: checksum(file[gainOffset...]), 8)),
      file[(keyOffset - 4)...].starts(with: bytes(of: key.count, 4) + key)
    else { return nil }
    let gain = Double(bitPattern: number(in: file[gainOffset..<numbersOffset]))
    let rate = number(in: file[numbersOffset..<numbersOffset + 4])
    let count = number(in: file[numbersOffset + 4..<numbersOffset + 8])
    let code = file[(keyOffset + key.count)...]
    guard count <= maximumBytes / 2, let samples = SampleCoding.decode(code, count: Int(count)) else { return nil }
    return StoredPhrase(SpokenAudio(samples: samples, sampleRate: Int(rate)), gain: Decibels(gain))
  }

  /// FNV-1a of 64 bits (Fowler, Noll and Vo): each step is one-to-one, so a single wrong byte is always detected.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> Int {
    Int(bitPattern: UInt(bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }))
  }

  private static func bytes(of number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func number(in bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
