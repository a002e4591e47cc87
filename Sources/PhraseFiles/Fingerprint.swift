/// A fingerprint of bytes, of 128 bits: for names of files and against damage, not against malice.
///
/// Two lanes, each of which goes through the finaliser of SplitMix64 with every eight bytes (Steele, Lea and Flood,
/// "Fast Splittable Pseudorandom Number Generators", 2014). Each step is one-to-one, so that what is wrong within eight
/// bytes is always seen.
struct Fingerprint: Equatable {
  private var first: UInt64
  private var second: UInt64

  /// The fingerprint of nothing, where the lanes begin: the first digits of pi's fraction, for want of any reason.
  static let nothing = Fingerprint(first: 0x243F_6A88_85A3_08D3, second: 0x1319_8A2E_0370_7344)

  private init(first: UInt64, second: UInt64) { (self.first, self.second) = (first, second) }

  /// The fingerprint of what follows the first `start` bytes, of which there must be as many.
  init(of bytes: [UInt8], from start: Int = 0) {
    self = .nothing
    unsafe bytes.withUnsafeBytes { unsafe add(UnsafeRawBufferPointer(rebasing: $0[start...])) }
  }

  /// Goes on with a text, whose length counts too.
  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { unsafe add(UnsafeRawBufferPointer($0)) }
  }

  /// Goes on with bytes, which are taken as little-endian numbers of 64 bits, the last of them filled up with zeros,
  /// and with how many they are.
  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    // In a copy, which stays in registers.
    var sum = self
    var place = 0
    while place + 8 <= bytes.count {
      sum.add(unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
      place += 8
    }
    var last: UInt64 = 0
    for index in place..<bytes.count { last |= unsafe UInt64(bytes[index]) << UInt64(8 * (index - place)) }
    sum.add(last)
    sum.add(UInt64(bytes.count))
    self = sum
  }

  /// Goes on with a number.
  mutating func add(_ number: UInt64) {
    first = Self.mixed(first ^ number)
    second = Self.mixed(second ^ number)
  }

  /// The finaliser, one-to-one.
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
