import Foundation
import Testing

/// The places of errors that documents quote.
@Suite struct `An error that a document shows` {
  private static let examples = [
    ("README.md", "mine.json", "intensity\": \"high", "intnsity\": \"high"),
    ("docs/FIRST-WORKOUT.md", "rounds.json", "duration\": \"40s", "durration\": \"40s"),
  ]

  @Test(arguments: examples)
  func `is what check prints`(page: String, file: String, correct: String, wrong: String) throws {
    let text = try String(contentsOfFile: "\(Project.root)/\(page)", encoding: .utf8)
    let blocks = text.components(separatedBy: "```json\n").dropFirst()
    let workout = try #require(blocks.first?.components(separatedBy: "```").first)
    let home = try TemporaryHome()
    let broken = try #require(workout.range(of: correct).map { workout.replacingCharacters(in: $0, with: wrong) })
    try home.write(broken, to: file)
    let error = try #require(home.cuebell("check", file).out.split(separator: "\n").first)
    #expect(text.contains(error), "\(error)")
  }
}
