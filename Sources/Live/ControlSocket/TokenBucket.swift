/// A rate limiter: `rate` tokens per second, at most `capacity` at once.
///
/// The caller passes the time. Tokens are counted in billionths, so no rounding accumulates.
package struct TokenBucket: Sendable {
  private let rate: Int
  private let capacity: Int
  private var level: Int
  private var filledAt: Duration

  package init(rate: Int, capacity: Int, at now: Duration) {
    self.rate = rate
    self.capacity = capacity
    level = capacity * 1_000_000_000
    filledAt = now
  }

  package mutating func available(at now: Duration) -> Int {
    fill(at: now)
    return max(0, level) / 1_000_000_000
  }

  /// Takes up to `count` tokens; `false` if there are none.
  package mutating func consume(_ count: Int = 1, at now: Duration) -> Bool {
    guard available(at: now) > 0 else { return false }
    level -= count * 1_000_000_000
    return true
  }

  /// The time until a token is available; zero if one is.
  package mutating func delay(at now: Duration) -> Duration {
    fill(at: now)
    return .nanoseconds(max(0, 1_000_000_000 - level + rate - 1) / rate)
  }

  private mutating func fill(at now: Duration) {
    let passed = (now - filledAt).components
    filledAt = max(filledAt, now)
    guard passed.seconds >= 0, passed.attoseconds >= 0 else { return }
    // Any bucket is full after this many seconds; the limit prevents overflow.
    let nanoseconds = Int(min(passed.seconds, 3600)) * 1_000_000_000 + Int(passed.attoseconds / 1_000_000_000)
    level = min(level + nanoseconds * rate, capacity * 1_000_000_000)
  }
}
