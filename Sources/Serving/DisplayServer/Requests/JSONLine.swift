import WorkoutFiles
import WorkoutModel

/// A JSON object of another program.
package struct JSONLine {
  let object: JSONObject

  /// The deepest nesting that is accepted.
  private static let depth = 64

  /// Parses an object; `nil` for anything else.
  init?(_ bytes: some Sequence<UInt8>, depth: Int = Self.depth) {
    let document = try? JSONReader.readLine(Array(bytes), maximumDepth: depth)
    guard let document, case .object(let object) = document.root.content else { return nil }
    self.object = object
  }

  package init?(_ text: String) { self.init(text.utf8) }

  /// The value of a key.
  subscript(key: String) -> JSONValue? { object[key]?.value }
}

extension JSONValue {
  /// The value as text; `nil` for other types.
  var text: String? { if case .text(let text) = content { text } else { nil } }

  /// The value as an integer; `nil` for other types.
  var integer: Int? { if case .number(let number) = content { Int(number.text) } else { nil } }

  /// The value as a Boolean; `nil` for other types.
  var bool: Bool? { if case .bool(let bool) = content { bool } else { nil } }

  /// The elements of a list; `nil` for other types.
  var list: [JSONValue]? { if case .list(let list) = content { list } else { nil } }

  /// The members of an object; `nil` for other types.
  var object: JSONObject? { if case .object(let object) = content { object } else { nil } }

  /// Whether it is `null`.
  var isNull: Bool { if case .null = content { true } else { false } }

  /// The value of a key; `nil` if it isn't an object.
  subscript(key: String) -> JSONValue? { object?[key]?.value }

  /// The value as JSON on one line; numbers keep their spelling.
  var json: String {
    switch content {
    case .null: "null"
    case .bool(let bool): bool ? "true" : "false"
    case .number(let number): number.text
    case .text(let text): SafeText.jsonString(text)
    case .list(let list): "[" + list.map(\.json).joined(separator: ",") + "]"
    case .object(let object):
      "{" + object.members.map { "\(SafeText.jsonString($0.key)):\($0.value.json)" }.joined(separator: ",") + "}"
    }
  }
}
