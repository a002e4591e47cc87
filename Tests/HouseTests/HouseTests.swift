import Testing

@Suite struct `The house` {
  private func expect(
    _ rule: some Rule, of files: [SourceFile], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try #require(!files.isEmpty, "a rule that sees no file holds nothing", sourceLocation: sourceLocation)
    let complaints = files.flatMap(rule.complaints)
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))", sourceLocation: sourceLocation)
  }

  private func module(_ name: String) throws -> [SourceFile] { try House.swiftFiles(in: "Sources/\(name)/") }

  @Test func `imports along the arrows that are written down`() throws {
    try expect(ImportArrows(), of: House.swiftFiles(in: "Sources/"))
  }

  @Test func `writes down the arrows that the package manifest has`() throws {
    let manifest = try #require(try House.files().first { $0.path == "Package.swift" })
    let rooms = Manifest(manifest.text).rooms
    try #require(!rooms.isEmpty)
    let written = ImportArrows.house.filter { $0.key != "cuebell" }.mapValues(\.ours)
    #expect(rooms == written)
  }

  @Test func `has the command import every module, and no module import the command`() {
    let modules = Set(ImportArrows.house.keys).subtracting(["cuebell"])
    #expect(ImportArrows.house["cuebell"]?.ours == modules)
    #expect(ImportArrows.house.values.allSatisfy { !$0.ours.contains("cuebell") })
  }

  @Test func `has a folder for each module, and arrows for each folder`() throws {
    let folders = Set(try House.swiftFiles(in: "Sources/").compactMap(\.module))
    #expect(folders == Set(ImportArrows.house.keys))
  }

  @Test func `gives no module the name of a type in it`() throws {
    try expect(ModuleNames(), of: House.swiftFiles(in: "Sources/"))
  }

  @Test func `says of every public type what it means`() throws {
    try expect(DocumentedTypes(), of: House.swiftFiles(in: "Sources/"))
  }

  @Test func `keeps to 120 columns`() throws {
    try expect(LineLength(limit: 120), of: House.swiftFiles(in: "Sources/", "Tests/", "Package.swift"))
  }

  @Test func `keeps to 70 lines a function and 320 a file`() throws {
    let files = try House.swiftFiles(in: "Sources/", "Tests/")
    try expect(FunctionLength(limit: 70), of: files)
    try expect(FileLength(limit: 320), of: files)
  }

  @Test func `leaves nothing undone and no error to chance`() throws {
    try expect(BannedWords(words: BannedWords.everywhere), of: House.swiftFiles(in: "Sources/"))
  }

  @Test(arguments: ["WorkoutModel", "WorkoutEngine", "DriftSimulation", "AudioMixing"])
  func `asks no clock, no file and no chance in its core`(name: String) throws {
    try expect(BannedWords(words: BannedWords.inCore), of: module(name))
  }

  @Test func `has every leaf of the mixer checked for locks and allocations`() throws {
    try expect(LeafKernels(), of: House.swiftFiles(in: "Sources/AudioMixing/Kernels/"))
  }

  @Test func `gives every page one title`() throws {
    let pages = try House.files().filter { $0.path.hasSuffix(".md") }
    let complaints = pages.flatMap(MarkdownTitles().complaints)
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }

  @Test func `speaks of itself alone`() throws {
    try expect(Traces(), of: House.files())
  }
}
