/// The last events of a run, for pages that reconnect.
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

  package init() {}

  package mutating func add(_ entry: Entry) {
    if entries.count == Self.capacity { entries.removeFirst() }
    entries.append(entry)
  }

  package var newest: Int? { entries.last?.sequence }

  /// The events that a page has missed: those after `last`, or if `last` is `nil` those that are heard after the
  /// instant of its state.
  package func missed(after last: Int?, heardAfter instant: Int) -> [Entry] {
    // A number that this run hasn't reached belongs to an earlier run.
    guard let last, last <= newest ?? 0 else { return entries.filter { $0.instant > instant } }
    return entries.filter { $0.sequence > last }
  }
}
