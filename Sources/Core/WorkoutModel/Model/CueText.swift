/// A text with placeholders, such as `Set {set} completing in`.
///
/// ```swift
/// let text = try CueText("{phase}, then {next}")
/// ```
public struct CueText: Equatable, Hashable, Sendable, CustomStringConvertible {
  /// A part of a text.
  package enum Piece: Equatable, Hashable, Sendable {
    case words(String)
    /// Built-in words in English, because there are none in the language of the voice.
    case english(String)
    case placeholder(Placeholder)
  }

  /// Words and placeholders in the order of the text.
  package let pieces: [Piece]

  /// Joins pieces without parsing braces in words.
  package init(pieces: [Piece]) { self.pieces = pieces }

  /// Parses a text as written in a file; throws if a placeholder is invalid.
  public init(_ text: String) throws(CueTextError) {
    var pieces: [Piece] = []
    var rest = Substring(text)
    while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[open] == "{" else { throw .strayBrace }
      if open > rest.startIndex { pieces.append(.words(String(rest[..<open]))) }
      let body = rest[rest.index(after: open)...]
      guard let close = body.firstIndex(of: "}") else { throw .unclosedBrace }
      let name = String(body[..<close])
      guard let placeholder = Placeholder(name) else { throw .unknownPlaceholder(name) }
      pieces.append(.placeholder(placeholder))
      rest = body[body.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.words(String(rest))) }
    self.pieces = pieces
  }

  /// The text as written in a file: `CueText(text.description) == text`.
  public var description: String {
    pieces.map { piece in
      switch piece {
      case .words(let words), .english(let words): words
      case .placeholder(let placeholder): "{\(placeholder)}"
      }
    }.joined()
  }

  /// The placeholders in the order of the text.
  package var placeholders: [Placeholder] {
    pieces.compactMap { piece in
      if case .placeholder(let placeholder) = piece { placeholder } else { nil }
    }
  }
}

extension CueText {
  /// Parses a name, whose only placeholders are built-in words; other braces are verbatim.
  package init(name: String) {
    var pieces: [Piece] = []
    var words = ""
    var rest = Substring(name)
    while let open = rest.firstIndex(of: "{") {
      let body = rest[rest.index(after: open)...]
      guard let close = body.firstIndex(of: "}"), let word = BuiltInWord(rawValue: String(body[..<close])) else {
        words += rest[...open]
        rest = body
        continue
      }
      words += rest[..<open]
      if !words.isEmpty { pieces.append(.words(words)) }
      words = ""
      pieces.append(.placeholder(.word(word)))
      rest = body[body.index(after: close)...]
    }
    words += rest
    if !words.isEmpty { pieces.append(.words(words)) }
    self.init(pieces: pieces)
  }

  /// Whether it contains built-in words.
  package var hasBuiltInWords: Bool { placeholders.contains { if case .word = $0 { true } else { false } } }
}

/// A placeholder, which is replaced when the cue plays.
package enum Placeholder: Equatable, Hashable, Sendable, CustomStringConvertible {
  case phase, next, set, sets, nextSet, side, remaining, elapsed, workout, reps, target, nextTarget, heartRate
  /// The set of the enclosing group with that name.
  case setOf(String)
  /// A built-in word.
  case word(BuiltInWord)

  /// The plain placeholders by name.
  package static let plain: [(name: String, placeholder: Placeholder)] = [
    ("phase", .phase), ("next", .next), ("set", .set), ("sets", .sets), ("next set", .nextSet), ("side", .side),
    ("remaining", .remaining),
    ("elapsed", .elapsed), ("workout", .workout), ("reps", .reps), ("target", .target), ("next target", .nextTarget),
    ("heartRate", .heartRate),
  ]

  /// Parses the name between the braces; `nil` if there is no such placeholder.
  package init?(_ name: String) {
    if let match = Self.plain.first(where: { $0.name == name }) {
      self = match.placeholder
    } else if name.hasPrefix("set@"), name.count > 4 {
      self = .setOf(String(name.dropFirst(4)))
    } else if let word = BuiltInWord(rawValue: name) {
      self = .word(word)
    } else {
      return nil
    }
  }

  /// The name as written between the braces.
  package var description: String {
    if case .setOf(let group) = self { return "set@\(group)" }
    if case .word(let word) = self { return word.rawValue }
    return Self.plain.first { $0.placeholder == self }?.name ?? ""
  }
}

/// An error in a text's placeholders.
public enum CueTextError: Error, Equatable, Sendable {
  /// A `}` that no `{` precedes.
  case strayBrace
  /// A `{` that no `}` follows.
  case unclosedBrace
  /// The name between two braces is none of a placeholder.
  case unknownPlaceholder(String)
}
