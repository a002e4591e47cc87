import WorkoutFiles
import WorkoutModel

/// An object of JSON from another program.
package struct JSONLine {
  let object: JSONObject

  /// The deepest that objects of runs and of the command nest.
  private static let depth = 64

  /// Reads an object; `nil` for anything else.
  init?(_ bytes: some Sequence<UInt8>, depth: Int = Self.depth) {
    let document = try? JSONReader.readLine(Array(bytes), maximumDepth: depth)
    guard let document, case .object(let object) = document.root.content else { return nil }
    self.object = object
  }

  package init?(_ text: String) { self.init(text.utf8) }

  /// The value under a key.
  subscript(key: String) -> JSONValue? { object[key]?.value }
}

extension JSONValue {
  /// The text, if it is one.
  var text: String? { if case .text(let text) = content { text } else { nil } }

  /// The whole number, if it is one.
  var integer: Int? { if case .number(let number) = content { Int(number.text) } else { nil } }

  /// Whether it is true or false, if it is one of them.
  var bool: Bool? { if case .bool(let bool) = content { bool } else { nil } }

  /// The elements, if it is a list.
  var list: [JSONValue]? { if case .list(let list) = content { list } else { nil } }

  /// The members, if it is an object.
  var object: JSONObject? { if case .object(let object) = content { object } else { nil } }

  /// Whether it is `null`.
  var isNull: Bool { if case .null = content { true } else { false } }

  /// The value under a key, if it is an object.
  subscript(key: String) -> JSONValue? { object?[key]?.value }

  /// The value as JSON on one line; numbers are spelled as they were.
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
