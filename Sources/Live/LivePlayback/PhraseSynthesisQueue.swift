package import CueAudio
package import HostSystem
package import WorkoutEngine

/// Makes the phrases that are ordered, on the thread that runs it.
///
/// Each order lists all missing phrases, so a newer one replaces what is left of an older one: after a jump the phrases
/// of the new place don't wait for those of the old.
package struct PhraseSynthesisQueue {
  private let orders: Mailbox<[Phrase]>
  private let phrases: SpeechCache
  private let tell: (_ made: [Phrase], _ isAll: Bool) -> Void

  /// Synthesises the phrases of `orders`, of which an empty one is the last; `tell` is called with the phrases made for
  /// each order, and whether no others were left.
  package init(
    _ orders: Mailbox<[Phrase]>, _ phrases: SpeechCache, tell: @escaping (_ made: [Phrase], _ isAll: Bool) -> Void
  ) {
    self.orders = orders
    self.phrases = phrases
    self.tell = tell
  }

  /// Runs until the last order comes; the phrases left then aren't made.
  package func run() {
    var left: ArraySlice<Phrase> = []
    var made: [Phrase] = []
    while true {
      if left.isEmpty { orders.wait() }
      let news = orders.drain().messages
      if news.contains([]) { return }
      if let newest = news.last {
        if !made.isEmpty { tell(made, false) }
        (left, made) = (newest[...], [])
      }
      guard let phrase = left.popFirst() else { continue }
      phrases.prepare([phrase])
      made.append(phrase)
      guard left.isEmpty else { continue }
      tell(made, true)
      made = []
    }
  }
}
