package import StrictJSON

/// An element of an XML file, with its place, as a parser of the host passes it to `WorkoutImporter`.
public struct ExchangeElement: Equatable, Sendable {
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
  public var children: [ExchangeElement]
  /// The character data directly in the element.
  public var text: String
  /// The location of its start tag.
  package let location: TextLocation

  /// Creates an element whose start tag is at a line and a column, both counted from 1.
  public init(
    _ name: String, _ attributes: [Attribute] = [], children: [ExchangeElement] = [], text: String = "",
    line: Int = 1, column: Int = 1
  ) {
    self.init(name, attributes, children: children, text: text, at: TextLocation(line: line, column: column))
  }

  package init(
    _ name: String, _ attributes: [Attribute], children: [ExchangeElement] = [], text: String = "",
    at location: TextLocation
  ) {
    self.name = name
    self.attributes = attributes
    self.children = children
    self.text = text
    self.location = location
  }

  /// The value of an attribute, ignoring the case of its name.
  package subscript(name: String) -> String? { attribute(name)?.value }

  func attribute(_ name: String) -> Attribute? {
    let key = name.lowercased()
    return attributes.first { $0.key == key }
  }

  /// The first child element with a name, ignoring case.
  package func child(_ name: String) -> ExchangeElement? { children.first { $0.isNamed(name) } }

  /// Whether it has a name, ignoring case.
  package func isNamed(_ name: String) -> Bool { self.name.lowercased() == name.lowercased() }

  var origin: ExchangeOrigin { .line(location.line, name) }

  var start: ExchangeOrigin { .text(location, name) }

  /// The text on one line, without leading and trailing blanks.
  package var trimmedText: String { OneLine.of(text).text }
}
