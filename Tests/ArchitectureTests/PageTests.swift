import Foundation
import Testing

/// The pages of the server, which are part of its program.
@Suite struct `The pages` {
  /// The files of the pages by their names, which are unique in all folders, as in the server's addresses.
  private let files: [String: URL]

  init() throws {
    let folder = "Sources/Serving/PageFiles/Pages/"
    let paths = try ProjectFiles.files().map(\.path).filter { $0.hasPrefix(folder) }
    let files = paths.map { ProjectFiles.root.appending(path: $0) }
    self.files = Dictionary(grouping: files, by: \.lastPathComponent).compactMapValues { $0.count == 1 ? $0[0] : nil }
    try #require(self.files.count == files.count, "two files have the same name")
  }

  private func text(of name: String) throws -> String {
    try String(contentsOf: #require(files[name], "\(name)"), encoding: .utf8)
  }

  /// The files that a page loads at first, by its own text and by the imports of its scripts.
  private func files(of page: String) throws -> Set<String> {
    var files: Set<String> = []
    var waiting = [page, "head.html", "nav.html"]
    while let name = waiting.popLast() {
      guard files.insert(name).inserted, ![".woff2", ".png"].contains(where: name.hasSuffix) else { continue }
      waiting += try text(of: name).matches(of: #/(?:"/assets/|from '\./)([\w.]+)["']/#).map { String($0.output.1) }
    }
    return files
  }

  private func compressedSize(_ name: String) throws -> Int {
    let path = try #require(files[name]).path
    let (gzip, output) = (Process(), Pipe())
    gzip.executableURL = URL(filePath: "/usr/bin/gzip")
    gzip.arguments = ["-9", "-c", path]
    gzip.standardOutput = output
    try gzip.run()
    defer { gzip.waitUntilExit() }
    return try output.fileHandleForReading.readToEnd()?.count ?? 0
  }

  @Test(
    arguments: [
      "edit.html", "wall.html", "remote.html", "library.html", "history.html", "workout.html", "nowhere.html",
    ])
  func `take at most 60 kB compressed, with the typeface`(page: String) throws {
    let files = try files(of: page)
    #expect(files.contains("bold.woff2") && (files.contains("words.js") || page == "nowhere.html"))
    let size = try files.reduce(0) { try $0 + compressedSize($1) }
    print("\(page) takes \(size) bytes compressed, in \(files.count) files.")
    #expect(size <= 60_000)
  }

  @Test func `are all listed, and nothing else is`() throws {
    let file = ProjectFiles.root.appending(path: "Sources/Serving/PageFiles/Assets.swift")
    let list = try String(contentsOf: file, encoding: .utf8)
    let listed = list.matches(of: #/Asset\("([^"]+)", PackageResources\.(\w+)\)/#)
    #expect(listed.map { String($0.output.1) }.sorted() == files.keys.sorted())
    for asset in listed { #expect(asset.output.1.replacing(".", with: "_") == asset.output.2) }
  }

  @Test func `have one form of import and export, which the file that plays itself joins`() throws {
    for name in files.keys where name.hasSuffix(".js") {
      let text = try text(of: name)
      let imports = text.matches(of: #/(?m)^import [^;]*;$/#).map { String($0.output) }
      #expect(imports.allSatisfy { $0.wholeMatch(of: #/import \{[\w,\s]+\} from '\.\/[\w]+\.js';/#) != nil }, "\(name)")
      let exports = text.matches(of: #/(?m)^export .*$/#).map { String($0.output) }
      let form = #/export (?:async function|function|class|const|let) \w.*/#
      #expect(exports.allSatisfy { $0.wholeMatch(of: form) != nil }, "\(name)")
    }
  }

  @Test func `have modules that pass their own tests`() throws {
    // As they are served: in one folder.
    let folder = FileManager.default.temporaryDirectory.appending(path: "cuebell-modules-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try #"{ "type": "module" }"#.write(to: folder.appending(path: "package.json"), atomically: true, encoding: .utf8)
    let tests = try ProjectFiles.files().map(\.path).filter { $0.hasPrefix("Tests/PageModules/") }
    #expect(tests.count > 5)
    let modules = files.values.filter { $0.pathExtension == "js" }
    for file in modules + tests.map({ ProjectFiles.root.appending(path: $0) }) {
      try FileManager.default.copyItem(at: file, to: folder.appending(path: file.lastPathComponent))
    }
    let (node, output) = (Process(), Pipe())
    node.executableURL = URL(filePath: "/usr/bin/node")
    node.arguments = ["--test"]
    node.currentDirectoryURL = folder
    node.standardOutput = output
    try node.run()
    let report = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    node.waitUntilExit()
    #expect(node.terminationStatus == 0, "\(report)")
  }

  @Test func `name no address of another host`() throws {
    for name in files.keys where ![".webm", ".woff2", ".png"].contains(where: name.hasSuffix) {
      let text = try text(of: name)
      // The name of the language of pictures is no address.
      let addresses = text.matches(of: #/(?:https?:)?\/\/[\w.-]+\.\w+/#).map { String($0.output) }
      #expect(addresses.filter { $0 != "http://www.w3.org" } == [], "\(name)")
    }
  }
}
