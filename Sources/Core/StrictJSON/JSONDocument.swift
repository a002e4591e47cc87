/// A parsed JSON text.
///
/// ```swift
/// let sets = document.location(of: [.key("phases"), .index(1), .key("sets")])  // 7:12
/// ```
package struct JSONDocument: Sendable {
  /// The root value.
  package let root: JSONValue
  /// The duplicate keys, each at its second occurrence.
  package let duplicates: [JSONError]

  /// A document with a changed root.
  package init(root: JSONValue, duplicates: [JSONError] = []) {
    self.root = root
    self.duplicates = duplicates
  }

  /// The location of the value at `path`; if there is none, that of the nearest value around it.
  package func location(of path: [JSONStep]) -> TextLocation { nearest(to: path).value.location }

  /// Whether there is a value at `path`.
  package func has(_ path: [JSONStep]) -> Bool { nearest(to: path).isExact }

  /// The value at `path`, or the nearest one around it.
  private func nearest(to path: [JSONStep]) -> (value: JSONValue, isExact: Bool) {
    var value = root
    for step in path {
      switch (step, value.content) {
      case (.key(let key), .object(let object)):
        guard let inner = object[key] else { return (value, false) }
        value = inner
      case (.index(let index), .list(let list)):
        guard list.indices.contains(index) else { return (value, false) }
        value = list[index]
      default: return (value, false)
      }
    }
    return (value, true)
  }
}

/// A step from a value to one inside it: `.key("phases")` into an object, `.index(0)` into a list.
package enum JSONStep: Equatable, Hashable, Sendable {
  case key(String)
  case index(Int)
}

/// A place where a text isn't JSON: at `3:15` the message `a "," is missing before this`.
package struct JSONError: Error, Equatable, Sendable {
  /// The first character of what is wrong.
  package let location: TextLocation
  /// The error; safe to print.
  package let message: String
  /// The steps to the value, for a duplicate key.
  package let path: [JSONStep]

  /// An error at a location.
  package init(_ location: TextLocation, _ message: String, at path: [JSONStep] = []) {
    self.location = location
    self.message = message
    self.path = path
  }
}
