package import CueAudio
package import HostThreads

/// Makes the phrases that are ordered, on the thread that runs it.
///
/// Each order tells all that is lacking, so a newer one replaces what is left of an older one: after a jump the phrases
/// of the new place don't wait for those of the old.
package struct PhraseLoader {
  private let orders: Mailbox<[String]>
  private let phrases: PhraseBook
  private let tell: (_ made: [String], _ isAll: Bool) -> Void

  /// Makes what comes in `orders`, of which an empty one is the last; `tell` hears of each order what was made of it,
  /// and whether that was all that was left to do.
  package init(
    _ orders: Mailbox<[String]>, _ phrases: PhraseBook, tell: @escaping (_ made: [String], _ isAll: Bool) -> Void
  ) {
    self.orders = orders
    self.phrases = phrases
    self.tell = tell
  }

  /// Goes on until the last order comes; what is left then isn't made.
  package func run() {
    var left: ArraySlice<String> = []
    var made: [String] = []
    while true {
      if left.isEmpty { orders.wait() }
      let news = orders.drain().letters
      if news.contains([]) { return }
      if let newest = news.last {
        if !made.isEmpty { tell(made, false) }
        (left, made) = (newest[...], [])
      }
      guard let text = left.popFirst() else { continue }
      phrases.prepare([text])
      made.append(text)
      guard left.isEmpty else { continue }
      tell(made, true)
      made = []
    }
  }
}
