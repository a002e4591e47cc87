package import WorkoutModel

/// A value of a JSON file, with its location.
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

/// The members of a JSON object in the order of the file, without duplicate keys.
public struct JSONObject: Sendable {
  /// The keys and values in order.
  public let members: [JSONMember]

  /// The member under a key.
  public subscript(key: String) -> JSONMember? { members.first { $0.key == key } }
}

/// A key of a JSON object and its value.
public struct JSONMember: Sendable {
  /// The key, with its escapes resolved.
  public let key: String
  /// The location of the key's opening quote.
  public let keyLocation: TextLocation
  /// The value of the key.
  public let value: JSONValue
}

/// A number in the spelling of its file; conversions are exact, or throw the reason.
public struct JSONNumber: Equatable, Sendable {
  /// The source text, which follows the grammar of JSON.
  public let text: String

  /// The number in a message.
  public var summary: String { Excerpt.plain(text, length: 24) }

  /// This number of `units`, as a whole number: 1.5 with a unit of 1 000 is 1 500.
  package func times(_ unit: Int) throws(ExactDecimal.Failure) -> Int {
    guard let decimal = ExactDecimal(text) else { throw .outOfRange }
    return try decimal.times(unit)
  }

  /// The nearest floating-point number; infinite if it is out of range.
  public var double: Double { Double(text) ?? .nan }
}
