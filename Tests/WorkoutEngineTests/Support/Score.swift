import TestSupport
import WorkoutEngine
import WorkoutModel

/// A workout as it was run, printed a line a cue, so that a test reads like a score.
struct Score {
  private(set) var lines: [String] = []
  private(set) var reports: [CueReport] = []
  private(set) var phases: [PhaseReport] = []
  private(set) var effects: [Effect] = []
  private(set) var notes: [String] = []
  private(set) var finished: Duration?

  /// Rehearses `workout`; every phrase lasts a second unless `measure` says otherwise.
  init(
    _ workout: Workout, doneAfter: Duration = .seconds(30),
    measure: @escaping (String) -> Duration = { _ in .seconds(1) }
  ) throws {
    var rehearsal = Rehearsal(try Timeline(workout), doneAfter: doneAfter) { .length(measure($0.text)) }
    var score = Score()
    rehearsal.run { reaction in score.add(reaction) }
    self = score
  }

  init() {}

  mutating func add(_ reaction: Engine.Reaction) {
    effects += reaction.effects
    for event in reaction.events {
      switch event.kind {
      case .phaseStarted(let phase): phases.append(phase)
      case .finished(let end): finished = end.elapsed
      case .cueSettled(let cue):
        reports.append(cue)
        lines.append(Self.line(cue))
      case .planNoted(let note):
        notes.append("\(Self.seconds(note.mark)) \(note.kind.rawValue) \(note.content): \(note.reason)")
      default: break
      }
    }
  }

  static func line(_ cue: CueReport) -> String {
    let what = [cue.sound.map { "[\($0)]" }, cue.say.map { "\"\($0)\"" }].compactMap { $0 }.joined(separator: " ")
    let outcome = cue.outcome == .onTime ? "" : " (\(cue.outcome.rawValue))"
    return "\(seconds(cue.due)) \(cue.kind.rawValue) \(what)\(outcome)"
  }

  static func seconds(_ duration: Duration) -> String {
    let milliseconds = duration.wholeNanoseconds / 1_000_000
    return milliseconds % 1000 == 0
      ? "\(milliseconds / 1000)" : "\(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst())"
  }
}
