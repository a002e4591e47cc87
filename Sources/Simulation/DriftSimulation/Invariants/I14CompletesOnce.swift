import WorkoutEngine
import WorkoutModel

struct CompletesOnce: Invariant {
  let number = "I14"
  let law = "A session ends exactly once, at the exact instant, and nothing begins to sound afterwards."

  func violations(in record: TraceRecord) -> [Violation] {
    var found: [Violation] = []
    var finished: Duration?
    let steps = record.trace.steps
    for index in steps.indices {
      let wasOver = finished != nil
      if steps[index].restoration != nil, record.states[index].mode != .over { finished = nil }
      for event in steps[index].events {
        if finished != nil, event.isOfPlaying {
          found.append(violation("after the end something happened at \(event.at)", at: index))
        }
        guard case .finished(let end) = event.kind else { continue }
        if finished != nil { found.append(violation("it ended again at \(event.at)", at: index)) }
        finished = event.at
        found += judge(event.at, end.reason, index, record)
      }
      // The closing cue belongs to the end, however late it is.
      if wasOver, let effect = steps[index].effects.first(where: \.kind.isHeard) {
        found.append(violation("after the end a sound was to begin at \(effect.due)", at: index))
      }
    }
    if finished == nil, let ended = record.last.ended, ended.completed {
      found.append(violation("it never ended", at: steps.count - 1))
    }
    return found
  }

  private func judge(_ at: Duration, _ reason: FinishReason, _ step: Int, _ record: TraceRecord) -> [Violation] {
    guard let ended = record.last.ended else { return [violation("it ended too early", at: step)] }
    if ended.completed, reason == .completed, ended.at == at { return [] }
    // A stop fades out first; only that of a host that must end at once is short.
    let fade = record.last.fade
    let longest = record.aborted.map { min($0 + .milliseconds(250), ended.at + fade) } ?? ended.at + fade
    if !ended.completed, reason == .stopped, ended.at...max(ended.at, longest) ~= at { return [] }
    return [violation("it was \(reason.rawValue) at \(at), expected \(ended.at)", at: step)]
  }
}

extension TraceRecord {
  /// The instant at which the host ended the session at once.
  fileprivate var aborted: Duration? { trace.steps.first { $0.action == .abort }?.now }
}

extension EngineEvent {
  /// Whether the event concerns playback, which can't occur after the end.
  fileprivate var isOfPlaying: Bool {
    switch kind {
    case .phaseStarted, .cueSettled, .resumed, .paused: true
    default: false
    }
  }
}
