package import HostSystem
package import WorkoutEngine

/// The ordered phrases that are synthesised one by one.
///
/// Each order lists all missing phrases, so a newer order replaces the rest of an older one: after a jump the phrases
/// of the new position don't wait for those of the old.
package struct PhraseSynthesisQueue {
  /// Receives the phrases synthesised since the last call, and whether none of the order are left.
  package typealias Report = (_ made: [Phrase], _ isAll: Bool) -> Void

  /// The time after which phrases are told, although others are left: the plan needs the lengths of what comes soon.
  private static let tellingInterval = Duration.milliseconds(100)

  private var left: ArraySlice<Phrase> = []
  private var made: [Phrase] = []
  private var told = Duration.zero

  package init() {}

  /// Synthesises by `make` the phrases of `orders` on the thread that runs it, until an empty order arrives: those left
  /// then aren't synthesised.
  package static func run(_ orders: Mailbox<[Phrase]>, _ make: ([Phrase]) -> Void, tell: Report) {
    var queue = PhraseSynthesisQueue()
    while true {
      if queue.left.isEmpty { orders.wait() }
      guard queue.receive(orders.drain().messages, at: HostTime.now, tell: tell) else { return }
      guard let phrase = queue.next() else { continue }
      make([phrase])
      queue.record(phrase, at: HostTime.now, tell: tell)
    }
  }

  /// Takes the newest of some orders; returns `false` after an empty one.
  package mutating func receive(_ orders: [[Phrase]], at now: Duration, tell: Report) -> Bool {
    if orders.contains([]) { return false }
    if let newest = orders.last {
      if !made.isEmpty { tell(made, false) }
      (left, made, told) = (newest[...], [], now)
    }
    return true
  }

  /// Removes and returns the phrase that is to be synthesised next.
  package mutating func next() -> Phrase? { left.popFirst() }

  /// Notes that a phrase has been synthesised.
  package mutating func record(_ phrase: Phrase, at now: Duration, tell: Report) {
    made.append(phrase)
    guard left.isEmpty || now - told > Self.tellingInterval else { return }
    tell(made, left.isEmpty)
    (made, told) = ([], now)
  }
}
