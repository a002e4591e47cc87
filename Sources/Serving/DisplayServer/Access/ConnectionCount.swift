/// Counts connections, so that nobody takes all of them.
///
/// Addresses of this machine are limited together with all others only: a proxy and its clients come from one.
public struct ConnectionCount: Sendable {
  private var all = 0
  private var each: [PeerAddress: Int] = [:]

  /// No connections.
  public init() {}

  /// Counts another connection of an address; `false`, and it isn't counted, where there are too many.
  public mutating func admit(_ address: PeerAddress) -> Bool {
    let count = each[address, default: 0]
    let isOneTooMany = !address.isLoopback && count >= ServerLimits.connectionsOfOne
    guard all < ServerLimits.connections, !isOneTooMany else { return false }
    all += 1
    each[address] = count + 1
    return true
  }

  /// A connection that was counted has ended.
  public mutating func leave(_ address: PeerAddress) {
    guard let count = each[address] else { return }
    all -= 1
    each[address] = count == 1 ? nil : count - 1
  }
}
