import AudioMixing
import CueAudio

/// A phrase as it lies in a file: a head of 44 bytes, its key, and its samples.
///
/// | bytes | |
/// | --- | --- |
/// | 0 to 7 | what it is, and the version of this table |
/// | 8 to 23 | the fingerprint of all that follows |
/// | 24 to 39 | four numbers of 32 bits: the length of the key, the step (a Float), the onset, the audible end |
/// | 40 to 43 | how many samples there are |
/// | from 44 | the key, then the samples, of 16 bits each |
///
/// Numbers are little-endian.
enum PhraseFile {
  /// The largest file that is read or written; fifteen seconds, the longest phrase, take 1.4 MB.
  static let maximumBytes = 2 << 20

  private static let magic = Array("CUEBELL1".utf8)
  private static let (sumPlace, bodyPlace, keyPlace) = (8, 24, 44)

  /// The whole key in bytes, for a phrase of `synthesizer`; each part tells its length (D. J. Bernstein, "Netstrings",
  /// 1997), so that no two keys look alike.
  static func key(_ key: PhraseKey, of synthesizer: String) -> [UInt8] {
    let request = key.request
    let parts = [
      synthesizer, "\(PhraseKey.edition)", "\(Bus.sampleRate)", request.language,
      request.variant.map { "+" + $0 } ?? "", "\(request.rate)", "\(request.pitch)", key.sample, request.text,
    ]
    return Array(parts.map { "\($0.utf8.count):\($0)," }.joined().utf8)
  }

  /// The name of the file for a key.
  static func name(of key: [UInt8]) -> String { Fingerprint(of: key).text }

  /// What a file holds for `clip`; `nil` for what isn't mono or is too long.
  static func bytes(_ clip: PackedClip, _ key: [UInt8]) -> [UInt8]? {
    guard let samples = clip.monoSamples else { return nil }
    let count = keyPlace + key.count + 2 * samples.count
    guard count <= maximumBytes else { return nil }
    var bytes = magic
    bytes.reserveCapacity(count)
    bytes += [UInt8](repeating: 0, count: bodyPlace - sumPlace)
    for number in [key.count, Int(clip.step.bitPattern), clip.onset, clip.audibleEnd, samples.count] {
      bytes += UInt32(truncatingIfNeeded: number).bytes
    }
    bytes += key
    unsafe samples.map { $0.littleEndian }.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    bytes.replaceSubrange(sumPlace..<bodyPlace, with: Fingerprint(of: bytes, from: bodyPlace).bytes)
    return bytes
  }

  /// The phrase in a file, whatever the file holds: `nil` where a single bit isn't as it was written, or where the
  /// phrase belongs to another key.
  static func clip(_ bytes: [UInt8], _ key: [UInt8]) -> PackedClip? {
    let samplesPlace = keyPlace + key.count
    guard bytes.count >= samplesPlace, bytes.starts(with: magic) else { return nil }
    let numbers = (0..<5).map { Int(UInt32(bytes, at: bodyPlace + 4 * $0)) }
    guard numbers[0] == key.count, bytes[keyPlace..<samplesPlace].elementsEqual(key),
      numbers[4] == (bytes.count - samplesPlace) / 2, bytes.count == samplesPlace + 2 * numbers[4],
      bytes[sumPlace..<bodyPlace].elementsEqual(Fingerprint(of: bytes, from: bodyPlace).bytes)
    else { return nil }
    return PackedClip(
      mono: samples(bytes, from: samplesPlace, count: numbers[4]),
      step: Float(bitPattern: UInt32(bytes, at: bodyPlace + 4)), onset: numbers[2], audibleEnd: numbers[3])
  }

  private static func samples(_ bytes: [UInt8], from place: Int, count: Int) -> [Int16] {
    unsafe [Int16](unsafeUninitializedCapacity: count) { samples, initialized in
      unsafe bytes.withUnsafeBytes { bytes in
        for index in 0..<count {
          let sample = unsafe bytes.loadUnaligned(fromByteOffset: place + 2 * index, as: Int16.self)
          unsafe samples.initializeElement(at: index, to: Int16(littleEndian: sample))
        }
      }
      initialized = count
    }
  }
}
