import ArgumentParser
import SessionControl
import StrictJSON
import WorkoutModel

/// A status text with placeholders: `{phase} {phaseRemaining}`.
struct StatusFormat {
  enum Placeholder: String, CaseIterable {
    case name, workout, playback, reason, phase, intensity, set, sets, reps, phaseElapsed, phaseRemaining, phaseLength
    case groups, limit, next, nextLength, elapsed, remaining, position, volume, muted, lastCue, heartRate, zone
  }

  private enum Piece {
    case text(String)
    case value(Placeholder)
  }

  private var pieces: [Piece] = []
  private let escape: StatusEscape

  static let help =
    Placeholder.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
    + ". Times are m:ss; an open phase has “open” instead of a time; "
    + "{limit} is the time left in the round or group; {{ prints a brace"

  /// Parses a text; `{{` and `}}` are braces. The values are written for the program that `escape` names.
  init(_ text: String, escape: StatusEscape = .none) throws(ControlError) {
    self.escape = escape
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
        throw .invalid("the format has an unmatched brace; write {{ or }} to print a brace")
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

  var placeholders: [Placeholder] {
    pieces.compactMap { if case .value(let placeholder) = $0 { placeholder } else { nil } }
  }

  func text(_ value: (Placeholder) -> String) -> String {
    var (result, endsWithValue) = ("", false)
    for piece in pieces {
      switch piece {
      case .text(""): continue
      case .text(let text):
        result += escape.separator(endsWithValue ? result : "", text) + text
        endsWithValue = false
      case .value(let placeholder):
        result += escape.applied(to: value(placeholder))
        endsWithValue = true
      }
    }
    return result
  }
}

/// How values are written for the program that shows a status, so that no name in a file becomes markup.
enum StatusEscape: String, CaseIterable, ExpressibleByArgument {
  case none, pango, polybar, html

  /// A value without control characters, and without a meaning in the markup of the program.
  func applied(to value: String) -> String {
    switch self {
    case .none: SafeText.filtered(value)
    case .pango, .html: SafeText.mapped(SafeText.markup(value)) { $0 == "'" ? "&#39;" : nil }
    // Every `%{` opens a tag, such as that of a click, and polybar has no escape for it.
    case .polybar: SafeText.mapped(SafeText.filtered(value)) { ["{": "(", "}": ")"][$0] }
    }
  }

  /// What keeps the end of a value and the beginning of a literal `text` apart.
  fileprivate func separator(_ value: String, _ text: String) -> String {
    self == .polybar && value.unicodeScalars.last == "%" && text.unicodeScalars.first == "{" ? " " : ""
  }
}
