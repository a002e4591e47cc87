public import WorkoutModel

/// A strict JSON reader that knows where everything stands.
///
/// It reads RFC 8259 in UTF-8, and `//` and `/* */` comments and trailing commas besides; nothing else. A byte order
/// mark at the start is skipped, for some editors write one. Numbers keep their source text.
public enum JSONReader {
  /// Reads a whole file; throws the first place where it is not JSON.
  ///
  /// A key that stands twice in an object is no reason to stop: it is listed in `duplicates`, and the tree keeps the
  /// first. Time and memory grow with the size of the file only.
  public static func read(
    _ bytes: [UInt8], maximumSize: Int = Limits.fileSize, maximumDepth: Int = Limits.fileDepth
  ) throws(LocatedProblem) -> JSONDocument {
    guard bytes.count <= maximumSize else {
      throw LocatedProblem(.start, "the file has \(bytes.count) bytes: at most \(maximumSize) are allowed")
    }
    let text = try JSONEncoding.check(bytes)
    var parser = JSONParser(text, maximumDepth: maximumDepth)
    let root = try parser.parseDocument()
    return JSONDocument(root: root, duplicates: parser.duplicates)
  }
}

/// A JSON file that has been read.
public struct JSONDocument: Sendable {
  /// The value that the file holds.
  public let root: JSONValue
  /// The keys that stand twice, each at its second place.
  public let duplicates: [LocatedProblem]

  /// Where the value at `path` stands; where there is none, the nearest value around it.
  public func location(of path: FieldPath) -> TextLocation {
    var value = root
    for step in path.steps {
      switch (step, value.content) {
      case (.key(let key), .object(let object)):
        guard let member = object[key] else { return value.location }
        value = member.value
      case (.index(let index), .list(let list)):
        guard list.indices.contains(index) else { return value.location }
        value = list[index]
      default: return value.location
      }
    }
    return value.location
  }
}
