/// The last events of a run, for pages that come back.
package struct EventRing {
  /// An event of the run.
  package struct Entry: Equatable {
    package let sequence: Int
    /// When it is heard, in session time, in nanoseconds.
    let instant: Int
    let line: String

    /// An event of a line.
    package init(sequence: Int, instant: Int, line: String) {
      (self.sequence, self.instant, self.line) = (sequence, instant, line)
    }

    var event: ServerSentEvent { ServerSentEvent("event", line, id: sequence) }
  }

  private var entries: [Entry] = []
  /// Where the oldest entry is, once the ring is full.
  private var start = 0

  /// No events.
  package init() {}

  /// Adds an event; the oldest gives way.
  package mutating func add(_ entry: Entry) {
    guard entries.count == ServerLimits.keptEvents else { return entries.append(entry) }
    entries[start] = entry
    start = (start + 1) % entries.count
  }

  /// The number of the newest event.
  package var newest: Int? { entries.indices.last.map { entries[start == 0 ? $0 : start - 1].sequence } }

  /// The events that a page has missed: those after the last that it has or, where it has none, those that are heard
  /// only after the state that it gets.
  package func missed(after last: Int?, heardAfter instant: Int) -> [Entry] {
    let ordered = entries[start...] + entries[..<start]
    // A number that isn't reached yet is that of an earlier run.
    guard let last, last <= newest ?? 0 else { return ordered.filter { $0.instant > instant } }
    return ordered.filter { $0.sequence > last }
  }
}
