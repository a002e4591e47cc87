/// Something that every file it is shown must keep.
protocol Rule {
  /// What breaks the rule in a file, one line each.
  func complaints(about file: SourceFile) -> [String]
}

extension Rule {
  /// The violations in a snippet, as if it were the file at `path`.
  func complaints(about text: String, at path: String) -> [String] {
    complaints(about: SourceFile(path: path, text: text))
  }
}
