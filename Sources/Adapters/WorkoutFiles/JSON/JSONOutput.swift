import WorkoutModel

/// A JSON value for output: strict JSON with the keys in the given order.
public indirect enum JSONOutput: Sendable {
  case null
  case bool(Bool)
  /// A number in the spelling of JSON.
  case number(String)
  case text(String)
  /// A tall list has each element on a separate line, any other only if it doesn't fit on one.
  case list([JSONOutput], isTall: Bool = false)
  /// A tall object has each member on a separate line, any other only if it doesn't fit on one.
  case object([(key: String, value: JSONOutput)], isTall: Bool = false)

  /// The maximum length of a line with more than one value, in characters.
  public static let lineLength = 120
  private static let indentation = 2

  /// The value as text with an indent of 2, ending in a line feed.
  public var document: String { lines(indent: 0, before: 0) + "\n" }

  /// The text of the value on a line that already has `before` characters.
  private func lines(indent: Int, before: Int) -> String {
    if !isTall, before + line.unicodeScalars.count + 1 <= Self.lineLength { return line }
    switch self {
    case .null, .bool, .number, .text: return line
    case .list(let elements, _):
      return Self.wrap(elements.map { ("", $0) }, in: ("[", "]"), indent: indent)
    case .object(let members, _):
      return Self.wrap(members.map { (SafeText.jsonString($0.key) + ": ", $0.value) }, in: ("{", "}"), indent: indent)
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

  /// The value on one line.
  public var line: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let number): number
    case .text(let text): SafeText.jsonString(text)
    case .list(let elements, _): "[" + elements.map(\.line).joined(separator: ", ") + "]"
    case .object(let members, _):
      members.isEmpty
        ? "{}"
        : "{ " + members.map { "\(SafeText.jsonString($0.key)): \($0.value.line)" }.joined(separator: ", ") + " }"
    }
  }

  private var isTall: Bool {
    switch self {
    case .null, .bool, .number, .text: false
    case .list(let elements, let isTall): isTall || elements.contains(where: \.isTall)
    case .object(let members, let isTall): isTall || members.contains(where: \.value.isTall)
    }
  }
}
