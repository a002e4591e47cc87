/// A ring buffer of a run's last events, for pages that reconnect.
package struct EventRing {
  package struct Entry: Equatable {
    package let sequence: Int
    /// The instant at which it is heard, in nanoseconds of session time.
    let instant: Int
    let line: String

    package init(sequence: Int, instant: Int, line: String) {
      (self.sequence, self.instant, self.line) = (sequence, instant, line)
    }

    var event: ServerSentEvent { ServerSentEvent("event", line, id: sequence) }
  }

  private static let capacity = 1_000

  private var entries: [Entry] = []
  /// The index of the oldest entry, once the ring is full.
  private var start = 0

  package init() {}

  package mutating func add(_ entry: Entry) {
    guard entries.count == Self.capacity else { return entries.append(entry) }
    entries[start] = entry
    start = (start + 1) % entries.count
  }

  package var newest: Int? { entries.indices.last.map { entries[start == 0 ? $0 : start - 1].sequence } }

  /// The events that a page has missed: those after `last`, or if `last` is `nil` those that are heard after the
  /// instant of its state.
  package func missed(after last: Int?, heardAfter instant: Int) -> [Entry] {
    let ordered = entries[start...] + entries[..<start]
    // A number that this run hasn't reached belongs to an earlier run.
    guard let last, last <= newest ?? 0 else { return ordered.filter { $0.instant > instant } }
    return ordered.filter { $0.sequence > last }
  }
}
