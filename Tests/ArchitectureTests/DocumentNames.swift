/// Code that a page names in backticks exists: types, Swift files, and paths below `Sources` or the root.
struct DocumentNames: Rule {
  private let types: Set<Substring>
  private let paths: Set<String>

  /// The names that pages may use: those of the project's files.
  init(_ files: [SourceFile]) {
    let sources = files.filter { $0.path.hasSuffix(".swift") }
    types = Set(
      sources.flatMap { $0.declarations.map { Substring($0.declaration.name) } }
        + sources.compactMap(\.module)
        .map { Substring($0) })
    var paths: Set<String> = []
    for file in files {
      let steps = file.path.split(separator: "/")
      // Every folder around the file, and every way to write its path from a folder inside.
      for start in steps.indices {
        for end in start..<steps.endIndex { paths.insert(steps[start...end].joined(separator: "/")) }
      }
    }
    self.paths = paths
  }

  func complaints(about file: SourceFile) -> [String] {
    var isCode = false
    var complaints: [String] = []
    for (index, line) in file.lines.enumerated() {
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode else { continue }
      // Every second part of a line is between backticks.
      for (part, name) in line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      where part % 2 == 1 && !exists(name) {
        complaints.append(file.complaint(index, "`\(name)` does not exist"))
      }
    }
    return complaints
  }

  private func exists(_ name: Substring) -> Bool {
    if name.hasSuffix(".swift") || name.split(separator: "/").first.map({ Self.folders.contains($0) }) == true {
      return name.contains("*") || paths.contains(name.split(separator: "/").joined(separator: "/"))
    }
    let isType = name.first?.isUppercase == true && name.contains(where: \.isLowercase) && name.allSatisfy(\.isLetter)
    return !isType || types.contains(name) || paths.contains(String(name)) || Self.others.contains(name)
  }

  /// The folders at the top of the project and of `Sources`.
  private static let folders: Set<Substring> = [
    "Sources", "Tests", "Workouts", "Scenarios", "Schemas", "Benchmarks", "Scripts", "Packaging", "docs",
    "Core", "Reporting", "System", "Adapters", "Live", "Simulation", "Library", "CLibraries", "cuebell",
  ]
  /// Names of other projects, and words that pages quote.
  private static let others: Set<Substring> = ["ContinuousClock", "Enter", "Makefile"]
}
