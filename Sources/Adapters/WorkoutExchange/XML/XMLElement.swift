public import WorkoutFiles

/// An element of an XML file, with its place.
public struct XMLElement: Equatable, Sendable {
  /// An attribute, as the file has it.
  public struct Attribute: Equatable, Sendable {
    /// As the file spells it, without the prefix of its namespace.
    public let name: String
    /// With references resolved.
    public let value: String

    /// An attribute of a name and a value.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The name as the file spells it, without the prefix of its namespace.
  public let name: String
  /// In the order of the file.
  public let attributes: [Attribute]
  /// In the order of the file.
  public var children: [XMLElement]
  /// The characters directly in it, in order.
  public var text: String
  /// Where its tag begins.
  public let location: TextLocation

  /// An element of its parts.
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

  /// The value of an attribute, whatever the case of its name.
  public subscript(name: String) -> String? {
    attributes.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The first element of a name in it, whatever its case.
  public func child(_ name: String) -> XMLElement? { children.first { $0.isNamed(name) } }

  /// Whether it has a name, whatever its case.
  public func isNamed(_ name: String) -> Bool { self.name.lowercased() == name.lowercased() }

  /// The text without blanks at its ends, and without those of the lines it is laid out on.
  public var trimmedText: String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
