/// Limits the connections in total and per address.
///
/// Loopback addresses only count towards the total, because all clients of a proxy share one.
public struct ConnectionCount: Sendable {
  private var all = 0
  private var each: [PeerAddress: Int] = [:]

  /// Creates a counter without connections.
  public init() {}

  /// Counts a new connection from an address; `false`, without counting it, if there are too many.
  public mutating func admit(_ address: PeerAddress) -> Bool {
    let count = each[address, default: 0]
    let isOneTooMany = !address.isLoopback && count >= ServerLimits.connectionsOfOne
    guard all < ServerLimits.connections, !isOneTooMany else { return false }
    all += 1
    each[address] = count + 1
    return true
  }

  /// Removes a connection that was counted.
  public mutating func leave(_ address: PeerAddress) {
    guard let count = each[address] else { return }
    all -= 1
    each[address] = count == 1 ? nil : count - 1
  }
}
