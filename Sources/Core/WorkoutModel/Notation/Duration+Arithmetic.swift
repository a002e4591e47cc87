/// Inlinable arithmetic and comparison of durations.
///
/// Those of the standard library are not inlined, and the engine needs hundreds for each cue.
extension Duration {
  @inlinable package static func + (a: Duration, b: Duration) -> Duration {
    Duration(attoseconds: a.attoseconds + b.attoseconds)
  }

  @inlinable package static func - (a: Duration, b: Duration) -> Duration {
    Duration(attoseconds: a.attoseconds - b.attoseconds)
  }

  @inlinable package static func += (a: inout Duration, b: Duration) { a = a + b }
  @inlinable package static func -= (a: inout Duration, b: Duration) { a = a - b }
  @inlinable package static func == (a: Duration, b: Duration) -> Bool { a.attoseconds == b.attoseconds }
  @inlinable package static func != (a: Duration, b: Duration) -> Bool { a.attoseconds != b.attoseconds }
  @inlinable package static func < (a: Duration, b: Duration) -> Bool { a.attoseconds < b.attoseconds }
  @inlinable package static func > (a: Duration, b: Duration) -> Bool { a.attoseconds > b.attoseconds }
  @inlinable package static func <= (a: Duration, b: Duration) -> Bool { a.attoseconds <= b.attoseconds }
  @inlinable package static func >= (a: Duration, b: Duration) -> Bool { a.attoseconds >= b.attoseconds }
}

/// The greater of two durations.
@inlinable package func max(_ a: Duration, _ b: Duration) -> Duration { a > b ? a : b }

/// The lesser of two durations.
@inlinable package func min(_ a: Duration, _ b: Duration) -> Duration { a < b ? a : b }
