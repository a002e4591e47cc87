/// Lines fit on a screen.
struct LineLength: Rule {
  let limit: Int

  func complaints(about file: SourceFile) -> [String] {
    file.lines.enumerated().filter { $0.element.count > limit }
      .map { file.complaint($0.offset, "\($0.element.count) columns, at most \(limit)") }
  }
}

/// Files hold one idea.
struct FileLength: Rule {
  let limit: Int

  func complaints(about file: SourceFile) -> [String] {
    // The line break at the end begins no line.
    let count = file.lines.count - (file.lines.last?.isEmpty == true ? 1 : 0)
    return count > limit ? [file.complaint(0, "\(count) lines, at most \(limit)")] : []
  }
}

/// Functions, initialisers and computed properties can be seen at once.
///
/// Sources are formatted, so a body ends at the first brace with the indentation of its declaration.
struct FunctionLength: Rule {
  let limit: Int

  func complaints(about file: SourceFile) -> [String] {
    file.declarations.compactMap { line, declaration in
      guard Declaration.bodies.contains(declaration.keyword), let end = end(of: line, declaration, file.lines),
        end - line + 1 > limit
      else { return nil }
      return file.complaint(line, "a body of \(end - line + 1) lines, at most \(limit)")
    }
  }

  /// The last line of a declaration, or `nil` if it has no body.
  private func end(of start: Int, _ declaration: Declaration, _ lines: [Substring]) -> Int? {
    let depth = lines[start].indentation
    if lines[start].hasSuffix("}") || (declaration.keyword == "var" && !lines[start].hasSuffix("{")) { return nil }
    // A signature that continues is still open at the end of its line.
    guard lines[start].hasSuffix("{") || lines[start].hasSuffix("(") else { return nil }
    for line in lines.indices[(start + 1)...] where lines[line].indentation <= depth && !lines[line].isEmpty {
      let rest = lines[line].dropFirst(depth)
      if rest.hasPrefix("}") || (rest.hasPrefix(")") && rest.hasSuffix("}")) { return line }
      if !rest.hasPrefix(")"), !rest.hasPrefix("{"), !rest.hasPrefix("where") { return nil }
    }
    return nil
  }
}
