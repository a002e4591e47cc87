/// Counts the wrong tokens of each address; further ones of an address with too many are refused for a minute.
package struct WrongTokens {
  private struct Record {
    var moments: [Duration] = []
    var blockedUntil: Duration?
  }

  private static let minute = Duration.seconds(60)
  private static let addresses = 10_000

  private var records: [PeerAddress: Record] = [:]

  package init() {}

  /// The time for which an address remains blocked; `nil` if it isn't.
  package func blocks(_ address: PeerAddress, at now: Duration) -> Duration? {
    guard let until = records[address]?.blockedUntil, now < until else { return nil }
    return until - now
  }

  package mutating func record(_ address: PeerAddress, at now: Duration) {
    if records.count >= Self.addresses { records = records.filter { Self.isAlive($0.value, at: now) } }
    // With so many addresses, an address no longer identifies an attacker.
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
