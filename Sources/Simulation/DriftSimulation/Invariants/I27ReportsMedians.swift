import WorkoutEngine
import WorkoutModel

struct ReportsMedians: Invariant {
  let number = "I27"
  let law = "Each change of a signal's value is reported: the median of 5 s, else the last one, unknown after 10 s."

  func violations(in record: TraceRecord) -> [Violation] {
    let history = record.signals
    guard !history.isEmpty || record.scenario.measures else { return [] }
    var found: [Violation] = []
    var reported = SignalHistory()
    let steps = record.trace.steps
    for index in steps.indices {
      if steps[index].restoration != nil {
        for signal in Signal.allCases { reported.note(nil, of: signal, at: steps[index].now) }
        // What a session that only fades out knows is of no use to anybody.
        if steps[index].playback.isOver || steps[index].playback.isStopping { break }
      }
      for event in steps[index].events {
        switch event.kind {
        case .measured(let report):
          reported.note(report.value, of: report.signal, at: event.at)
          let zone = report.value.flatMap { record.scenario.body.zone(of: $0, report.signal) }
          if report.zone != zone {
            let value = "\(report.signal.rawValue) \(report.value as Any)"
            found.append(violation("\(value) is reported in another zone than \(zone as Any)", at: index))
          }
        case .actionTaken(let report) where !report.from.isOver:
          guard case .measure(let signal, let value, _) = report.action else { continue }
          let isAccepted = history.accepted.contains(index) || value == signal.noContact
          if (report.result == .accepted) != isAccepted {
            found.append(violation("the measurement should be \(isAccepted ? "accepted" : "refused")", at: index))
          }
        default: break
        }
      }
    }
    for signal in Signal.allCases {
      if let message = difference(reported.values[signal] ?? [], history.values[signal] ?? []) {
        found.append(violation("\(signal.rawValue) \(message)", at: steps.count - 1))
      }
    }
    return found
  }

  private func difference(_ reported: [SignalHistory.Value], _ expected: [SignalHistory.Value]) -> String? {
    func text(_ value: SignalHistory.Value?) -> String {
      value.map { "\($0.value.map(String.init) ?? "unknown") at \($0.from)" } ?? "nothing more"
    }
    let same = zip(reported, expected).prefix { $0 == $1 }.count
    if same == reported.count, same == expected.count { return nil }
    return "is reported as \(text(reported.dropFirst(same).first)), expected \(text(expected.dropFirst(same).first))"
  }
}

extension Scenario {
  /// Whether sensors may measure something.
  var measures: Bool { !signals.isEmpty || script.contains { $0.fault.kind == .measure } }
}
