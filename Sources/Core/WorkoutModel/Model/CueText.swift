/// A text with placeholders, such as `Set {set} completing in`.
///
/// ```swift
/// let text = try CueText("{phase}, then {next}")
/// text.placeholders                       // [.phase, .next]
/// ```
public struct CueText: Equatable, Hashable, Sendable, CustomStringConvertible {
  /// A part of a text.
  public enum Piece: Equatable, Hashable, Sendable {
    case words(String)
    /// Built-in words in English, because there are none in the language of the voice.
    case english(String)
    case placeholder(Placeholder)
  }

  /// Words and placeholders in the order of the text.
  public let pieces: [Piece]

  /// Joins pieces without parsing braces in words.
  public init(pieces: [Piece]) { self.pieces = pieces }

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

  /// The text with each occurrence of these words marked as built-in words in English.
  package func marking(english words: String) -> CueText {
    CueText(
      pieces: pieces.flatMap { piece -> [Piece] in
        guard case .words(let text) = piece else { return [piece] }
        let rest = text.split(separator: words, omittingEmptySubsequences: false)
        return Array(rest.map { [.words(String($0))] }.joined(separator: [.english(words)]))
      })
  }

  /// The placeholders in the order of the text.
  public var placeholders: [Placeholder] {
    pieces.compactMap { piece in
      if case .placeholder(let placeholder) = piece { placeholder } else { nil }
    }
  }
}

/// A placeholder, which is replaced when the cue plays.
public enum Placeholder: Equatable, Hashable, Sendable, CustomStringConvertible {
  case phase, next, set, sets, nextSet, side, remaining, elapsed, workout, reps, target, nextTarget, heartRate
  /// The set of the enclosing group with that name.
  case setOf(String)

  /// The plain placeholders by name.
  public static let plain: [(name: String, placeholder: Placeholder)] = [
    ("phase", .phase), ("next", .next), ("set", .set), ("sets", .sets), ("next set", .nextSet), ("side", .side),
    ("remaining", .remaining),
    ("elapsed", .elapsed), ("workout", .workout), ("reps", .reps), ("target", .target), ("next target", .nextTarget),
    ("heartRate", .heartRate),
  ]

  /// Parses the name between the braces; `nil` if there is no such placeholder.
  public init?(_ name: String) {
    if let match = Self.plain.first(where: { $0.name == name }) {
      self = match.placeholder
    } else if name.hasPrefix("set@"), name.count > 4 {
      self = .setOf(String(name.dropFirst(4)))
    } else {
      return nil
    }
  }

  /// The name as written between the braces.
  public var description: String {
    if case .setOf(let group) = self { return "set@\(group)" }
    return Self.plain.first { $0.placeholder == self }?.name ?? ""
  }
}

/// An error in a text's placeholders.
public enum CueTextError: Error, Equatable, Sendable {
  case strayBrace
  case unclosedBrace
  case unknownPlaceholder(String)
}
