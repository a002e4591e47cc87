/// Counts the wrong tokens of each address: one that sends too many is refused for a minute.
struct WrongTokens {
  private static let minute = Duration.seconds(60)
  /// Addresses that are remembered at a time.
  private static let addresses = 10_000

  private var moments: [PeerAddress: [Duration]] = [:]

  /// Whether the tokens of an address aren't looked at now.
  mutating func blocks(_ address: PeerAddress, at now: Duration) -> Bool {
    guard let recent = moments[address]?.filter({ now - $0 < Self.minute }) else { return false }
    moments[address] = recent.isEmpty ? nil : recent
    return recent.count >= ServerLimits.wrongTokens
  }

  /// Notes a wrong token.
  mutating func note(_ address: PeerAddress, at now: Duration) {
    if moments.count >= Self.addresses { moments = moments.filter { $0.value.contains { now - $0 < Self.minute } } }
    // Of more addresses than can be remembered nobody is one person's.
    if moments.count >= Self.addresses { moments = [:] }
    moments[address, default: []].append(now)
  }
}
