import WorkoutEngine
import WorkoutModel

struct AnswersRequests: Invariant {
  let number = "I33"
  let law = "Words on request begin after 1 to 6 s, tell the place of that moment, or are reported as left out, once."

  /// By so much later than its moment it may be said, and the times after a request in which its words begin.
  private static let (grace, times) = (Duration.seconds(1), Duration.seconds(1)...Duration.seconds(6))

  func violations(in record: TraceRecord) -> [Violation] {
    var found: [Violation] = []
    var waiting: [(text: String?, at: Duration)] = []
    for (index, step) in record.trace.steps.enumerated() {
      // The new process knows of no request.
      if step.restoration != nil { waiting = [] }
      for event in step.events {
        if case .say(let text) = event.kind.acceptedAction { waiting.append((text, event.at)) }
        guard case .said(let cue) = event.kind else { continue }
        // Of two that are answered at one instant, the second may be left out before the first begins.
        let leftOut = waiting.firstIndex { $0.text == cue.say } ?? waiting.firstIndex { $0.text == nil }
        let answered = cue.at == nil ? leftOut : waiting.indices.first
        let request = answered.map { waiting.remove(at: $0) }
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
    if record.states[max(index - 1, 0)].isInterrupted { return "is said while another program has the sound" }
    if at - cue.due > Self.grace { return "is said \(at - cue.due) late" }
    guard Self.times.contains(cue.due - request.at) else { return "is due \(cue.due - request.at) after its request" }
    if let text = request.text { return cue.say == text ? nil : "says \"\(cue.say ?? "")\"" }
    guard let times = record.timesOfPhase(at: cue.due, in: index) else { return nil }
    guard let say = cue.say, !times.contains(where: say.contains) else { return nil }
    return "says \"\(say)\", where the phase has \(times.joined(separator: " or "))"
  }
}

extension TraceRecord {
  /// What may be said of the phase after its name at an instant within a step; `nil` if the step says more than that
  /// time has passed.
  fileprivate func timesOfPhase(at instant: Duration, in index: Int) -> [String]? {
    let (step, state, before) = (trace.steps[index], states[index], states[max(index - 1, 0)])
    let isRunning = state.mode == .running && before.mode == .running
    guard step.isTick, isRunning || state.mode.isPaused && before.mode.isPaused, let cursor = state.cursor else {
      return nil
    }
    let position = state.position - (isRunning ? step.now - instant : .zero)
    guard position >= cursor.start, state.visit == before.visit else { return nil }
    let passed = position - cursor.start
    if oracle.timeline.isOvertime(cursor.id) { return [words(.whereOver, passed)] }
    guard let end = cursor.end else { return [words(.whereSince, passed)] }
    // A random length may be hidden.
    let isHidden = oracle.timeline.endsByUser(cursor.id) || oracle.timeline.varyingLength(of: cursor.id) != nil
    return [words(.whereLeft, end - position)] + (isHidden ? [words(.whereSince, passed)] : [])
  }

  /// A built-in text after the name of the phase, with a time in place of its other placeholders.
  private func words(_ text: SpokenText, _ time: Duration) -> String {
    let phrases = oracle.timeline.workout.phrases
    return phrases.template(text).pieces.map { piece in
      switch piece {
      case .words(let words), .english(let words): words
      case .placeholder(.phase): ""
      case .placeholder: phrases.duration(time)
      }
    }.joined()
  }
}
