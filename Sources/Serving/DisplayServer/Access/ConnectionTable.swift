/// Limits the connections in total and per address, and chooses the one that gives way to a new one.
///
/// Connections that only occupy a place never keep others out: when all places are taken, the newest one that waits for
/// its client is closed. A connection whose request is being answered, such as a page's stream of events, stays.
///
/// The addresses of proxies only count towards the total, because all clients of a proxy share one: those of loopback,
/// and that of a trusted proxy.
package struct ConnectionTable: Sendable {
  /// What a connection is used for, those first that give way first.
  package enum Activity: Comparable, Sendable {
    case silent
    /// A first request has come in part.
    case beginning
    case idle
    case answering
  }

  /// The number of a connection, in the order of their arrival.
  package typealias Number = Int

  private struct Entry {
    let address: PeerAddress
    var activity = Activity.silent
  }

  private var entries: [Number: Entry] = [:]
  private var last: Number = 0
  private let proxy: PeerAddress?

  package init(trustedProxy: PeerAddress? = nil) { proxy = trustedProxy }

  /// Adds a new connection from an address.
  ///
  /// - Returns: Its number, and that of the connection to be closed, which is no longer counted; `nil`, without adding
  ///   it, if there are too many.
  package mutating func admit(_ address: PeerAddress) -> (number: Number, insteadOf: Number?)? {
    let count = entries.values.count { $0.address == address }
    guard address.isLoopback || address == proxy || count < ServerLimits.connectionsOfOne else { return nil }
    var ended: Number?
    if entries.count >= ServerLimits.connections {
      let waiting = entries.filter { $0.value.activity < .answering }
      ended = waiting.min { ($0.value.activity, -$0.key) < ($1.value.activity, -$1.key) }?.key
      guard let ended else { return nil }
      entries[ended] = nil
    }
    last += 1
    entries[last] = Entry(address: address)
    return (last, ended)
  }

  package mutating func record(_ activity: Activity, of number: Number) { entries[number]?.activity = activity }

  package mutating func remove(_ number: Number) { entries[number] = nil }
}
