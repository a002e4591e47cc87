package import WorkoutEngine
import WorkoutModel

extension ObservedPhase {
  /// The text beside its name: its target, the author's notes, and its track.
  package var remark: String? { PhaseRemark.text(target, notes, track) }
}

extension ObservedUntil {
  /// "until < 120 bpm".
  package func text(_ words: ScreenWords = ScreenWords()) -> String {
    let measured = value.map { words(signal.rawValue, ["n": "\(comparison.rawValue) \($0)"]) } ?? comparisonText
    return words("untilValue", ["value": measured])
  }
}
