import SessionControl
import WorkoutModel

/// A status text with placeholders: `{phase} {phaseRemaining}`.
struct StatusFormat {
  /// The placeholders in braces.
  enum Placeholder: String, CaseIterable {
    case name, workout, playback, reason, phase, intensity, set, sets, reps, phaseElapsed, phaseRemaining, phaseLength
    case groups, limit, next, nextLength, elapsed, remaining, position, volume, muted, lastCue
  }

  private enum Piece {
    case text(String)
    case value(Placeholder)
  }

  private var pieces: [Piece] = []

  /// The placeholders for `--help`.
  static let help =
    Placeholder.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
    + ". Times are m:ss; an open phase has “open” in the place of its time; {limit} is what is left of the round's or group's time; {{ is a brace"

  /// Parses a text; `{{` and `}}` are braces.
  init(_ text: String) throws(ControlError) {
    var rest = text[...]
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      pieces.append(.text(String(rest[..<brace])))
      let after = rest[rest.index(after: brace)...]
      if after.first == rest[brace] {
        pieces.append(.text(String(rest[brace])))
        rest = after.dropFirst()
        continue
      }
      guard rest[brace] == "{", let end = after.firstIndex(of: "}") else {
        throw .invalid("the format has a brace without its partner; write {{ or }} for a brace")
      }
      let name = String(after[..<end])
      guard let placeholder = Placeholder(rawValue: name) else {
        let names = Placeholder.allCases.map(\.rawValue)
        throw .unknown("unknown placeholder {\(Excerpt.plain(name))}" + Suggestion.question(name, among: names))
      }
      pieces.append(.value(placeholder))
      rest = after[after.index(after: end)...]
    }
    pieces.append(.text(String(rest)))
  }

  /// The placeholders in it.
  var placeholders: [Placeholder] {
    pieces.compactMap { if case .value(let placeholder) = $0 { placeholder } else { nil } }
  }

  /// The text with its values.
  func text(_ value: (Placeholder) -> String) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .value(let placeholder): value(placeholder)
      }
    }.joined()
  }
}
