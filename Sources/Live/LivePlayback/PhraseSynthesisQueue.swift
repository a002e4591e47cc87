package import HostSystem
package import WorkoutEngine

/// Synthesises ordered phrases on the thread that runs it.
///
/// Each order lists all missing phrases, so a newer order replaces the rest of an older one: after a jump the phrases
/// of the new position don't wait for those of the old.
package enum PhraseSynthesisQueue {
  /// The time after which phrases are told, although others are left: the plan needs the lengths of what comes soon.
  private static let tellingInterval = Duration.milliseconds(100)

  /// Synthesises by `make`, one by one, the phrases of `orders`, until an empty one arrives: those left then aren't
  /// synthesised. `tell` is called with the phrases synthesised since the last call, and whether none of the order are
  /// left.
  package static func run(
    _ orders: Mailbox<[Phrase]>, _ make: ([Phrase]) -> Void, tell: (_ made: [Phrase], _ isAll: Bool) -> Void
  ) {
    var left: ArraySlice<Phrase> = []
    var made: [Phrase] = []
    var told = ContinuousClock.now
    while true {
      if left.isEmpty { orders.wait() }
      let news = orders.drain().messages
      if news.contains([]) { return }
      if let newest = news.last {
        if !made.isEmpty { tell(made, false) }
        (left, made, told) = (newest[...], [], .now)
      }
      guard let phrase = left.popFirst() else { continue }
      make([phrase])
      made.append(phrase)
      guard left.isEmpty || .now - told > tellingInterval else { continue }
      tell(made, left.isEmpty)
      (made, told) = ([], .now)
    }
  }
}
