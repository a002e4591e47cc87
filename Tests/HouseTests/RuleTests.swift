import Testing

@Suite struct `A rule of the house` {
  @Test(arguments: [
    ("import WorkoutEngine", ["WorkoutModel may not import WorkoutEngine"]),
    ("public import Foundation", ["WorkoutModel may not import Foundation"]),
    ("@preconcurrency import struct Glibc.timespec", ["WorkoutModel may not import Glibc"]),
    ("import Foundation // For its dates.", ["WorkoutModel may not import Foundation"]),
    ("import Foundation.NSDate", ["WorkoutModel may not import Foundation"]),
    ("// import WorkoutEngine", []),
    ("let important = 1", []),
  ])
  func `on imports notices one against the arrows`(line: String, messages: [String]) {
    #expect(
      ImportArrows().complaints(about: "\n\(line)\n", at: "Sources/WorkoutModel/A.swift")
        == messages.map { "Sources/WorkoutModel/A.swift:2: \($0)" })
  }

  @Test func `on imports lets one along the arrows pass`() {
    let text = "import WorkoutModel\npublic import AudioMixing\nimport Synchronization\n"
    #expect(ImportArrows().complaints(about: text, at: "Sources/CueAudio/A.swift").isEmpty)
    #expect(ImportArrows().complaints(about: "import cuebell", at: "Sources/LiveHost/A.swift").count == 1)
  }

  @Test func `on imports notices a module that nobody wrote down`() {
    #expect(
      ImportArrows().complaints(about: "", at: "Sources/Attic/A.swift") == [
        "Sources/Attic/A.swift:1: no arrows are written down for Attic"
      ])
  }

  @Test func `on imports reads the manifest's rooms`() {
    let manifest = Manifest(
      """
        room("A"),
        room("B", ["A", "C"]),
        room(
          "D",
          ["A", "B"]),
        tests("BTests", ["B"]),
      """)
    #expect(manifest.rooms == ["A": [], "B": ["A", "C"], "D": ["A", "B"]])
  }

  @Test(arguments: [
    ("public struct Attic {}", 1), ("  final class Attic {", 1), ("indirect enum Attic: Error {", 1),
    ("typealias Attic = Int", 1), ("struct AtticRoom {}", 0), ("class func Attic() {", 0), ("extension Attic {", 0),
  ])
  func `on names notices a type that is called like its module`(line: String, count: Int) {
    #expect(ModuleNames().complaints(about: line, at: "Sources/Attic/A.swift").count == count)
  }

  @Test(arguments: [
    ("public struct A {}", 1), ("}\n\n  public final class A {}", 1), ("/* A. */\npublic enum A {}", 1),
    ("/// Means something.\npublic struct A {}", 0), ("/// Means something.\n@safe\npublic struct A: ~Copyable {", 0),
    ("struct A {}", 0), ("public func a() {}", 0),
  ])
  func `on comments notices a public type without one`(text: String, count: Int) {
    #expect(DocumentedTypes().complaints(about: text, at: "Sources/Attic/A.swift").count == count)
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

  @Test(arguments: BannedWords.everywhere + BannedWords.inCore)
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
    ("  #endif\n  static func a(_ b: UnsafePointer<Float>) {", 0),
    ("  static func a(_ b: Span<Float>) {\n    Unsafe", 0),
    ("  #endif\n  @inline(__always)\n  static func a(_ b: UnsafePointer<Float>) {", 0),
  ])
  func `on leaves notices one that isn't checked`(text: String, count: Int) {
    #expect(LeafKernels().complaints(about: text, at: "A.swift").count == count)
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
