extension Duration {
  /// Whole nanoseconds as the integer that numbers of sets and moments are, for arithmetic with both.
  var wholeNanoseconds: Int { Int(attoseconds / 1_000_000_000) }
}
