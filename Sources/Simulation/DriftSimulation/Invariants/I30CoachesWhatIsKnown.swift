import WorkoutEngine
import WorkoutModel

struct CoachesWhatIsKnown: Invariant {
  let number = "I30"
  let law = "The coach calls after 10 s outside the target, again no sooner than it may, and never across other words."

  /// By so much later than its moment a call may be said.
  private static let grace = Duration.milliseconds(150)

  func violations(in record: TraceRecord) -> [Violation] {
    var found: [Violation] = []
    var told: [(step: Int, report: CoachReport)] = []
    var words = CoachWords()
    let steps = record.trace.steps
    for index in steps.indices {
      // What was said after the last save is unknown to the new process.
      if let stored = steps[index].restoration?.step { told.removeAll { $0.step > stored } }
      for event in steps[index].events {
        var complaint: String?
        if case .planNoted(let note) = event.kind { complaint = words.complaint(about: note, at: index, record) }
        if case .coached(let report) = event.kind {
          complaint = words.complaint(about: report, at: index, record)
          complaint = complaint ?? self.complaint(about: report, in: index, after: told.map(\.report), record)
          complaint = complaint.map { "\(report.call.rawValue) for \(report.signal.rawValue) \($0)" }
          told.append((index, report))
        }
        if let complaint { found.append(violation(complaint, at: index)) }
      }
    }
    return found
  }

  private func complaint(
    about report: CoachReport, in step: Int, after told: [CoachReport], _ record: TraceRecord
  ) -> String? {
    let due = report.cue.due
    if let at = report.cue.at, at - due > Self.grace { return "is said \(at - due) late" }
    switch report.call {
    case .inside: return nil
    case .unknown:
      if told.contains(where: { $0.call == .unknown && $0.signal == report.signal }) { return "is said twice" }
      let values = record.signals.values(of: report.signal, in: (due - .nanoseconds(1))...due)
      return values.contains(nil) ? nil : "is said of a value that is known"
    case .faster, .slower, .harder, .easier:
      let last = told.last { $0.call != .inside && $0.call != .unknown }
      return record.complaint(about: report, in: step, after: last?.cue.elapsed)
    }
  }
}

extension TraceRecord {
  /// What speaks against a call; the active time of the call before it is `last`.
  fileprivate func complaint(about report: CoachReport, in step: Int, after last: Duration?) -> String? {
    let id = SegmentID(node: report.cue.cue.node, sets: report.cue.cue.sets.map { $0 - 1 })
    guard let every = oracle.timeline.coach(of: id).every else { return "comes where no coach is on" }
    let due = report.cue.due
    if let last, report.cue.elapsed - last < every { return "comes \(report.cue.elapsed - last) after another" }
    let arrived = visit(of: id, at: due, in: step)?.enteredAt ?? .zero
    if due - arrived < Coach.settling { return "comes \(due - arrived) after the session came to its phase" }
    let parts = oracle.timeline.phase(of: id).target?.parts ?? []
    guard let part = parts.first(where: { $0.measure.signal == report.signal && scenario.body.values(of: $0) != nil })
    else { return "has no target" }
    // Of a ramp the present limits are reported.
    let before = due - .nanoseconds(1)
    let since = part.isRamp ? before : due - Coach.patience
    let isLow = report.call == .faster || report.call == .harder
    let values = signals.evidence(of: report.signal, in: since...before)
    let isOutside = values.allSatisfy { value in
      value.map { isLow ? $0 < report.limits.lowerBound : $0 > report.limits.upperBound } ?? false
    }
    // Where a ramp and the value change at one instant, the call is of the new value.
    if isOutside || (part.isRamp && signals.values(of: report.signal, in: before...due).contains(report.value)) {
      return nil
    }
    let known = values.map { $0.map(String.init) ?? "unknown" }.joined(separator: ", ")
    return "of \(report.limits) though it was \(known)"
  }
}
