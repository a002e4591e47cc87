/// A value of a JSON text, with its location.
///
/// Its properties read it leniently: they are `nil` for a value of another type.
///
/// ```swift
/// let reps = document.root["phases"]?.list?.first?["reps"]?.integer ?? 1
/// ```
package struct JSONValue: Sendable {
  /// The kinds of values.
  package indirect enum Content: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case text(String)
    case list([JSONValue])
    case object(JSONObject)
  }

  /// The content.
  package let content: Content
  /// The location of its first character.
  package let location: TextLocation

  /// A value at a location.
  package init(_ content: Content, at location: TextLocation) {
    self.content = content
    self.location = location
  }

  /// The value in a message: the value itself, shortened, or its kind; safe to print.
  package var summary: String {
    switch content {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let number): number.summary
    case .text(let text): Excerpt.quoted(text)
    case .list: "a list"
    case .object: "an object"
    }
  }
}

extension JSONValue {
  /// Whether it is `null`.
  package var isNull: Bool { if case .null = content { true } else { false } }

  /// The text.
  package var text: String? { if case .text(let text) = content { text } else { nil } }

  /// The number, if it is written as an integer.
  package var integer: Int? { if case .number(let number) = content { Int(number.text) } else { nil } }

  /// The number, rounded to floating point.
  package var number: Double? { if case .number(let number) = content { number.double } else { nil } }

  /// `true` or `false`.
  package var bool: Bool? { if case .bool(let bool) = content { bool } else { nil } }

  /// The elements of a list.
  package var list: [JSONValue]? { if case .list(let list) = content { list } else { nil } }

  /// The members of an object.
  package var object: JSONObject? { if case .object(let object) = content { object } else { nil } }

  /// The value of a key; `nil` also if it is `null`, or if this isn't an object.
  package subscript(key: String) -> JSONValue? {
    guard let value = object?[key], !value.isNull else { return nil }
    return value
  }
}

/// The members of a JSON object in the order of the text, without duplicate keys.
///
/// ```swift
/// let unknown = object.members.map(\.key).filter { !known.contains($0) }
/// ```
package struct JSONObject: Sendable {
  /// The keys and values in order.
  package var members: [JSONMember]

  /// An object with members in order.
  package init(_ members: [JSONMember]) { self.members = members }

  /// The object in one line of a program's output; `nil` for anything else.
  package init?(line: some Sequence<UInt8>) {
    guard let object = try? JSONReader.readLine(Array(line), maximumDepth: 64).root.object else { return nil }
    self = object
  }

  /// The value of a key, which may be `null`.
  package subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }
}

/// A key of a JSON object and its value: `"sets": 8`.
package struct JSONMember: Sendable {
  /// The key, with its escapes resolved.
  package let key: String
  /// The location of the key's opening quote.
  package let keyLocation: TextLocation
  /// The value of the key.
  package var value: JSONValue

  /// A member whose key is at a location.
  package init(_ key: String, at keyLocation: TextLocation, _ value: JSONValue) {
    self.key = key
    self.keyLocation = keyLocation
    self.value = value
  }
}

/// A number in the spelling of its text, such as `1.50e+3`.
package struct JSONNumber: Equatable, Sendable {
  /// The source text, which follows the grammar of JSON.
  package let text: String

  /// The number in a message.
  package var summary: String { Excerpt.plain(text, length: 24) }

  /// The nearest floating-point number; infinite if it is out of range.
  package var double: Double { Double(text) ?? .nan }
}
