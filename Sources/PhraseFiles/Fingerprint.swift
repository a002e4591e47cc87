/// A fingerprint of bytes, of 128 bits: for names of files and against damage, not against malice.
///
/// Two lanes, each of which goes through the finaliser of SplitMix64 with every eight bytes (Steele, Lea and Flood,
/// "Fast Splittable Pseudorandom Number Generators", 2014). Each step is one-to-one, so that what is wrong within eight
/// bytes is always seen.
struct Fingerprint: Equatable {
  private var first: UInt64
  private var second: UInt64

  /// The fingerprint of nothing at all.
  static let nothing = Fingerprint(first: 0, second: 0)

  private init(first: UInt64, second: UInt64) { (self.first, self.second) = (first, second) }

  /// The fingerprint of what follows the first `start` bytes, of which there must be as many.
  ///
  /// They are taken as little-endian numbers of 64 bits; the last of them is filled up with zeros.
  init(of bytes: [UInt8], from start: Int = 0) {
    let count = bytes.count - start
    // Two beginnings, which tell the lanes from each other and one length from another.
    var (first, second) = (Self.mixed(UInt64(count)), Self.mixed(~UInt64(count)))
    unsafe bytes.withUnsafeBytes { bytes in
      var place = start
      while place + 8 <= bytes.count {
        let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        (first, second) = (Self.mixed(first ^ word), Self.mixed(second ^ word))
        place += 8
      }
      var last: UInt64 = 0
      for index in place..<bytes.count { last |= unsafe UInt64(bytes[index]) << UInt64(8 * (index - place)) }
      (first, second) = (Self.mixed(first ^ last), Self.mixed(second ^ last))
    }
    self.init(first: first, second: second)
  }

  private static func mixed(_ state: UInt64) -> UInt64 {
    var z = state &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// 32 hexadecimal digits.
  var text: String { [first, second].map(Self.digits).joined() }

  /// Sixteen bytes, as they stand in a file.
  var bytes: [UInt8] { first.bytes + second.bytes }

  /// Sixteen hexadecimal digits.
  static func digits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Adds what a set of things holds, one after another, in whatever order they are found.
  static func += (sum: inout Self, other: Self) {
    sum.first &+= other.first
    sum.second &+= other.second
  }
}

extension FixedWidthInteger {
  /// Its bytes, the lowest first.
  var bytes: [UInt8] { stride(from: 0, to: bitWidth, by: 8).map { UInt8(truncatingIfNeeded: self >> Self($0)) } }

  /// The number that stands at `place`, the lowest byte first; all of its bytes must be there.
  init(_ bytes: [UInt8], at place: Int) {
    self = (0..<Self.bitWidth / 8).reduce(0) { $0 | Self(truncatingIfNeeded: bytes[place + $1]) << Self(8 * $1) }
  }
}
