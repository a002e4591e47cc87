/// Counts the wrong tokens of each address: one that sends too many is refused for a minute.
package struct WrongTokens {
  private struct Record {
    /// The moments of the wrong tokens of the last minute.
    var moments: [Duration] = []
    var blockedUntil: Duration?
  }

  private static let minute = Duration.seconds(60)
  /// Addresses that are remembered at a time.
  private static let addresses = 10_000

  private var records: [PeerAddress: Record] = [:]

  /// No wrong tokens.
  package init() {}

  /// How long the tokens of an address aren't looked at; `nil` where they are.
  package func blocks(_ address: PeerAddress, at now: Duration) -> Duration? {
    guard let until = records[address]?.blockedUntil, now < until else { return nil }
    return until - now
  }

  /// Notes a wrong token.
  package mutating func note(_ address: PeerAddress, at now: Duration) {
    if records.count >= Self.addresses { records = records.filter { Self.isAlive($0.value, at: now) } }
    // Of more addresses than can be remembered nobody is one person's.
    if records.count >= Self.addresses { records = [:] }
    var record = records[address] ?? Record()
    record.moments = record.moments.filter { now - $0 < Self.minute } + [now]
    if record.moments.count >= ServerLimits.wrongTokens { record = Record(blockedUntil: now + Self.minute) }
    records[address] = record
  }

  private static func isAlive(_ record: Record, at now: Duration) -> Bool {
    record.blockedUntil.map { now < $0 } ?? record.moments.contains { now - $0 < minute }
  }
}
