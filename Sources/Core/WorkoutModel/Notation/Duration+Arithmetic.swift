/// Sums and comparisons that are compiled into their callers, for all modules that import this one.
///
/// The standard library has the same ones, but each is a call there, and the engine makes hundreds for a cue. `max`,
/// `min` and other generic functions still call those.
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
