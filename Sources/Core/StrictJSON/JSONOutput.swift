/// A JSON value to write.
///
/// ```swift
/// let sounds: JSONOutput = .list([.text("gong"), .null])
/// sounds.line()          // ["gong", null]
/// sounds.line(.compact)  // ["gong",null]
/// ```
package enum JSONOutput: Equatable, Sendable {
  case null
  /// A number, `true`, `false` or another value that is JSON already.
  case raw(String)
  case text(String)
  /// A tall list has each element on a separate line of a document, any other only if it doesn't fit on one.
  case list([JSONOutput], isTall: Bool = false)
  /// A tall object has each member on a separate line of a document, any other only if it doesn't fit on one.
  case object(JSONFields, isTall: Bool = false)

  /// The maximum length of a document's line with more than one value, in characters.
  package static let lineLength = 120
  private static let indentation = 2

  /// The value as the text of a file with an indent of 2, ending in a line feed.
  package var document: String { lines(indent: 0, before: 0) + "\n" }

  /// The value on one line.
  package func line(_ spacing: JSONSpacing = .spaced) -> String {
    var text = ""
    write(to: &text, spacing)
    return text
  }

  func write(to text: inout String, _ spacing: JSONSpacing) {
    switch self {
    case .null: text += "null"
    case .raw(let json): text += json
    case .text(let words): text += Self.quoted(words)
    case .list(let elements, _):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += spacing.comma }
        element.write(to: &text, spacing)
      }
      text += "]"
    case .object(let fields, _):
      if fields.members.isEmpty {
        text += "{}"
        return
      }
      text += spacing.open
      for (index, member) in fields.members.enumerated() {
        if index > 0 { text += spacing.comma }
        text += Self.quoted(member.key)
        text += spacing.colon
        member.value.write(to: &text, spacing)
      }
      text += spacing.close
    }
  }
}

/// The spaces in a line of JSON.
package enum JSONSpacing: Sendable {
  /// `{"a": 1, "b": 2}`, as in events.
  case spaced
  /// `{"a":1,"b":2}`, for programs.
  case compact
  /// `{ "a": 1, "b": 2 }`, as in files.
  case padded

  fileprivate var comma: String { self == .compact ? "," : ", " }
  fileprivate var colon: String { self == .compact ? ":" : ": " }
  fileprivate var open: String { self == .padded ? "{ " : "{" }
  fileprivate var close: String { self == .padded ? " }" : "}" }
}

extension JSONOutput {
  /// The text of the value on a line that already has `before` characters.
  private func lines(indent: Int, before: Int) -> String {
    if !isTall {
      let line = line(.padded)
      if before + line.unicodeScalars.count + 1 <= Self.lineLength { return line }
    }
    switch self {
    case .null, .raw, .text: return line(.padded)
    case .list(let elements, _):
      return Self.wrap(elements.map { ("", $0) }, in: ("[", "]"), indent: indent)
    case .object(let fields, _):
      return Self.wrap(fields.members.map { (Self.quoted($0.key) + ": ", $0.value) }, in: ("{", "}"), indent: indent)
    }
  }

  private static func wrap(
    _ entries: [(label: String, value: JSONOutput)], in brackets: (String, String), indent: Int
  ) -> String {
    guard !entries.isEmpty else { return brackets.0 + brackets.1 }
    let inner = indent + indentation
    let margin = String(repeating: " ", count: inner)
    let lines = entries.map { label, value in
      margin + label + value.lines(indent: inner, before: inner + label.unicodeScalars.count)
    }
    let end = String(repeating: " ", count: indent) + brackets.1
    return brackets.0 + "\n" + lines.joined(separator: ",\n") + "\n" + end
  }

  private var isTall: Bool {
    switch self {
    case .null, .raw, .text: false
    case .list(let elements, let isTall): isTall || elements.contains(where: { $0.isTall })
    case .object(let fields, let isTall): isTall || fields.members.contains(where: { $0.value.isTall })
    }
  }
}

extension JSONOutput {
  /// The text in double quotes; every scalar that doesn't print is escaped.
  private static func quoted(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }) { return "\"\(text)\"" }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.isPrintable { result.unicodeScalars.append(scalar) } else { result += escape(scalar) }
      }
    }
    return result + "\""
  }

  /// The scalar as one or, beyond U+FFFF, two `\uXXXX`.
  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let units = UTF16.encode(scalar).map(Array.init) ?? []
    return units.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
