/// A file of the project, or a snippet in place of one.
struct SourceFile {
  /// From the root of the project.
  let path: String
  let text: String
  let lines: [Substring]
  /// Every name and word in the file: letters, digits and underscores in a row. Most rules need to look at a line only
  /// if the file has a certain one.
  let names: Set<String>
  /// The lines that declare something, with their places in `lines`.
  let declarations: [(line: Int, declaration: Declaration)]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      Substring($0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0)
    }
    names = Set(Self.names(in: text))
    declarations =
      path.hasSuffix(".swift")
      ? lines.enumerated().compactMap { index, line in Declaration(line).map { (index, $0) } } : []
  }

  /// The folder of `Sources` that the file is in, which is its layer, or `nil` elsewhere.
  var layer: String? {
    let steps = path.split(separator: "/")
    return steps.count > 2 && steps[0] == "Sources" ? String(steps[1]) : nil
  }

  /// The module that the file is part of, or `nil` outside `Sources`; each command is its own layer.
  var module: String? {
    let steps = path.split(separator: "/")
    if let layer, layer.hasPrefix("cuebell") { return layer }
    return steps.count > 3 && layer != nil ? String(steps[2]) : nil
  }

  /// The folder that the file is in within its module, or `the top`; `nil` outside modules.
  var folder: String? {
    guard let module, let layer else { return nil }
    let steps = path.split(separator: "/").dropFirst(layer == module ? 2 : 3).dropLast()
    return steps.isEmpty ? "the top" : steps.joined(separator: "/")
  }

  /// Every name and word in a text, in order.
  static func names(in text: some StringProtocol) -> [String] {
    text.utf8.split { !$0.isInName }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// A complaint about a line, counted from 0, as compilers print theirs.
  func complaint(_ line: Int, _ message: String) -> String { "\(path):\(line + 1): \(message)" }
}

extension StringProtocol {
  /// How many spaces it begins with.
  var indentation: Int { prefix { $0 == " " }.count }

  /// The letters, digits and underscores that it begins with.
  var leadingName: String { String(prefix { $0.isLetter || $0.isNumber || $0 == "_" }) }
}

extension UInt8 {
  /// Whether the byte is part of a name in UTF-8: a letter, a digit, an underscore, or of a character beyond ASCII.
  fileprivate var isInName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 128...: true
    default: false
    }
  }
}
