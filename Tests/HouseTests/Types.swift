/// No module bears the name of a type in it: where it does, nobody can qualify a name by the module any more.
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
      // Attributes may stand between the comment and the type.
      let above = file.lines[..<line].last { !$0.drop { $0 == " " }.hasPrefix("@") }
      guard above?.drop(while: { $0 == " " }).hasPrefix("///") != true else { return nil }
      return file.complaint(line, "the public \(declaration.keyword) \(declaration.name) has no doc comment")
    }
  }
}
