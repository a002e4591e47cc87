/// Counts the wrong tokens of each address: one that sends too many is refused for a minute.
package struct WrongTokens {
  private static let minute = Duration.seconds(60)
  /// Addresses that are remembered at a time.
  private static let addresses = 10_000

  private var moments: [PeerAddress: [Duration]] = [:]

  /// No wrong tokens.
  package init() {}

  /// Whether the tokens of an address aren't looked at now.
  package mutating func blocks(_ address: PeerAddress, at now: Duration) -> Bool {
    guard let recent = moments[address]?.filter({ now - $0 < Self.minute }) else { return false }
    moments[address] = recent.isEmpty ? nil : recent
    return recent.count >= ServerLimits.wrongTokens
  }

  /// Notes a wrong token.
  package mutating func note(_ address: PeerAddress, at now: Duration) {
    if moments.count >= Self.addresses { moments = moments.filter { $0.value.contains { now - $0 < Self.minute } } }
    // Of more addresses than can be remembered nobody is one person's.
    if moments.count >= Self.addresses { moments = [:] }
    moments[address, default: []].append(now)
  }
}
