import WorkoutModel

/// Names steps that have none of their own.
enum StepName {
  /// "Steady 95 %": what kind of step it is, and what it asks for.
  static func of(kind: String?, _ target: Target?) -> String {
    let words = [kind ?? "Step", target.map { $0.description.replacing("ramp ", with: "").replacing("%", with: " %") }]
    return words.compactMap(\.self).joined(separator: " ")
  }
}
