public import StrictJSON

/// An element of an XML file, with its place.
public struct XMLElement: Equatable, Sendable {
  /// An attribute.
  public struct Attribute: Equatable, Sendable {
    /// The name as spelled in the file, without its namespace prefix.
    public let name: String
    /// The value with references resolved.
    public let value: String
    /// The name in lower case.
    let key: String

    /// Creates an attribute.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
      key = name.lowercased()
    }
  }

  /// The name as spelled in the file, without its namespace prefix.
  public let name: String
  /// The attributes in file order.
  public let attributes: [Attribute]
  /// The child elements in file order.
  public var children: [XMLElement]
  /// The character data directly in the element.
  public var text: String
  /// The location of its start tag.
  public let location: TextLocation

  /// Creates an element.
  public init(
    _ name: String, _ attributes: [Attribute] = [], children: [XMLElement] = [], text: String = "",
    at location: TextLocation = .start
  ) {
    self.name = name
    self.attributes = attributes
    self.children = children
    self.text = text
    self.location = location
  }

  /// The value of an attribute, ignoring the case of its name.
  public subscript(name: String) -> String? { attribute(name)?.value }

  func attribute(_ name: String) -> Attribute? {
    let key = name.lowercased()
    return attributes.first { $0.key == key }
  }

  /// The first child element with a name, ignoring case.
  public func child(_ name: String) -> XMLElement? { children.first { $0.isNamed(name) } }

  /// Whether it has a name, ignoring case.
  public func isNamed(_ name: String) -> Bool { self.name.lowercased() == name.lowercased() }

  var origin: ExchangeOrigin { .line(location.line, name) }

  var start: ExchangeOrigin { .text(location, name) }

  /// The text on one line, without leading and trailing blanks.
  public var trimmedText: String { OneLine.of(text).text }
}
