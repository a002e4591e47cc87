import Foundation
import Testing

/// The pages of the server, which are part of its program.
@Suite struct `The pages` {
  private static let folder = "Sources/cuebell-serve/Pages"

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: ProjectFiles.root.appending(path: Self.folder).path).sorted()
  }

  @Test func `take at most 60 kB together`() throws {
    let sizes = try names().map { name in
      try Data(contentsOf: ProjectFiles.root.appending(path: "\(Self.folder)/\(name)")).count
    }
    print("The pages take \(sizes.reduce(0, +)) bytes.")
    #expect(sizes.reduce(0, +) <= 60_000)
  }

  @Test func `are all listed, and nothing else is`() throws {
    let file = ProjectFiles.root.appending(path: "Sources/cuebell-serve/Assets.swift")
    let list = try String(contentsOf: file, encoding: .utf8)
    let listed = list.matches(of: #/Asset\("([^"]+)", PackageResources\.(\w+)\)/#)
    #expect(listed.map { String($0.output.1) }.sorted() == (try names()))
    for asset in listed { #expect(asset.output.1.replacing(".", with: "_") == asset.output.2) }
  }

  @Test func `name no address of another host`() throws {
    for name in try names() where !name.hasSuffix(".webm") {
      let text = try String(contentsOf: ProjectFiles.root.appending(path: "\(Self.folder)/\(name)"), encoding: .utf8)
      // The name of the language of pictures is no address.
      let addresses = text.matches(of: #/(?:https?:)?\/\/[\w.-]+\.\w+/#).map { String($0.output) }
      #expect(addresses.filter { $0 != "http://www.w3.org" } == [], "\(name)")
    }
  }
}
