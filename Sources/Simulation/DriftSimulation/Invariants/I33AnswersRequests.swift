import WorkoutEngine
import WorkoutModel

struct AnswersRequests: Invariant {
  let number = "I33"
  let law = "Words on request begin after 1 to 6 s, tell the place of that moment, or are reported as left out, once."

  /// By so much later than its moment it may be said.
  private static let grace = Duration.seconds(1)
  /// The times after a request in which its words begin.
  private static let times = Duration.seconds(1)...Duration.seconds(6)

  func violations(in record: TraceRecord) -> [Violation] {
    var found: [Violation] = []
    var waiting: [(text: String?, at: Duration)] = []
    for (index, step) in record.trace.steps.enumerated() {
      // The new process knows of no request.
      if step.restoration != nil { waiting = [] }
      for event in step.events {
        if case .say(let text) = event.kind.acceptedAction { waiting.append((text, event.at)) }
        guard case .said(let cue) = event.kind else { continue }
        let request = waiting.isEmpty ? nil : waiting.removeFirst()
        if let text = complaint(about: cue, to: request, in: index, record) {
          found.append(violation("\(cue.cue) \(text)", at: index))
        }
      }
    }
    if record.last.mode == .over, !record.trace.isCut, let request = waiting.first {
      found.append(violation("a request at \(request.at) is never answered", at: record.trace.steps.count - 1))
    }
    return found
  }

  private func complaint(
    about cue: CueReport, to request: (text: String?, at: Duration)?, in index: Int, _ record: TraceRecord
  ) -> String? {
    guard let request else { return "is said, and nobody has asked for it" }
    guard let at = cue.at else { return nil }
    if at - cue.due > Self.grace { return "is said \(at - cue.due) late" }
    guard Self.times.contains(cue.due - request.at) else { return "is due \(cue.due - request.at) after its request" }
    if let text = request.text { return cue.say == text ? nil : "says \"\(cue.say ?? "")\"" }
    let place = record.timesOfPhase(at: cue.due, in: index)
    guard let place, !place.contains(where: { cue.say?.contains($0) ?? false }) else { return nil }
    return "says \"\(cue.say ?? "")\", where the phase has \(place.joined(separator: " or "))"
  }
}

extension TraceRecord {
  /// What is left of the phase at an instant within a step, and what has passed, in words; `nil` if the step says more
  /// than that time has passed.
  fileprivate func timesOfPhase(at instant: Duration, in index: Int) -> [String]? {
    let (step, state, before) = (trace.steps[index], states[index], states[max(index - 1, 0)])
    let isRunning = state.mode == .running && before.mode == .running
    guard step.isTick, isRunning || state.mode.isPaused && before.mode.isPaused, let cursor = state.cursor else {
      return nil
    }
    let position = state.position - (isRunning ? step.now - instant : .zero)
    guard position >= cursor.start, state.visit == before.visit else { return nil }
    let phrases = oracle.timeline.workout.phrases
    return ([position - cursor.start] + (cursor.end.map { [$0 - position] } ?? [])).map(phrases.duration)
  }
}
