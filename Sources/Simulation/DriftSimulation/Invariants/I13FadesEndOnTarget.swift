import WorkoutEngine
import WorkoutModel

struct FadesEndOnTarget: Invariant {
  let number = "I13"
  let law = "A fade ends at its target, at its instant. The ambient bed is silent at the end."

  func violations(in record: TraceRecord) -> [Violation] { ramps(record) + beds(record) }

  private func ramps(_ record: TraceRecord) -> [Violation] {
    var found: [Violation] = []
    var running: (PlaybackState.Ramp, String)?
    let steps = record.trace.steps
    for index in steps.indices {
      if steps[index].restoration != nil { running = nil }
      for event in steps[index].events {
        guard case .stateChanged(let report) = event.kind, report.from != report.to else { continue }
        let to = report.to
        if let (ramp, target) = running {
          if event.at > ramp.end {
            found.append(violation("a fade that ends at \(ramp.end) ended at \(event.at)", at: index))
          } else if steps[index].endsByMeasurement(at: event.at), to.isOver || Self.fade(to)?.1 == "completed" {
            // A measurement may end the last phase within any fade, and the last fade begins at that instant.
          } else if event.at == ramp.end, steps[index].isTick, to.name != target, !to.isOver {
            found.append(violation("a fade to \(target) ended in \(to.name)", at: index))
          } else if event.at < ramp.end, steps[index].isTick, !to.isOver {
            found.append(violation("a fade that ends at \(ramp.end) was over at \(event.at)", at: index))
          }
        }
        running = Self.fade(to)
      }
      let now = steps[index].now
      if let (ramp, target) = running, ramp.end < now {
        found.append(violation("at \(now) it still fades to \(target), planned for \(ramp.end)", at: index))
        running = nil
      }
    }
    return found
  }

  private static func fade(_ playback: PlaybackState) -> (PlaybackState.Ramp, String)? {
    switch playback {
    case .fadingIn(let ramp): (ramp, "playing")
    case .fadingOut(let ramp, .paused): (ramp, "paused")
    case .fadingOut(let ramp, .stopped): (ramp, "stopped")
    case .fadingOut(let ramp, .completed): (ramp, "completed")
    default: nil
    }
  }

  private func beds(_ record: TraceRecord) -> [Violation] {
    var found: [Violation] = []
    let steps = record.trace.steps
    for index in steps.indices {
      let bed = steps[index].bed
      if !(0...1).contains(bed) { found.append(violation("the bed is at \(bed)", at: index)) }
      guard case .completed = steps[index].playback, steps[index].isWakeUp, let end = record.last.ended?.at
      else { continue }
      for effect in steps[index].effects where effect.due == end {
        // Silence is planned; a bed that has to be stopped at the end had been left on. A measurement that ends the
        // last phase early leaves no time for the beds that others have left.
        if case .ambient(.stop(let fade)) = effect.kind, fade > .zero, record.isUndisturbed(upTo: index),
          !steps[index].endsByMeasurement(at: end) || record.visits.last.map({ $0.to == $0.cursor.end }) ?? true
        {
          found.append(violation("the bed was still to be heard at the end", at: index))
        }
      }
    }
    return found
  }
}

extension TraceStep {
  fileprivate func endsByMeasurement(at instant: Duration) -> Bool {
    events.contains { event in
      if case .phaseEnded(let ending) = event.kind { event.at == instant && ending.cause == .until } else { false }
    }
  }
}
