import WorkoutModel

/// Names unnamed steps.
enum StepName {
  /// The kind of the step and its target, such as "Steady 95 %".
  static func of(kind: String?, _ target: Target?) -> String {
    let words = [kind ?? "Step", target.map { $0.description.replacing("ramp ", with: "").replacing("%", with: " %") }]
    return words.compactMap(\.self).joined(separator: " ")
  }
}

/// Names steps that end by distance, a button or another condition instead of time.
enum OpenStep {
  /// "500 m" or "1.5 km" for a distance in thousandths of a metre.
  static func name(metres thousandths: Int) -> String {
    let metres = Double(thousandths) / 1000
    guard thousandths >= 1_000_000 else { return "\(plain(metres)) m" }
    return "\(plain((metres / 10).rounded() / 100)) km"
  }

  private static func plain(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }

  /// Adds a loss for a step that the user has to end.
  static func tell(_ step: ExchangeStep, ends what: String, _ log: inout ExchangeLog) {
    log.lose(
      ExchangeRemark(step.place, step.path, that: "a step that ends by \(what)", "became an open phase"))
  }
}
