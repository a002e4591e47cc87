import AudioMixing
import CueAudio

/// The format of a cached phrase: `CUEBELL2`, the checksum of all that follows, the step (a Float), the onset, the
/// audible end, the length of the key, the key, and the samples, of 16 bits each.
///
/// Numbers are little-endian; the checksum has 64 bits, the others 32. The law: a file in which one byte has changed,
/// or which has another key, contains no phrase.
enum PhraseFile {
  /// The largest file that is read or written; fifteen seconds, the longest phrase, take 1.4 MB.
  static let maximumBytes = 2 << 20
  private static let magic = Array("CUEBELL2".utf8)
  private static let (checksumOffset, numbersOffset, keyOffset) = (8, 16, 32)

  /// The bytes of a key for a phrase of `synthesizer`; each part is preceded by its length (D. J. Bernstein,
  /// "Netstrings", 1997), so no two keys have the same bytes.
  static func key(_ key: PhraseKey, of synthesizer: String) -> [UInt8] {
    let request = key.request
    let parts = [
      synthesizer, "\(PhraseKey.edition)", "\(Bus.sampleRate)", request.language,
      request.variant.map { "+" + $0 } ?? "", "\(request.rate)", "\(request.pitch)", key.sample, request.text,
    ]
    return Array(parts.map { "\($0.utf8.count):\($0)," }.joined().utf8)
  }

  /// The name of the file for a key.
  static func name(of key: [UInt8]) -> String { String(UInt(bitPattern: checksum(key[...])), radix: 16) }

  /// The file for `clip`; `nil` for what isn't mono or is too long.
  static func bytes(_ clip: PackedClip, _ key: [UInt8]) -> [UInt8]? {
    guard let samples = clip.monoSamples, keyOffset + key.count + 2 * samples.count <= maximumBytes else { return nil }
    var contents = [Int(clip.step.bitPattern), clip.onset, clip.audibleEnd, key.count].flatMap { bytes(of: $0, 4) }
    contents += key
    unsafe samples.map(\.littleEndian).withUnsafeBytes { unsafe contents.append(contentsOf: $0) }
    return magic + bytes(of: checksum(contents[...]), 8) + contents
  }

  /// The phrase in a file; `nil` where the file is damaged or has another key.
  static func clip(_ file: [UInt8], _ key: [UInt8]) -> PackedClip? {
    guard file.starts(with: magic), file.count >= keyOffset + key.count,
      file[checksumOffset..<numbersOffset].elementsEqual(bytes(of: checksum(file[numbersOffset...]), 8)),
      file[(keyOffset - 4)...].starts(with: bytes(of: key.count, 4) + key)
    else { return nil }
    let numbers = stride(from: numbersOffset, to: keyOffset, by: 4).map { place in
      file[place..<place + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    let samples = unsafe file[(keyOffset + key.count)...].withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - 1, by: 2).map {
        unsafe Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: Int16.self))
      }
    }
    return PackedClip(
      mono: samples, step: Float(bitPattern: numbers[0]), onset: Int(numbers[1]), audibleEnd: Int(numbers[2]))
  }

  /// FNV-1a of 64 bits (Fowler, Noll and Vo): each step is one-to-one, so a single wrong byte is always detected.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> Int {
    Int(bitPattern: UInt(bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }))
  }

  private static func bytes(of number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
