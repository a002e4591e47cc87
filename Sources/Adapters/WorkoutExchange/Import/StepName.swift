import WorkoutModel

/// Names unnamed steps.
enum StepName {
  /// The kind of the step and its target, such as "Steady 95 %".
  static func of(kind: String?, _ target: Target?) -> String {
    let words = [kind ?? "Step", target.map { $0.description.replacing("ramp ", with: "").replacing("%", with: " %") }]
    return words.compactMap(\.self).joined(separator: " ")
  }
}
