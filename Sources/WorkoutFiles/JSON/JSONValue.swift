import WorkoutModel

/// A value of a JSON file that knows where it stands.
public struct JSONValue: Sendable {
  /// What a value is.
  public indirect enum Content: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case text(String)
    case list([JSONValue])
    case object(JSONObject)
  }

  /// The value itself.
  public let content: Content
  /// Where its first character stands.
  public let location: TextLocation

  /// What a message says was found here: the value itself, shortened, or its kind; safe to print.
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

/// The members of a JSON object in the order of the file; no key stands twice.
public struct JSONObject: Sendable {
  /// Keys and values as they follow one another.
  public let members: [JSONMember]

  /// The member under a key.
  public subscript(key: String) -> JSONMember? { members.first { $0.key == key } }
}

/// A key of a JSON object and its value.
public struct JSONMember: Sendable {
  /// The key, with its escapes resolved.
  public let key: String
  /// Where the opening quote of the key stands.
  public let keyLocation: TextLocation
  /// What stands under the key.
  public let value: JSONValue
}
