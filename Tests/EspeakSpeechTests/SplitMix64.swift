import TestSupport

extension SplitMix64 {
  /// A scalar of the kinds that matter to a speech synthesiser, seldom any other.
  mutating func scalar() -> Unicode.Scalar {
    let kinds: [ClosedRange<UInt32>] = [
      0...31, 32...126, 97...122, 127...255, 0x300...0x30F, 0x390...0x3FF, 0x200B...0x200F, 0x2190...0x21FF,
      0xAC00...0xAC20, 0x1100...0x11FF, 0x1F300...0x1F3FF, 0...0x10FFFF,
    ]
    let kind = kinds[below(kinds.count)]
    return Unicode.Scalar(kind.lowerBound + UInt32(below(kind.count))) ?? "'"
  }
}
