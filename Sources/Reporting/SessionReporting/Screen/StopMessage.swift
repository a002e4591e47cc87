package import WorkoutEngine
package import WorkoutModel

package enum StopMessage {
  /// The largest number of phases among which one is counted.
  private static let countedPhases = 100_000

  /// Where it was, and the command, if there is one, that continues it: "Stopped in Work, phase 6 of 17. Continue:
  /// cuebell resume". It is safe to print.
  package static func text(
    in phase: PhaseReport, of timeline: Timeline, command: String?, _ words: ScreenWords = ScreenWords()
  ) -> String {
    let place = place(of: phase, in: timeline, words).map { ", \($0)" } ?? ""
    return words("stoppedIn", ["name": SafeText.filtered(phase.name)]) + place + "."
      + (command.map { " " + words("continueWith", ["command": $0]) } ?? "")
  }

  /// The place of a phase among all, or its set if the user decides how many there are; `nil` if it has neither.
  private static func place(of phase: PhaseReport, in timeline: Timeline, _ words: ScreenWords) -> String? {
    let hasOpenPhase = timeline.phases.contains { if case .open = $0.phase.end { true } else { false } }
    let count = timeline.phaseCount
    guard !hasOpenPhase, count <= countedPhases else {
      let group = phase.countedSet.map { (name: $0.name.map(SafeText.filtered), set: $0.set, sets: $0.sets) }
      return group.flatMap { PlaceText.groups([$0], words).first }
    }
    var number = 1
    var cursor = timeline.first()
    while let here = cursor, here.id != phase.id {
      number += 1
      cursor = here.end.flatMap { timeline.next(after: here, endedAt: $0) }
    }
    guard cursor != nil, count > 1 else { return nil }
    let key = number == 1 ? "firstPhase" : number == count ? "lastPhase" : "phaseOf"
    return words(key, ["n": "\(number)", "of": "\(count)"])
  }
}
