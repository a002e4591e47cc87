extension Duration {
  /// Whole milliseconds for `poll`, rounded up so that it never wakes before its time; an hour at most.
  package var pollMilliseconds: Int32 {
    let span = min(max(self, .zero), .seconds(3600))
    return Int32((span + .nanoseconds(999_999)) / .milliseconds(1))
  }
}
