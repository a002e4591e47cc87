/// The inner loops of the mixer are held to no lock and no allocation by the compiler.
///
/// What takes raw memory must bear the attributes that ask it to check them.
struct LeafKernels: Rule {
  func complaints(about file: SourceFile) -> [String] {
    file.declarations.compactMap { line, declaration in
      guard declaration.keyword == "func", takesRawMemory(line, file.lines) else { return nil }
      let attributes = file.lines[..<line].reversed().prefix { $0.drop { $0 == " " }.hasPrefix("@") }
      if attributes.contains(where: { $0.contains("@_noLocks @_noAllocation") }) { return nil }
      return file.complaint(line, "the leaf \(declaration.name) isn't checked for locks and allocations")
    }
  }

  /// Whether the signature, which ends where the body begins, has a pointer; what calls a closure is no leaf.
  private func takesRawMemory(_ start: Int, _ lines: [Substring]) -> Bool {
    for line in lines[start...] {
      if line.contains("-> Void") { return false }
      if line.contains("Unsafe") { return true }
      if line.hasSuffix("{") || line.hasSuffix("}") { return false }
    }
    return false
  }
}
