/// Limits a rate: so many at once, and so many a second from then on.
struct TokenBucket {
  private let capacity: Double
  private let rate: Double
  private var tokens: Double
  private var last: Duration

  /// A full bucket of `capacity`, which gains `rate` a second from `now` on.
  init(capacity: Int, rate: Int, at now: Duration) {
    self.capacity = Double(capacity)
    self.rate = Double(rate)
    tokens = Double(capacity)
    last = now
  }

  /// Whether there is a token at `now`, which is taken.
  mutating func take(at now: Duration) -> Bool {
    tokens = min(capacity, tokens + rate * ((now - last) / .seconds(1)))
    last = now
    guard tokens >= 1 else { return false }
    tokens -= 1
    return true
  }
}
