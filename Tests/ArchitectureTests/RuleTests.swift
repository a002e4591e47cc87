import Testing

@Suite struct `A rule of the project` {
  private static let imports = LayerImports(modules: [
    "WorkoutModel": "Core", "AudioMixing": "Core", "HostSystem": "System", "LivePlayback": "Live",
    "DriftSimulation": "Simulation", "cuebell": "cuebell",
  ])

  @Test(arguments: [
    ("import HostSystem", ["WorkoutModel in Core may not import HostSystem"]),
    ("public import Foundation", ["WorkoutModel in Core may not import Foundation"]),
    ("@preconcurrency import struct Glibc.timespec", ["WorkoutModel in Core may not import Glibc"]),
    ("import Foundation // For its dates.", ["WorkoutModel in Core may not import Foundation"]),
    ("import Foundation.NSDate", ["WorkoutModel in Core may not import Foundation"]),
    ("// import HostSystem", []),
    ("let important = 1", []),
  ])
  func `on imports notices one of a layer below`(line: String, messages: [String]) {
    #expect(
      Self.imports.complaints(about: "\n\(line)\n", at: "Sources/Core/WorkoutModel/A.swift")
        == messages.map { "Sources/Core/WorkoutModel/A.swift:2: \($0)" })
  }

  @Test func `on imports lets one of a layer above pass`() {
    let text = "import WorkoutModel\npublic import AudioMixing\nimport Synchronization\n"
    #expect(Self.imports.complaints(about: text, at: "Sources/Core/CueAudio/A.swift").isEmpty)
    #expect(Self.imports.complaints(about: "import cuebell", at: "Sources/Live/LivePlayback/A.swift").count == 1)
    #expect(Self.imports.complaints(about: "import LivePlayback", at: "Sources/Simulation/B/A.swift").count == 1)
  }

  @Test func `on imports lets one file of the core have functions of the C library`() {
    let text = "#if canImport(Glibc)\n  import Glibc\n#endif\n"
    #expect(Self.imports.complaints(about: text, at: "Sources/Core/AudioMixing/Mathematics.swift").isEmpty)
    #expect(Self.imports.complaints(about: text, at: "Sources/Core/AudioMixing/A.swift").count == 1)
  }

  @Test func `on imports notices a folder that is no layer`() {
    #expect(
      Self.imports.complaints(about: "", at: "Sources/Attic/B/A.swift") == [
        "Sources/Attic/B/A.swift:1: Attic is no layer"
      ])
  }

  @Test(arguments: [
    ("public struct Attic {}", 1), ("  final class Attic {", 1), ("indirect enum Attic: Error {", 1),
    ("typealias Attic = Int", 1), ("struct AtticStair {}", 0), ("class func Attic() {", 0), ("extension Attic {", 0),
  ])
  func `on names notices a type that is called like its module`(line: String, count: Int) {
    #expect(ModuleNames().complaints(about: line, at: "Sources/Core/Attic/A.swift").count == count)
  }

  @Test(arguments: [
    ("public struct A {}", 1), ("}\n\n  public final class A {}", 1), ("/* A. */\npublic enum A {}", 1),
    ("/// Means something.\npublic struct A {}", 0), ("/// Means something.\n@safe\npublic struct A: ~Copyable {", 0),
    ("struct A {}", 0), ("public func a() {}", 0),
  ])
  func `on comments notices a public type without one`(text: String, count: Int) {
    #expect(DocumentedTypes().complaints(about: text, at: "Sources/Core/Attic/A.swift").count == count)
  }

  @Test func `on columns counts characters`() {
    let rule = LineLength(limit: 120)
    let fits = String(repeating: "ö", count: 120)
    #expect(rule.complaints(about: "\(fits)\n\(fits)\r\n\(fits)", at: "A.swift").isEmpty)
    #expect(rule.complaints(about: "\n\(fits)ö\n", at: "A.swift") == ["A.swift:2: 121 columns, at most 120"])
  }

  @Test func `on files counts lines`() {
    let rule = FileLength(limit: 3)
    #expect(rule.complaints(about: "a\nb\nc\n", at: "A.swift").isEmpty)
    #expect(rule.complaints(about: "a\nb\nc\nd\n", at: "A.swift") == ["A.swift:1: 4 lines, at most 3"])
  }

  @Test(arguments: [
    "func a() {", "public static func a<T>() throws -> Int {", "init?(a: Int) {", "deinit {", "class func a() {",
    "subscript(a: Int) -> Int {", "private var a: Int {", "func a(\n    b: Int\n  ) -> Int {",
  ])
  func `on functions counts from the declaration to its brace`(head: String) {
    let rule = FunctionLength(limit: 5)
    let lines = head.split(separator: "\n").count
    func text(_ count: Int) -> String {
      let body = String(repeating: "    go()\n", count: count - lines - 1)
      return "struct A {\n  \(head)\n\(body)  }\n\n  func b() {\n  }\n}\n"
    }
    #expect(rule.complaints(about: text(5), at: "A.swift").isEmpty)
    #expect(rule.complaints(about: text(6), at: "A.swift") == ["A.swift:2: a body of 6 lines, at most 5"])
  }

  @Test(arguments: [
    "func a() { b }", "func a()", "let a = 1", "var a: Int", "var a: Int { 1 }", "func a(\n    b: Int\n  )",
    "func a(\n    b: Int\n  ) { c }", "self.init(\n    b: 1)",
  ])
  func `on functions takes what has no body of its own for short`(head: String) {
    let text = "protocol A {\n  \(head)\n\(String(repeating: "  // Rest.\n", count: 9))  func b() {\n  }\n}\n"
    #expect(FunctionLength(limit: 5).complaints(about: text, at: "A.swift").isEmpty)
  }

  @Test(arguments: BannedWords.everywhere + BannedWords.inCore + BannedWords.privateNames)
  func `on words notices each`(word: String) {
    let rule = BannedWords(words: [word])
    #expect(rule.complaints(about: "\nlet a = b\(word.hasPrefix(".") ? "" : " ")\(word)", at: "A.swift").count == 1)
  }

  @Test(arguments: ["fingerprint(1)", #"`\uXXXX`"#, "has!", "case .random(let count):", "update(now)"])
  func `on words minds their borders`(line: String) {
    #expect(
      BannedWords(words: BannedWords.everywhere + BannedWords.inCore).complaints(about: line, at: "A.swift").isEmpty)
  }

  @Test(arguments: [
    ("  static func a(_ b: UnsafePointer<Float>) {", 1), ("  static func a(\n    _ b: UnsafePointer<Float>\n  ) {", 1),
    ("  @_noLocks @_noAllocation\n  static func a(_ b: UnsafePointer<Float>) {", 0),
    ("  static func a(_ b: Span<Float>) {\n    Unsafe", 0), ("  func a(_ b: (UnsafePointer<Float>) -> Void) {", 0),
    ("  @_noLocks @_noAllocation\n  @inline(__always)\n  static func a(_ b: UnsafePointer<Float>) {", 0),
  ])
  func `on leaves notices one that isn't checked`(text: String, count: Int) {
    #expect(LeafKernels().complaints(about: text, at: "A.swift").count == count)
  }

  @Test(arguments: [("struct Attic {}", 1), ("private struct Attic {}", 0), ("  struct Attic {}", 0)])
  func `on types notices one that another module has, too`(text: String, count: Int) {
    let other = SourceFile(path: "Sources/Core/A/Attic.swift", text: "public enum Attic {}")
    let file = SourceFile(path: "Sources/Core/B/Attic.swift", text: text)
    #expect(UniqueTypes([other, file]).complaints(about: file).count == count)
  }

  @Test(arguments: [
    ("struct B { let a: A }", []), ("// A", []), (#"struct B { let c = "C top" }"#, []),
    (
      "struct B { let a: A; let top: Top }",
      [
        "Sources/Core/M/Two/B.swift:1: Two names Top of the top, which names Two in turn"
      ]
    ),
    (
      #"struct B { let c = "a \(C.self)" }"#,
      ["Sources/Core/M/Two/B.swift:1: Two names C of One, which names Two in turn"]
    ),
    ("struct B { let c: C }", ["Sources/Core/M/Two/B.swift:1: Two names C of One, which names Two in turn"]),
  ])
  func `on folders notices what reaches back, by way of others, too`(text: String, complaints: [String]) {
    let b = SourceFile(path: "Sources/Core/M/Two/B.swift", text: text)
    let files = [
      b, SourceFile(path: "Sources/Core/M/Four/A.swift", text: "struct A {}"),
      SourceFile(path: "Sources/Core/M/One/C.swift", text: "struct C { let top: Three }\nenum Own {}"),
      SourceFile(path: "Sources/Core/M/Three/Three.swift", text: "struct Three { let b: B }"),
      SourceFile(path: "Sources/Core/M/Top.swift", text: "struct Top { let b: B }"),
    ]
    #expect(FolderCycles(files).complaints(about: b) == complaints)
  }

  @Test(arguments: [("let a = strerror(1)", 1), ("poll(nil, 0, 1)", 1), ("Glibc.poll(nil, 0, 1)", 1), ("repoll()", 0)])
  func `on calls of the system notices those beside their one place`(text: String, count: Int) {
    #expect(SystemCalls().complaints(about: text, at: "Sources/Live/SessionControl/A.swift").count == count)
    #expect(SystemCalls().complaints(about: "poll(nil, 0, 1)", at: "Sources/System/PollSet.swift").isEmpty)
  }

  @Test(arguments: [
    ("// Whoever reads", 1), ("let cueWish = 1", 1), ("var doorLeft, house", 2), ("let mushroom = wisher", 0),
    ("// a doorway", 0),
  ])
  func `on old words finds them in prose and as parts of identifiers`(text: String, count: Int) {
    #expect(OldWords().complaints(about: text, at: "A.swift").count == count)
  }

  @Test func `on old words lets pages name code`() {
    #expect(OldWords().complaints(about: "`Lexicon` and `house` are gone.", at: "A.md").isEmpty)
    #expect(OldWords().complaints(about: "The house of `Engine`", at: "A.md").count == 1)
  }

  @Test(arguments: [
    ("struct Usage {", 1), ("  private enum Rest {", 1), ("struct UsageCounts {", 0), ("let usage = Rest()", 0),
  ])
  func `on everyday words notices a type that is called so`(line: String, count: Int) {
    #expect(EverydayNames().complaints(about: line, at: "A.swift").count == count)
  }

  @Test(arguments: [
    ("`Engine.swift` and `Core/Attic`", 0), ("`Attic`", 0), ("`Cellar`, `Cellar.swift`, `Core/Cellar`", 3),
    ("`--json`, `start`, `XDG_HOME`", 0), ("```\n`Cellar`\n```", 0),
  ])
  func `on names in pages finds those that do not exist`(text: String, count: Int) {
    let sources = [SourceFile(path: "Sources/Core/Attic/Engine.swift", text: "struct Engine {}")]
    #expect(DocumentNames(sources).complaints(about: text, at: "A.md").count == count)
  }

  @Test(arguments: [
    ("# A\n\n## B\n", 0), ("# A\n\n```sh\n# not a title\n```\n", 0), ("A page.\n", 1), ("# A\n\n# B\n", 1), ("", 1),
  ])
  func `on pages notices none or several titles`(text: String, count: Int) {
    #expect(MarkdownTitles().complaints(about: text, at: "A.md").count == count)
  }

  @Test(arguments: Traces.folders)
  func `on traces notices the folders of a machine`(folder: String) {
    for line in ["/\(folder)/a", "see \"/\(folder)/a\"", "file:///\(folder)/a", "a=/\(folder)/a"] {
      #expect(Traces().complaints(about: line, at: "A.md").count == 1, "\(line)")
    }
    let inside = ["Sources", "https://host", "$(A)", ".."].map { "\($0)/\(folder)/a" }
    for line in inside + ["\(folder)/a"] {
      #expect(Traces().complaints(about: line, at: "A.md").isEmpty, "\(line)")
    }
  }

  @Test(arguments: Traces.words)
  func `on traces notices what the project may not speak of`(word: String) {
    #expect(Traces().complaints(about: "\nAs \(word.uppercased())12 says.", at: "A.md").count == 1)
  }
}
