package import WorkoutEngine
package import WorkoutModel

/// The message for the user who has stopped a session.
package enum StopMessage {
  /// The largest number of phases among which one is counted.
  private static let countedPhases = 100_000

  /// Where it was, and the command, if there is one, that continues it: "Stopped in Work, phase 6 of 17. Continue:
  /// cuebell resume". It is safe to print.
  package static func text(in phase: PhaseReport, of timeline: Timeline, command: String?) -> String {
    let place = place(of: phase, in: timeline).map { ", \($0)" } ?? ""
    return "Stopped in \(SafeText.filtered(phase.name))\(place)." + (command.map { " Continue: \($0)" } ?? "")
  }

  /// The place of a phase among all, or its set if the user decides how many there are; `nil` if it has neither.
  private static func place(of phase: PhaseReport, in timeline: Timeline) -> String? {
    let hasOpenPhase = timeline.phases.contains { if case .open = $0.phase.end { true } else { false } }
    let count = timeline.phaseCount
    guard !hasOpenPhase, count <= countedPhases else { return phase.countedSet?.words }
    var number = 1
    var cursor = timeline.first()
    while let here = cursor, here.id != phase.id {
      number += 1
      cursor = here.end.flatMap { timeline.next(after: here, endedAt: $0) }
    }
    guard cursor != nil, count > 1 else { return nil }
    return number == 1
      ? "the first of \(count) phases" : number == count ? "the last of \(count) phases" : "phase \(number) of \(count)"
  }
}
