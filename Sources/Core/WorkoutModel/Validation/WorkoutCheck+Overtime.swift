/// Checks what a phase does at and after its planned end, and how it is shown before.
extension WorkoutCheck {
  mutating func checkOvertime(of phase: Phase, at path: FieldPath) {
    guard let overtime = phase.overtime else { return }
    let field = path.key("overtime")
    if case .open(nil, _, _) = phase.end, !isUnknown(path.key("cap")) {
      report(field, "needs \"duration\" or \"cap\" beside it: it begins when that is over")
    }
    checkRange(overtime.limit, Limits.overtime, field)
  }

  mutating func checkStages(of phase: Phase, at path: FieldPath) {
    let field = path.key("stages")
    if phase.stages.count > Limits.stages {
      report(field, "must hold at most \(Limits.stages) stages, has \(phase.stages.count)")
    }
    var last: Duration?
    for (index, stage) in phase.stages.enumerated() {
      let moment = field.index(index).key("at")
      checkMoment(stage.at, moment)
      switch stage.at {
      case .every, .random: report(moment, "must be a single moment, such as \"end-1m\"")
      case .end, .half, .part:
        guard case .open(nil, _, _) = phase.end, !isUnknown(path.key("cap")) else { break }
        report(moment, "is unknown, because the phase has neither \"duration\" nor \"cap\"")
      case .start: break
      }
      guard let from = stage.at.offset(inLength: phase.fixedLength) else { continue }
      if let last, from < last { report(moment, "comes before the stage above it") }
      last = from
    }
  }
}

extension Phase {
  /// Its planned length, if it is the same in each set and each session.
  fileprivate var fixedLength: Duration? {
    switch end {
    case .after(.fixed(let length)), .open(.some(let length), _, _): length
    default: nil
    }
  }
}
