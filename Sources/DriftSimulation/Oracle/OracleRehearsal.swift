import WorkoutEngine
import WorkoutModel

/// An undisturbed run from which the oracle learns which cues there are; what it tells is checked against the timeline.
struct OracleRehearsal {
  /// One set of a group: the group's node, and the sets from the outside in, counted from 0.
  private struct SetName: Hashable {
    let group: Int
    let sets: [Int]
  }

  private let timeline: Timeline
  private let parents: [Int: Int]
  private(set) var cues: [CueReport] = []
  private(set) var spans: [SegmentID: PlanSpan] = [:]
  private(set) var length = Duration.zero
  private(set) var doneInstants: [Duration] = []
  private(set) var complaints: [String] = []
  /// The phases in their order, as run and as walked.
  private var run: [SegmentID] = []
  private var walked: [(id: SegmentID, span: PlanSpan)] = []
  /// The first and the last phase of each set, by their places in `walked`.
  private var sets: [SetName: (first: Int, last: Int)] = [:]

  init(_ timeline: Timeline) {
    self.timeline = timeline
    parents = Dictionary(timeline.outline.map { ($0.node, $0.parent) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func rehearse() {
    var rehearsal = Rehearsal(timeline)
    rehearsal.run { reaction in
      for event in reaction.events { take(event) }
    }
    layOut()
    if walked.map(\.id) != run { complaints.append("\(run.count) phases were run, the plan has \(walked.count)") }
    if let end = walked.last?.span.end, end != length {
      complaints.append("it ends after \(length), the plan after \(end)")
    }
  }

  private mutating func take(_ event: EngineEvent) {
    switch event.kind {
    case .cueSettled(let cue) where cue.outcome != .cancelled:
      cues.append(cue)
      if cue.outcome != .onTime {
        complaints.append("the cue \(cue.cue) is \(cue.outcome.rawValue) though nothing happened")
      }
    case .phaseStarted(let phase): run.append(phase.id)
    case .actionTaken(.done, .accepted, _, _): doneInstants.append(event.at)
    case .finished: length = event.at
    default: break
    }
  }

  /// Walks the timeline, with the instants at which open phases were done.
  private mutating func layOut() {
    var cursor = timeline.first()
    var done = doneInstants[...]
    while var here = cursor {
      if let instant = done.first, instant >= here.start, here.end.map({ instant <= $0 }) ?? true,
        timeline.isUsers(here.id)
      {
        here.end(at: instant)
        done = done.dropFirst()
      }
      let span = PlanSpan(start: here.start, end: here.end)
      spans[here.id] = span
      note(here.id, at: walked.count)
      walked.append((here.id, span))
      cursor = here.end.flatMap { timeline.next(after: here, endedAt: $0) }
    }
  }

  /// Notes that a phase belongs to each set around it.
  private mutating func note(_ id: SegmentID, at place: Int) {
    var group = parents[id.node] ?? 0
    var sets = id.sets
    while group != 0 {
      self.sets[SetName(group: group, sets: sets), default: (place, place)].last = place
      group = parents[group] ?? 0
      sets = Array(sets.dropLast())
    }
  }

  /// The phase that a cue's moment lies in, and what the cue belongs to; `nil` where that doesn't exist.
  func home(of report: CueReport, on anchor: Anchor) -> (segment: SegmentID, span: PlanSpan, anchor: PlanSpan)? {
    let sets = report.cue.sets.map { $0 - 1 }
    let range: (first: Int, last: Int)?
    switch anchor {
    case .phase:
      let id = SegmentID(node: report.cue.node, sets: sets)
      return spans[id].map { (id, $0, $0) }
    case .set: range = self.sets[SetName(group: report.cue.node, sets: sets)]
    case .workout: range = walked.isEmpty ? nil : (0, walked.count - 1)
    }
    guard let range else { return nil }
    let whole = PlanSpan(start: walked[range.first].span.start, end: walked[range.last].span.end)
    let holder = report.mark == whole.end ? range.last : holder(of: report.mark, in: range)
    return (walked[holder].id, walked[holder].span, whole)
  }

  /// The last phase that begins at or before a moment.
  private func holder(of moment: Duration, in range: (first: Int, last: Int)) -> Int {
    var (lower, upper) = range
    while lower < upper {
      let middle = upper - (upper - lower) / 2
      if walked[middle].span.start <= moment { lower = middle } else { upper = middle - 1 }
    }
    return lower
  }
}
