import Testing

@Suite struct `The project` {
  private func expect(
    _ rule: some Rule, of files: [SourceFile], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try #require(!files.isEmpty, "a rule that sees no file holds nothing", sourceLocation: sourceLocation)
    let complaints = files.flatMap(rule.complaints)
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))", sourceLocation: sourceLocation)
  }

  private func module(_ name: String) throws -> [SourceFile] {
    try ProjectFiles.swiftFiles(in: "Sources/").filter { $0.module == name }
  }

  @Test func `imports from each layer only those above it`() throws {
    let files = try ProjectFiles.swiftFiles(in: "Sources/")
    try expect(LayerImports(files), of: files)
  }

  @Test func `has no folder of a module that reaches back to one that names it`() throws {
    let files = try ProjectFiles.swiftFiles(in: "Sources/")
    try expect(FolderCycles(files), of: files)
  }

  @Test func `reads and writes JSON with the standard library alone`() throws {
    for file in try module("StrictJSON") {
      #expect(!file.declarations.contains { $0.declaration.keyword == "import" }, "\(file.path)")
    }
  }

  @Test func `has one place for the words of the system's errors and for waiting for descriptors`() throws {
    try expect(SystemCalls(), of: ProjectFiles.swiftFiles(in: "Sources/"))
  }

  @Test func `names the folder of each module in the package manifest`() throws {
    let manifest = try #require(try ProjectFiles.files().first { $0.path == "Package.swift" }).text
    for (module, layer) in LayerImports(try ProjectFiles.swiftFiles(in: "Sources/")).modules where layer != module {
      #expect(manifest.contains("\"\(module)\", in: \"\(layer)\""), "\(module)")
    }
  }

  @Test func `gives no module the name of a type in it`() throws {
    try expect(ModuleNames(), of: ProjectFiles.swiftFiles(in: "Sources/"))
  }

  @Test func `has one type of a name in all modules`() throws {
    let files = try ProjectFiles.swiftFiles(in: "Sources/")
    try expect(UniqueTypes(files), of: files)
  }

  @Test func `says of every public type what it means`() throws {
    try expect(DocumentedTypes(), of: ProjectFiles.swiftFiles(in: "Sources/"))
  }

  @Test func `keeps to 120 columns`() throws {
    let pages = try ProjectFiles.files().filter { file in
      [".js", ".css", ".html"].contains { file.path.hasSuffix($0) }
    }
    try expect(LineLength(limit: 120), of: pages + ProjectFiles.swiftFiles(in: "Sources/", "Tests/", "Package.swift"))
  }

  @Test func `keeps to 70 lines a function and 300 a file`() throws {
    let files = try ProjectFiles.swiftFiles(in: "Sources/", "Tests/")
    try expect(FunctionLength(limit: 70), of: files)
    try expect(FileLength(limit: 300), of: files)
  }

  @Test func `leaves nothing undone and no error to chance`() throws {
    try expect(BannedWords(words: BannedWords.everywhere), of: ProjectFiles.swiftFiles(in: "Sources/"))
  }

  @Test(arguments: ["StrictJSON", "WorkoutModel", "WorkoutEngine", "DriftSimulation", "AudioMixing"])
  func `asks no clock, no file and no chance in its core`(name: String) throws {
    try expect(BannedWords(words: BannedWords.inCore), of: module(name))
  }

  @Test func `names things by the terms of the field`() throws {
    let files = try ProjectFiles.swiftFiles(in: "Sources/", "Tests/").filter {
      !$0.path.hasSuffix("/BannedWords.swift") && !$0.path.hasSuffix("/RuleTests.swift")
    }
    try expect(BannedWords(words: BannedWords.privateNames), of: files)
    try expect(EverydayNames(), of: files)
    let endings = [".md", ".json", ".swift", ".js", ".css", ".html"]
    let folders = ["docs/", "Scenarios/", "Examples/", "Sources/Serving/PageFiles/Pages/"]
    let pages = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"]
    let texts = try ProjectFiles.files().filter { file in
      let isRead = pages.contains(file.path) || folders.contains { file.path.hasPrefix($0) }
      return isRead && endings.contains { file.path.hasSuffix($0) }
    }
    try expect(OldWords(), of: files + texts)
  }

  @Test func `has every leaf of the mixer checked for locks and allocations`() throws {
    try expect(LeafKernels(), of: ProjectFiles.swiftFiles(in: "Sources/Core/AudioMixing/Kernels/"))
  }

  @Test func `gives every page one title`() throws {
    let pages = try ProjectFiles.files().filter { $0.path.hasSuffix(".md") }
    let complaints = pages.flatMap(MarkdownTitles().complaints)
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }

  @Test func `names only code that exists in its pages on code`() throws {
    let files = try ProjectFiles.files()
    let pages = ["docs/ARCHITECTURE.md", "CONTRIBUTING.md", "docs/SIMULATION.md", "README.md"]
    try expect(DocumentNames(files), of: files.filter { pages.contains($0.path) })
  }

  @Test func `speaks of itself alone`() throws {
    try expect(Traces(), of: ProjectFiles.files())
  }
}
