/// A file of the project, or a snippet in place of one.
struct SourceFile {
  /// From the root of the project.
  let path: String
  let text: String
  let lines: [Substring]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
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

  /// The lines that declare something, with their places in `lines`.
  var declarations: [(line: Int, declaration: Declaration)] {
    lines.enumerated().compactMap { index, line in Declaration(line).map { (index, $0) } }
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
