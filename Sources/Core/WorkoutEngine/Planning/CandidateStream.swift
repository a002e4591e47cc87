import WorkoutModel

/// Walks the plan from a position on and finds the candidates piece by piece, in the order of the plan.
struct CandidateStream: Sendable {
  /// Where the search continues; `nil` at the end of the workout.
  private var frontier: (context: SegmentContext, from: Duration)?
  private let start: Duration
  private let facts: Facts
  /// The maximum time by which a cue begins before its mark.
  private let lead: Duration
  /// The cues found that would begin at the start, or before, but have done so already.
  private(set) var repeated: [ScheduledWarning] = []

  init(at context: SegmentContext?, from position: Duration, after facts: Facts, lead: Duration) {
    frontier = context.map { ($0, position) }
    start = position
    self.facts = facts
    self.lead = lead
  }

  /// The position before which all candidates that are due, or desired to begin, have been found; `nil` at the end of
  /// the workout.
  var completeBefore: Duration? { frontier.map { $0.from - lead } }

  /// Finds the cues in the next piece: up to a minute of one segment.
  mutating func next(_ expander: CueExpander) -> CueExpander.Findings {
    guard let (context, from) = frontier else { return CueExpander.Findings() }
    let stretch = CueExpander.Stretch(of: context, from: from)
    frontier =
      stretch.isLast ? context.following.map { (expander.context(of: $0), stretch.to) } : (context, stretch.to)
    var findings = expander.find(in: stretch)
    findings.candidates.removeAll { cue in
      if cue.due < facts.since || expander.precedesName(cue) { return true }
      guard min(cue.due, cue.mark) <= start, facts.contains(cue.key, mark: cue.mark) else { return false }
      repeated.append(cue)
      return true
    }
    findings.leftOut.removeAll { $0.at <= start && facts.contains($0.note.key, mark: $0.note.mark) }
    return findings
  }
}

/// A priority queue: the least element comes out first.
///
/// Elements arrive in batches and mostly in order, so it sorts at the first removal after a batch; until the next batch
/// `popFirst` takes O(1).
struct OrderedQueue<Element: Comparable> {
  /// All elements, in no particular order.
  private(set) var elements: [Element] = []
  /// Whether the elements are in descending order, with the least one last.
  private var isSorted = true

  mutating func insert(_ element: Element) {
    elements.append(element)
    isSorted = false
  }

  /// Sorts the elements, so that copies of the queue need not do it again.
  mutating func sort() {
    if !isSorted { elements.sort(by: >) }
    isSorted = true
  }

  /// Removes and returns the least element if `isTaken` accepts it.
  mutating func popFirst(where isTaken: (Element) -> Bool) -> Element? {
    sort()
    let last = elements.count - 1
    return last >= 0 && isTaken(elements[last]) ? elements.removeLast() : nil
  }
}

extension OrderedQueue: Sendable where Element: Sendable {}
