/// One range of a `Range` field: its first and its last byte, or the number of bytes from the end.
package struct ByteRange: Equatable {
  private let first, last: Int?

  /// Reads `bytes=0-99`, `bytes=100-` or `bytes=-100`; `nil` for anything else, which is ignored.
  package init?(_ field: String) {
    guard let parts = field.wholeMatch(of: /bytes=([0-9]{0,18})-([0-9]{0,18})/)?.output else { return nil }
    (first, last) = (Int(parts.1), Int(parts.2))
    if first == nil, last == nil { return nil }
    if let first, let last, last < first { return nil }
  }

  /// The bytes of a file of this size; `nil` if it has none of them.
  package func bytes(of size: Int) -> ClosedRange<Int>? {
    let start = first ?? max(0, size - (last ?? 0))
    guard start < size else { return nil }
    return start...(first == nil ? size - 1 : min(last ?? size - 1, size - 1))
  }
}
