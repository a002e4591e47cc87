/// The beginning of a declaration, from a single line.
///
/// This is no parser: it leans on the formatter, which puts one declaration on a line and its attributes before it.
struct Declaration {
  /// The keywords of types.
  static let types: Set = ["struct", "enum", "class", "actor", "protocol", "typealias"]
  /// The keywords of what has a body that runs.
  static let bodies: Set = ["func", "init", "deinit", "subscript", "var"]

  /// What may appear between `import` and a name.
  private static let imported = types.union(["func", "var", "let"])

  private static let modifiers: Set = [
    "public", "package", "internal", "fileprivate", "private", "open", "final", "indirect", "static", "mutating",
    "nonmutating", "override", "convenience", "required", "nonisolated", "consuming", "borrowing", "lazy", "weak",
    "unowned",
  ]

  let isPublic: Bool
  let keyword: String
  /// The name of a type, the module of an import.
  let name: String

  init?(_ line: Substring) {
    var isPublic = false
    // Bytes, because no character but a space has that of a space, and most lines declare nothing.
    var words = line.utf8.split(separator: UInt8(ascii: " ")).map { Substring($0) }[...]
    while let word = words.first, word.hasPrefix("@") || Self.modifiers.contains(word.leadingName) {
      isPublic = isPublic || word == "public" || word == "open"
      words.removeFirst()
    }
    guard var keyword = words.popFirst()?.leadingName else { return nil }
    // `class func` and `class var` declare no class; `import struct A.B` imports from A.
    if keyword == "class", let next = words.first?.leadingName, Self.bodies.contains(next) {
      words.removeFirst()
      keyword = next
    }
    if keyword == "import", let next = words.first, Self.imported.contains(String(next)) { words.removeFirst() }
    guard Self.types.contains(keyword) || Self.bodies.contains(keyword) || keyword == "import" else { return nil }
    self.isPublic = isPublic
    self.keyword = keyword
    self.name = words.first?.leadingName ?? ""
  }
}
