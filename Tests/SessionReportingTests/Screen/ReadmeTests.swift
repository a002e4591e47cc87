import Foundation
import SessionReporting
import TestSupport
import Testing
import WorkoutFiles

@Suite struct `The picture of the screen in the README` {
  @Test func `is what the program draws of its first workout`() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../../README.md")
    let readme = try String(contentsOf: path.standardizedFileURL, encoding: .utf8)
    let block = try #require(readme.components(separatedBy: "```json\n").dropFirst().first)
    let text = try #require(block.components(separatedBy: "```").first)
    var harness = try ScreenHarness(WorkoutReader.read(Array(text.utf8), named: "mine.json"))
    let now = Duration.seconds(64)
    harness.run(to: now)
    let screen = harness.screen(at: now, 70, 12)
    #expect(readme.contains("```\n\(screen)\n```"), "\(screen)")
  }
}
