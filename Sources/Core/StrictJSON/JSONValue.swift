/// A value of a JSON text, with its location.
///
/// Its properties read it leniently: they are `nil` for a value of another type.
///
/// ```swift
/// let reps = document.root["phases"]?.list?.first?["reps"]?.integer ?? 1
/// ```
public struct JSONValue: Sendable {
  /// The kinds of values.
  public indirect enum Content: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case text(String)
    case list([JSONValue])
    case object(JSONObject)
  }

  /// The content.
  public let content: Content
  /// The location of its first character.
  public let location: TextLocation

  /// A value at a location.
  public init(_ content: Content, at location: TextLocation) {
    self.content = content
    self.location = location
  }

  /// The value in a message: the value itself, shortened, or its kind; safe to print.
  public var summary: String {
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
  public var isNull: Bool { if case .null = content { true } else { false } }

  /// The text.
  public var text: String? { if case .text(let text) = content { text } else { nil } }

  /// The number, if it is written as an integer.
  public var integer: Int? { if case .number(let number) = content { Int(number.text) } else { nil } }

  /// The number, rounded to floating point.
  public var number: Double? { if case .number(let number) = content { number.double } else { nil } }

  /// `true` or `false`.
  public var bool: Bool? { if case .bool(let bool) = content { bool } else { nil } }

  /// The elements of a list.
  public var list: [JSONValue]? { if case .list(let list) = content { list } else { nil } }

  /// The members of an object.
  public var object: JSONObject? { if case .object(let object) = content { object } else { nil } }

  /// The value of a key; `nil` also if it is `null`, or if this isn't an object.
  public subscript(key: String) -> JSONValue? {
    guard let value = object?[key], !value.isNull else { return nil }
    return value
  }
}

/// The members of a JSON object in the order of the text, without duplicate keys.
///
/// ```swift
/// let unknown = object.members.map(\.key).filter { !known.contains($0) }
/// ```
public struct JSONObject: Sendable {
  /// The keys and values in order.
  public var members: [JSONMember]

  /// An object with members in order.
  public init(_ members: [JSONMember]) { self.members = members }

  /// The object in one line of a program's output; `nil` for anything else.
  public init?(line: some Sequence<UInt8>) {
    guard let object = try? JSONReader.readLine(Array(line), maximumDepth: 64).root.object else { return nil }
    self = object
  }

  /// The value of a key, which may be `null`.
  public subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }
}

/// A key of a JSON object and its value: `"sets": 8`.
public struct JSONMember: Sendable {
  /// The key, with its escapes resolved.
  public let key: String
  /// The location of the key's opening quote.
  public let keyLocation: TextLocation
  /// The value of the key.
  public var value: JSONValue

  /// A member whose key is at a location.
  public init(_ key: String, at keyLocation: TextLocation, _ value: JSONValue) {
    self.key = key
    self.keyLocation = keyLocation
    self.value = value
  }
}

/// A number in the spelling of its text, such as `1.50e+3`.
public struct JSONNumber: Equatable, Sendable {
  /// The source text, which follows the grammar of JSON.
  public let text: String

  /// The number in a message.
  public var summary: String { Excerpt.plain(text, length: 24) }

  /// The nearest floating-point number; infinite if it is out of range.
  public var double: Double { Double(text) ?? .nan }
}
