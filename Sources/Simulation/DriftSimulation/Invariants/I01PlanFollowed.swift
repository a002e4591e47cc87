struct PlanFollowed: Invariant {
  let number = "I01"
  let law = "Each cue and call of the plan of the log has exactly one outcome, at its time, and no other one comes."

  func violations(in record: TraceRecord) -> [Violation] {
    record.deviations.map { violation($0.text, at: $0.step) }
  }
}
