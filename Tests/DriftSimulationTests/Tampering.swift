import DriftSimulation
import WorkoutEngine
import WorkoutModel

extension EngineEvent {
  var cue: CueReport? { if case .cueSettled(let cue) = kind { cue } else { nil } }
  var isCue: Bool { cue != nil }
}

extension Effect {
  var isSpeech: Bool { if case .speak = kind { true } else { false } }
}

/// Ways to make a trace untrue.
extension Trace {
  mutating func removeEvents(where isMeant: (EngineEvent) -> Bool) {
    for index in steps.indices { steps[index].events.removeAll(where: isMeant) }
  }

  mutating func changeEvents(_ change: (EngineEvent) -> EngineEvent) {
    for index in steps.indices { steps[index].events = steps[index].events.map(change) }
  }

  mutating func changeEffects(_ change: (Effect) -> Effect) {
    for index in steps.indices { steps[index].effects = steps[index].effects.map(change) }
  }

  mutating func removeEffects(where isMeant: (Effect) -> Bool) {
    for index in steps.indices { steps[index].effects.removeAll(where: isMeant) }
  }

  mutating func remove(_ isMeant: (CueReport) -> Bool) {
    removeEvents { $0.cue.map(isMeant) ?? false }
  }

  mutating func moveEvents(by time: Duration, where isMeant: (EngineEvent) -> Bool) {
    for index in steps.indices {
      steps[index].events = steps[index].events.map { event in
        isMeant(event) ? EngineEvent(at: event.at + time, kind: event.kind, progress: event.progress) : event
      }
    }
  }

  mutating func change(_ isMeant: (CueReport) -> Bool, _ change: (inout CueReport) -> Void) {
    for index in steps.indices {
      steps[index].events = steps[index].events.map { event in
        guard var cue = event.cue, isMeant(cue) else { return event }
        change(&cue)
        return EngineEvent(at: event.at, kind: .cueSettled(cue), progress: event.progress)
      }
    }
  }

  /// Reports a cue once more in the step after.
  mutating func repeatCue(_ isMeant: (CueReport) -> Bool) {
    for index in steps.indices.dropLast() {
      guard let event = steps[index].events.first(where: { $0.kind.cue.map(isMeant) ?? false }) else { continue }
      steps[index + 1].events.insert(event, at: 0)
      return
    }
  }

  /// Has the host wake later than it did where a cue was settled.
  mutating func delay(by time: Duration, _ isMeant: (CueReport) -> Bool) {
    guard let index = steps.firstIndex(where: { $0.events.contains { $0.cue.map(isMeant) ?? false } }) else { return }
    steps[index].now += time
    steps[index].soundsFrom += time
  }
}

extension TraceRecord {
  /// Has the session play from an instant on, whatever it did.
  mutating func resume(at instant: Double) {
    guard let index = trace.steps.firstIndex(where: { $0.now == .s(instant) }) else { return }
    trace.steps[index].playback = .playing
  }
}
