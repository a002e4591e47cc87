/// No module has the name of a type in it: such a module's name could no longer qualify others.
struct ModuleNames: Rule {
  func complaints(about file: SourceFile) -> [String] {
    guard let module = file.module else { return [] }
    return file.declarations.compactMap { line, declaration in
      guard Declaration.types.contains(declaration.keyword), declaration.name == module else { return nil }
      return file.complaint(line, "the \(declaration.keyword) bears the name of its module")
    }
  }
}

/// Every public type says what it means.
struct DocumentedTypes: Rule {
  func complaints(about file: SourceFile) -> [String] {
    file.declarations.compactMap { line, declaration in
      guard declaration.isPublic, Declaration.types.contains(declaration.keyword) else { return nil }
      // Attributes may appear between the comment and the type.
      let above = file.lines[..<line].last { !$0.drop { $0 == " " }.hasPrefix("@") }
      guard above?.drop(while: { $0 == " " }).hasPrefix("///") != true else { return nil }
      return file.complaint(line, "the public \(declaration.keyword) \(declaration.name) has no doc comment")
    }
  }
}

/// No two modules have a type of the same name at the top level.
///
/// Excepted are a voice, which a workout chooses and the mixer plays, and commands, which are named after what they do.
struct UniqueTypes: Rule {
  private static let exceptions: Set = ["Voice"]
  private let modules: [String: Set<String>]

  init(_ files: [SourceFile]) {
    var modules: [String: Set<String>] = [:]
    for file in files {
      guard let module = file.module, module != "cuebell" else { continue }
      for (_, declaration) in Self.types(in: file) { modules[declaration.name, default: []].insert(module) }
    }
    self.modules = modules
  }

  func complaints(about file: SourceFile) -> [String] {
    Self.types(in: file).compactMap { line, declaration in
      guard let modules = modules[declaration.name], modules.count > 1 else { return nil }
      guard !Self.exceptions.contains(declaration.name) else { return nil }
      return file.complaint(line, "\(declaration.name) is in \(modules.sorted().joined(separator: " and "))")
    }
  }

  /// The types at the top level of a file that other files see.
  static func types(in file: SourceFile) -> [(line: Int, declaration: Declaration)] {
    file.declarations.filter { line, declaration in
      Declaration.types.contains(declaration.keyword) && file.lines[line].indentation == 0
        && !file.lines[line].hasPrefix("private")
    }
  }
}
