import WorkoutEngine
import WorkoutModel

struct SaidOnce: Invariant {
  let number = "I02"
  let law = "No cue begins twice within 10 s, nor its sound twice at a place of the plan, unless the user has moved."

  func violations(in record: TraceRecord) -> [Violation] {
    var last: [CueKey: (step: Int, report: CueReport)] = [:]
    var found: [Violation] = []
    for index in record.trace.steps.indices {
      for case .cueSettled(let report) in record.trace.steps[index].events.map(\.kind) where report.at != nil {
        guard let before = last.updateValue((index, report), forKey: report.cue) else { continue }
        guard report.isRepeat(of: before.report), !record.wentElsewhere(between: before.step, index) else { continue }
        found.append(violation("\(report.cue) began in step \(before.step) and again", at: index))
      }
    }
    return found
  }
}

extension CueReport {
  /// The position of its moment in the plan; `nil` if it didn't begin.
  private var markPosition: Duration? { at.map { position + (mark - $0) } }

  fileprivate func isRepeat(of before: CueReport) -> Bool {
    // Words may come again at their place, because a pause or a death has cut them.
    due - before.due < Facts.window || (phrase == nil && markPosition == before.markPosition)
  }
}

extension TraceRecord {
  /// Whether the user moved or changed the plan between two steps, or another process went on from what was stored, so
  /// that a cue may come again.
  fileprivate func wentElsewhere(between first: Int, _ second: Int) -> Bool {
    trace.steps[first...second].contains { step in
      switch step.action {
      case .back, .restartPhase, .undo, .redo, .extend, .jump, .jumpToSet, .seek, nil: true
      default: false
      }
    }
  }
}
