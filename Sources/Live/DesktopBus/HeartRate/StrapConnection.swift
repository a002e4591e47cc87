package struct HeartRateStrap: Equatable, Sendable {
  /// The name, by default its address.
  package let name: String
  package let address: String
}

struct StrapConnection {
  enum State { case idle, connecting, subscribing, subscribed }

  private static let longestPause = Duration.seconds(30)

  let strap: HeartRateStrap
  var state = State.idle
  /// The number of attempts that have failed since the last value.
  var failures = 0
  /// No attempt is made before.
  private(set) var retryAt = Duration.zero
  /// Whether it was connected for this program, which then also disconnects it.
  var isOwn = false
  var isKnown = false
  var isReported = false

  init(_ strap: HeartRateStrap) { self.strap = strap }

  /// Plans the next attempt; returns the pause before it, which doubles each time.
  mutating func fail(at now: Duration) -> Duration {
    let pause = min(Duration.seconds(1) * (1 << min(failures, 5)), Self.longestPause)
    state = .idle
    failures += 1
    retryAt = now + pause
    return pause
  }
}

extension HeartRateStrap {
  init(_ device: BluetoothObjects.Device) { self.init(name: device.name, address: device.address) }
}
