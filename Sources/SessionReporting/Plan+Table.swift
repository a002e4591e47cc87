import WorkoutEngine
public import WorkoutModel

extension Plan {
  /// The plan in words: a bar of the whole, then a line for each phase and cue.
  ///
  /// - Parameters:
  ///   - width: Characters a line may take.
  ///   - colored: Whether intensities have colours.
  ///   - spoken: What the voice is given to say for a text; told where it differs.
  /// - Returns: Lines joined by line breaks, without one at the end.
  public func text(width: Int, colored: Bool, spoken: (String) -> String = { $0 }) -> String {
    var lines = [heading]
    if let language = workout.untranslatedLanguage { lines.append(LanguageNote.text(language)) }
    if let description = workout.description { lines.append(SafeText.filtered(description)) }
    lines += ["", PlanBar(phases, width: width, colored: colored).text, ""]
    lines += rows.map { line($0, colored: colored, spoken) }
    if leftOver > 0 { lines.append("… and \(leftOver) more lines") }
    lines += ["", totals]
    return lines.joined(separator: "\n")
  }

  private var heading: String {
    let length = total.map { ClockText.short($0) } ?? "open"
    return "\(SafeText.filtered(workout.name))  \(length)  style \(workout.style.rawValue)"
  }

  private func line(_ row: Row, colored: Bool, _ spoken: (String) -> String) -> String {
    switch row {
    case .phase(let phase):
      let length = phase.end.map { ClockText.exact($0 - phase.start) } ?? "until done"
      let set = phase.set.map { set in "  set \(set)\(phase.sets.map { " of \($0)" } ?? "")" } ?? ""
      let word = Paint.colored(phase.intensity.rawValue, phase.intensity, if: colored)
      return "\(padded(phase.start))  \(SafeText.filtered(phase.name))  \(word)  \(length)\(set)"
    case .cue(let cue):
      let sound = cue.sound.map { "[\(SafeText.filtered($0))]" }
      let say = cue.say.map { "“\(SafeText.filtered($0))”" }
      let differing = cue.say.map(spoken).flatMap { $0 == cue.say ? nil : "(said “\(SafeText.filtered($0))”)" }
      let what = [sound, say, differing].compactMap { $0 }.joined(separator: " ")
      let end = cue.mark == cue.due ? "" : "  (for \(ClockText.exact(cue.mark)))"
      let outcome = cue.outcome == .onTime ? "" : "  \(cue.outcome.rawValue): \(SafeText.filtered(cue.cause ?? ""))"
      return "\(padded(cue.due))    \(cue.kind.rawValue)  \(what)\(end)\(outcome)"
    case .note(let note):
      let what = note.kind == .moved ? "moved" : "left out"
      let content = SafeText.filtered(note.content)
      return "\(padded(note.mark))    \(what): \(note.cueKind.rawValue) “\(content)”, \(SafeText.filtered(note.reason))"
    }
  }

  private func padded(_ at: Duration) -> String {
    let text = ClockText.exact(at)
    return String(repeating: " ", count: max(0, 11 - text.count)) + text
  }

  private var totals: String {
    var byIntensity: [(Intensity, Duration)] = []
    for intensity in Intensity.allCases {
      let lengths = phases.filter { $0.intensity == intensity }.compactMap(\.length)
      let sum = lengths.reduce(Duration.zero, +)
      if sum > .zero { byIntensity.append((intensity, sum)) }
    }
    let parts = byIntensity.map { "\($0.rawValue) \(ClockText.short($1))" }.joined(separator: ", ")
    let moved = notes.count { $0.kind == .moved }
    let length = total.map { ClockText.exact($0) } ?? "open"
    return "Total \(length) (\(parts)); \(phases.count) phases, \(cues.count) cues, \(moved) moved, "
      + "\(notes.count - moved) left out"
  }
}

extension PhaseReport {
  fileprivate var length: Duration? { end.map { $0 - start } }
}

/// What is told where a workout's voice speaks a language that Cuebell has no words in.
public enum LanguageNote {
  /// One line.
  public static func text(_ language: String) -> String {
    "note: the built-in phrases aren't translated into \"\(SafeText.filtered(language))\": they are said in English"
  }
}

/// The whole workout as one bar, each phase in its share of the width.
struct PlanBar {
  private static let marks: [Intensity: Character] = [
    .prepare: "·", .warmup: "▒", .high: "█", .low: "▄", .rest: "▁", .cooldown: "░", .sit: "▓",
  ]

  let text: String

  init(_ phases: [PhaseReport], width: Int, colored: Bool) {
    // An open phase at the end lasts in the rehearsal as long as one is waited for; here a tenth of the whole stands
    // for it.
    let known = phases.compactMap { $0.end ?? $0.start }.max() ?? .zero
    let end = phases.last.map { $0.end == nil ? max(known + known / 9, .seconds(1)) : known } ?? known
    guard end > .zero, width > 0 else {
      text = ""
      return
    }
    var bar = ""
    var index = 0
    for column in 0..<width {
      // The middle of the column decides.
      let moment = end / width * column + end / (2 * width)
      while index + 1 < phases.count, phases[index + 1].start <= moment { index += 1 }
      let intensity = phases[index].intensity
      bar += Paint.colored(String(Self.marks[intensity] ?? "?"), intensity, if: colored)
    }
    let used = Intensity.allCases.filter { intensity in phases.contains { $0.intensity == intensity } }
    let legend = used.map { "\(Self.marks[$0] ?? "?") \($0.rawValue)" }.joined(separator: "  ")
    text = "\(bar)\n\(legend)"
  }
}

/// The colours of intensities.
public enum Paint {
  /// `text` in the colour of an intensity, by the 16 colours that every terminal has.
  public static func colored(_ text: String, _ intensity: Intensity, if isColored: Bool) -> String {
    isColored ? "\u{1B}[\(code(of: intensity))m\(text)\u{1B}[0m" : text
  }

  /// The number by which a terminal is told the colour of an intensity (ECMA-48, SGR 31 to 36).
  public static func code(of intensity: Intensity) -> Int {
    switch intensity {
    case .prepare: 35
    case .warmup: 33
    case .high: 31
    case .low: 32
    case .rest: 34
    case .cooldown: 36
    case .sit: 36
    }
  }
}
