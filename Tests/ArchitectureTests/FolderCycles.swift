/// The folders of a module don't reach back: where the types of one are named in another, none of the other's are named
/// in it, not by way of third ones either.
///
/// The files at the top of a module may name every folder, but then no folder may name a type of theirs.
struct FolderCycles: Rule {
  /// The folder of each type at the top level, by module.
  private var types: [String: [String: String]] = [:]
  /// The folders whose types each folder names, by module.
  private var named: [String: [String: Set<String>]] = [:]

  init(_ files: [SourceFile]) {
    for file in files {
      guard let module = file.module else { continue }
      for (_, type) in UniqueTypes.types(in: file) { types[module, default: [:]][type.name] = file.folder }
    }
    for file in files {
      guard let module = file.module, let folder = file.folder else { continue }
      for other in references(in: file) { named[module, default: [:]][folder, default: []].insert(other.folder) }
    }
  }

  func complaints(about file: SourceFile) -> [String] {
    guard let module = file.module, let folder = file.folder else { return [] }
    return references(in: file).filter { leads(from: $0.folder, to: folder, in: module) }.map { reference in
      file.complaint(
        reference.line, "\(folder) names \(reference.type) of \(reference.folder), which names \(folder) in turn")
    }
  }

  /// The types of other folders that a file names, each with the first line.
  private func references(in file: SourceFile) -> [(line: Int, type: String, folder: String)] {
    let types = types[file.module ?? "", default: [:]]
    var candidates = file.names.filter { name in types[name].map { $0 != file.folder } ?? false }
    var references: [(line: Int, type: String, folder: String)] = []
    for (index, line) in file.lines.enumerated() where !candidates.isEmpty {
      let code = line[..<(line.firstRange(of: "//")?.lowerBound ?? line.endIndex)]
      for name in SourceFile.names(in: Self.withoutTexts(code)) where candidates.remove(name) != nil {
        references.append((index, name, types[name] ?? ""))
      }
    }
    return references
  }

  /// A line without the words of its texts, which may be named like a type; what a text has from an interpolation on
  /// is code.
  private static func withoutTexts(_ code: Substring) -> String {
    code.split(separator: "\"", omittingEmptySubsequences: false).enumerated().map { index, piece in
      index % 2 == 0 ? piece : piece[(piece.firstRange(of: "\\(")?.lowerBound ?? piece.endIndex)...]
    }.joined(separator: " ")
  }

  private func leads(from start: String, to end: String, in module: String) -> Bool {
    var (reached, waiting): (Set<String>, [String]) = ([], [start])
    while let folder = waiting.popLast() {
      if folder == end { return true }
      if reached.insert(folder).inserted { waiting += named[module]?[folder] ?? [] }
    }
    return false
  }
}
