import SessionReporting
import WorkoutEngine
import WorkoutModel

extension SessionView {
  /// What stays on the terminal when the screen is gone: how it ended, what was done and what was heard; nothing before
  /// the first phase.
  public func summary(_ look: Look) -> [String] {
    guard let phase, let ending else { return [] }
    var lines = ["\(SafeText.filtered(timeline.workout.name)): \(ending.reason.rawValue) after \(elapsedText)"]
    var done = ["\(counts.phases) \(counts.phases == 1 ? "phase" : "phases")"]
    if ending.reason != .completed {
      let sets = SetTexts.full(phase, look.glyphs)
      let place = sets.isEmpty ? "" : ", \(SafeText.filtered(sets))"
      done.append("the last one \(SafeText.filtered(phase.name))\(place)")
    }
    if counts.pauses > 0 { done.append("paused \(counts.pauses == 1 ? "once" : "\(counts.pauses) times")") }
    lines.append("  " + done.joined(separator: "; "))
    let cues = Outcome.allCases.filter(Self.isTold).compactMap { outcome in
      ending.usage.outcomes[outcome.rawValue].map { "\($0) \(Self.word(for: outcome))" }
    }
    if !cues.isEmpty { lines.append("  cues: " + cues.joined(separator: ", ")) }
    return lines
  }

  private static func isTold(_ outcome: Outcome) -> Bool { outcome != .cancelled && outcome != .duplicate }

  private static func word(for outcome: Outcome) -> String {
    switch outcome {
    case .onTime: "on time"
    default: outcome.rawValue
    }
  }
}
