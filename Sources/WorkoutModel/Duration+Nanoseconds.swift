extension Duration {
  /// Whole nanoseconds, which every duration of a workout is made of; finer parts are dropped towards zero.
  ///
  /// A range of ±292 years fits; a workout is at most `Limits.totalLength` long.
  public var inNanoseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}
