import WorkoutModel

enum MetronomeText {
  /// The words after a phase in its line, with two leading spaces; empty without a metronome.
  static func suffix(_ metronome: Metronome?) -> String {
    guard let metronome else { return "" }
    let pace =
      switch metronome.pace {
      case .perMinute(let rate): "\(rate) bpm"
      case .every(let length): "every \(DurationText.write(length))"
      case .perSet, .progression: "in its own pace each set"
      }
    let accent = metronome.accent.map { ", accent \($0)" } ?? ""
    let sound = metronome.sound == Metronome.standardSound ? "" : " [\(SafeText.filtered(metronome.sound))]"
    return "  metronome \(pace)\(accent)\(sound)"
  }
}
