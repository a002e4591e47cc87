import WorkoutEngine
import WorkoutModel

/// A session as it was decided: what was said and when, and why something was not.
///
/// Times are active times, as on the screen of the run.
package struct SessionReplay: Sendable {
  /// The time around a moment that is shown.
  private static let vicinity = Duration.seconds(15)

  private struct Line {
    let at: Duration
    let what: String
    let content: String
    let why: String
  }

  private let detail: SessionDetail
  private let moment: Duration?
  private let columns: Int

  /// A replay of the whole session, or of what was around a moment.
  package init(_ detail: SessionDetail, around moment: Duration? = nil, columns: Int = .max) {
    (self.detail, self.moment, self.columns) = (detail, moment, columns)
  }

  /// The lines, joined by line breaks, without one at the end.
  package var text: String {
    let all = lines
    let rows = all.filter { line in moment.map { isNear(line.at, $0) } ?? true }
    let before = moment.flatMap { moment in all.last { $0.what == "phase" && $0.at <= moment - Self.vicinity } }
    let shown = (before.map { [$0] } ?? []) + rows
    guard !shown.isEmpty else { return "Nothing happened there." }
    return Columns.aligned(
      shown.map { line in
        [ClockText.exact(line.at), line.what, SafeText.filtered(line.content), SafeText.filtered(line.why)]
      }, right: [0], cut: (column: 2, line: columns), fold: 3
    ).joined(separator: "\n")
  }

  private func isNear(_ at: Duration, _ moment: Duration) -> Bool {
    at > moment - Self.vicinity && at < moment + Self.vicinity
  }

  /// All lines in the order of active time; of one instant, an action before what it led to.
  private var lines: [Line] {
    let pauses = detail.pauses.flatMap { pause -> [Line] in
      // The user's own are actions.
      guard let why = Words.pause(pause.reason) else { return [] }
      let begin = Line(at: pause.elapsed, what: "paused", content: "", why: why)
      return [begin] + (pause.ended == nil ? [] : [Line(at: pause.elapsed, what: "resumed", content: "", why: "")])
    }
    let all =
      detail.actions.filter { Words.isTold(action: $0.name) }.map(line) + detail.phases.map(line) + pauses
      + detail.notes.map(line) + detail.cues.map(line)
    return all.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }

  /// The active time at an instant of a session of an earlier version: what has passed since the phase began, without
  /// pauses.
  private func active(_ at: Duration) -> Duration {
    guard let phase = detail.phases.last(where: { $0.began <= at }) else { return .zero }
    return detail.pauses.reduce(phase.elapsed + at - phase.began) { active, pause in
      let (began, ended) = (max(pause.began, phase.began), min(pause.ended ?? at, at))
      return max(.zero, active - max(.zero, ended - began))
    }
  }

  private func line(_ action: SessionDetail.Action) -> Line {
    let by = (action.client ?? action.origin.map(Words.source)).map { "by \($0)" } ?? ""
    let refusal = action.refusal.map { "refused: \($0)" }
    return Line(
      at: action.elapsed ?? active(action.at), what: "action", content: Words.action(action.name), why: refusal ?? by)
  }

  private func line(_ phase: SessionDetail.Phase) -> Line {
    let set = phase.sets == 1 ? nil : phase.set.map { "set \($0)" + (phase.sets.map { " of \($0)" } ?? "") }
    let why = [set, phase.isOvertime ? "overtime" : phase.plannedText].compactMap(\.self).joined(separator: ", ")
    return Line(at: phase.elapsed, what: "phase", content: phase.name, why: why)
  }

  private func line(_ cue: SessionDetail.Cue) -> Line {
    let content = Self.content(cue.say, cue.sound)
    let because = cue.cause.map { ": " + Words.cause($0) } ?? ""
    let (what, why): (String, String) =
      switch cue.outcome {
      case "onTime": (cue.say == nil ? "played" : "said", "on time")
      case "late":
        (cue.say == nil ? "played" : "said", "\((cue.late ?? .zero).inNanoseconds / 1_000_000) ms late\(because)")
      case "skipped": ("not said", "it was too late\(because)")
      case "collapsed": ("not said", "something newer was said in its place\(because)")
      case "cancelled": ("not said", "its phase was left or its end moved\(because)")
      case "failed": ("not said", "it can't be spoken\(because)")
      case "duplicate": ("not said", "it had been said\(because)")
      default: (Words.outcome(cue.outcome), because)
      }
    return Line(at: cue.elapsed ?? active(cue.at ?? cue.due), what: what, content: content, why: why)
  }

  private func line(_ note: SessionDetail.Note) -> Line {
    let speaker = note.speaker.flatMap(CueKind.init)
    let (what, why) =
      switch note.change {
      case "leftOut": ("not said", speaker?.whyOthersAreLeftOut)
      case "moved": ("waited", speaker?.whyOthersWait)
      case "cut": ("cut short", nil)
      default: ("stand-in", nil)
      }
    return Line(at: note.elapsed, what: what, content: Self.content(note.say, nil), why: why ?? note.reason)
  }

  private static func content(_ say: String?, _ sound: String?) -> String {
    let words = say.map { "“\($0)”" }
    return [sound.map { "[\($0)]" }, words].compactMap(\.self).joined(separator: " ")
  }
}
