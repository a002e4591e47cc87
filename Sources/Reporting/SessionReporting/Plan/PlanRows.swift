import WorkoutEngine
import WorkoutModel

struct RowStyle {
  private static let timeWidth = 11

  let colored: Bool
  /// Whether the reader has chosen the seed and wants to see what it draws.
  let isSeedKnown: Bool
  let spoken: (Phrase) -> String

  /// The lines above the bar, with the length of the workout.
  static func heading(_ workout: Workout, length: String) -> [String] {
    var lines = ["\(SafeText.filtered(workout.spokenName))  \(length)  style \(workout.style.rawValue)"]
    if let language = workout.untranslatedLanguage { lines.append(LanguageNote.text(language)) }
    if let description = workout.spokenDescription { lines.append(SafeText.filtered(description)) }
    return lines
  }

  /// The lines of a row; those of a cue tell its move, if there is one, so a note of a move has none.
  func lines(_ row: Plan.Row, moved: PlanNote? = nil) -> [String] {
    if case .note(let note) = row, note.kind == .moved { return [] }
    guard case .phase(let phase) = row, let remark = phase.remark else { return [line(row, moved)] }
    return [line(row, nil), String(repeating: " ", count: Self.timeWidth + 2) + SafeText.filtered(remark)]
  }

  private func line(_ row: Plan.Row, _ moved: PlanNote?) -> String {
    switch row {
    case .phase(let phase):
      let name = "\(PlanBar.mark(of: phase.intensity)) \(SafeText.filtered(phase.name))"
      let shown = ANSIColor.colored(name, phase.intensity, if: colored)
      let varying = phase.varying?.text(isSeedKnown: isSeedKnown, ClockText.exact)
      return "\(padded(phase.start))  \(shown)  \(phase.particulars(ClockText.exact, varying))"
    case .cue(let cue):
      let differing = cue.phrase.map(spoken).flatMap { $0 == cue.say ? nil : " (said “\(SafeText.filtered($0))”)" }
      let what = cue.content + (differing ?? "") + (moved.map { "  \($0.label)" } ?? "")
      let end = cue.mark == cue.due || moved != nil ? "" : "  (for \(ClockText.exact(cue.mark)))"
      let outcome =
        cue.outcome == .onTime
        ? ""
        : cue.isDroppedByDone
          ? "  only if the phase lasts until then"
          : "  \(cue.outcomeLabel)"
      return "\(padded(cue.due))    \(cue.kindLabel)  \(what)\(end)\(outcome)"
    case .note(let note):
      let content = SafeText.filtered(note.content)
      return "\(padded(note.due))    \(note.cueKind.label)  “\(content)”  \(note.label)"
    }
  }

  private func padded(_ at: Duration) -> String {
    let text = ClockText.exact(at)
    return String(repeating: " ", count: max(0, Self.timeWidth - text.count)) + text
  }
}

package enum PlanLength {
  /// The length, as a limit if open phases end earlier in `shown`, the length as shown.
  ///
  /// Where it is drawn, it is a `range`.
  package static func text(
    _ total: Duration?, shown: Duration, range: ClosedRange<Duration>? = nil,
    _ text: (Duration) -> String = ClockText.short
  ) -> String {
    guard let total else { return "open" }
    if let range { return "\(text(range.lowerBound))–\(text(range.upperBound))" }
    return shown < total ? "at most \(text(total))" : text(total)
  }
}

struct PlanTotals {
  private var lengths: [Intensity: Duration] = [:]
  private(set) var phases = 0
  private var cues = 0
  private var notes: [PlanNote.Kind: Int] = [:]
  private var end = Duration.zero

  mutating func add(_ row: Plan.Row) {
    switch row {
    case .phase(let phase):
      phases += phase.isOvertime ? 0 : 1
      lengths[phase.intensity, default: .zero] += phase.length ?? .zero
      end = max(end, phase.end ?? phase.start)
    case .cue(let cue): cues += cue.isDroppedByDone ? 0 : 1
    case .note(let note): notes[note.kind, default: 0] += 1
    }
  }

  /// The last line of a plan; for a truncated plan it has only the known totals.
  func text(_ total: Duration?, range: ClosedRange<Duration>?, phases whole: Int? = nil) -> String {
    if let whole {
      return
        "Total \(PlanLength.text(total, shown: total ?? end, range: range, ClockText.exact)); \(Counted.phases(whole))"
    }
    let length = PlanLength.text(total, shown: end, range: range, ClockText.exact)
    let parts = Intensity.allCases.compactMap { intensity -> String? in
      guard let sum = lengths[intensity], sum > .zero else { return nil }
      return "\(intensity.label) \(ClockText.short(sum))"
    }
    let counts = "\(Counted.phases(phases)), \(Counted.cues(cues))"
    let shares = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    let changes = "\(notes[.moved, default: 0]) moved, \(notes[.leftOut, default: 0]) left out"
    return "Total \(length)\(shares); \(counts), \(changes)" + (notes[.cut].map { ", \($0) cut short" } ?? "")
  }

  /// The line at the end of a truncated table.
  static func cut(at moment: Duration, _ omittedPhases: Int) -> String {
    let omitted = Counted.of(omittedPhases, "more phase follows", "more phases follow")
    return "… the table stops at \(ClockText.exact(moment)): \(omitted)"
  }
}

extension PhaseReport {
  fileprivate var length: Duration? { end.map { $0 - start } }
}

/// The note for a workout whose voice speaks a language without built-in phrases.
package enum LanguageNote {
  package static func text(_ language: String) -> String {
    "note: the built-in phrases aren't translated into \"\(SafeText.filtered(language))\": an English voice speaks them"
  }
}

/// The whole workout as one bar, in which each phase has a proportional width.
enum PlanBar {
  static func mark(of intensity: Intensity) -> String {
    switch intensity {
    case .prepare: "·"
    case .warmup: "▒"
    case .high: "█"
    case .low: "▄"
    case .rest: "▁"
    case .cooldown: "░"
    case .sit: "▓"
    }
  }

  typealias Span = (start: Duration, end: Duration, intensity: Intensity)

  static func text(_ phases: [Span], width: Int, colored: Bool) -> String {
    let end = phases.map(\.end).max() ?? .zero
    guard end > .zero, width > 0 else { return "" }
    var bar = ""
    var index = 0
    for column in 0..<width {
      // The middle of the column is decisive.
      let moment = end / width * column + end / (2 * width)
      while index + 1 < phases.count, phases[index + 1].start <= moment { index += 1 }
      let intensity = phases[index].intensity
      bar += ANSIColor.colored(mark(of: intensity), intensity, if: colored)
    }
    let used = Intensity.allCases.filter { intensity in phases.contains { $0.intensity == intensity } }
    let legend = used.map { "\(mark(of: $0)) \($0.label)" }.joined(separator: "  ")
    return "\(bar)\n\(legend)"
  }
}
