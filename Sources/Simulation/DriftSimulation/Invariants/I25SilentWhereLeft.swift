import WorkoutEngine
import WorkoutModel

struct SilentWhereLeft: Invariant {
  let number = "I25"
  let law = "Pauses and ends silence all, only requests begin cues while time stands, moves cut the words they leave."

  func violations(in record: TraceRecord) -> [Violation] {
    let begun = record.states.indices.dropFirst().compactMap { index -> Violation? in
      let (before, after) = (record.states[index - 1].mode, record.states[index].mode)
      guard before == .over || (before.isPaused && after.isPaused) else { return nil }
      let step = record.trace.steps[index]
      let effect = step.effects.first { effect in
        effect.cuePart.map { before == .over || !step.answersRequest(by: $0.cue) } ?? false
      }
      return effect.map { violation("a cue begins at \($0.due), where no time passes", at: index) }
    }
    return begun
      + record.speech.speaking.sorted { $0.key < $1.key }.compactMap { index, speaking in
        complaint(speaking, index, record).map { violation($0, at: index) }
      }
  }

  private func complaint(_ speaking: Utterances, _ index: Int, _ record: TraceRecord) -> String? {
    let (step, state, before) = (record.trace.steps[index], record.states[index], record.states[index - 1])
    if step.restoration != nil { return nil }
    switch state.mode {
    // Its last words go on where the workout has ended in the step in which it is paused.
    case .paused where record.hasEnded(by: index): return nil
    case .paused where before.mode == .running, .over where before.mode == .running && step.isStop:
      if !step.effects.contains(where: \.isSilence) { return "all that is heard is heard on" }
      return speaking.heard(after: step.now, where: { _ in true }).map { "\($0) is spoken on" }
    default: break
    }
    guard state.visit != before.visit, before.visit >= 0, !step.isWakeUp, state.mode != .over,
      record.visits[before.visit].isEndedAtOnce
    else { return nil }
    let here = record.visits[state.visit].segment
    return speaking.heard(after: step.now) { !record.oracle.isWithin($0, here) }.map {
      "\($0) is spoken on where its phase was left"
    }
  }
}

extension TraceRecord {
  /// Whether the phase of a step is over by then, and no other has followed.
  fileprivate func hasEnded(by step: Int) -> Bool {
    let visit = states[step].visit
    guard visits.indices.contains(visit), [.time, .done].contains(visits[visit].leaving) else { return false }
    return visits[visit].leftAt.map { $0 <= trace.steps[step].now } ?? false
  }
}

extension TraceStep {
  /// Whether a cue is what somebody has asked for.
  fileprivate func answersRequest(by cue: CueKey) -> Bool {
    events.contains { if case .said(let report) = $0.kind { report.cue == cue } else { false } }
  }

  /// Whether the user or the host ends a session that isn't over.
  fileprivate var isStop: Bool {
    guard action == .stop || action == .abort else { return false }
    return events.contains { $0.kind.acceptedAction != nil }
  }
}

extension Effect {
  fileprivate var isSilence: Bool { if case .silence(.everything, _) = kind { true } else { false } }
}
