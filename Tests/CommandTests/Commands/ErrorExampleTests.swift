import Foundation
import TestSupport
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

/// Messages for people fit the terminal, and are whole lines elsewhere.
@Suite struct `A message` {
  private static let commands = ["show 8x20", "check 10x50m/10", "rooms --server 127.0.0.1:9", "run no-such-workout"]

  @Test(arguments: commands, [60, 100])
  func `is wrapped between words at the width of a terminal, and nowhere else`(command: String, columns: Int) throws {
    let home = try TemporaryHome()
    let piped = try home.cuebell(command.split(separator: " ").map(String.init))
    let message = (piped.out + piped.err).split(separator: "\n").map(String.init)
    let screen = try Terminal("\"$CUEBELL\" \(command)", in: home, columns: columns, rows: 24).finish()
    let lines = screen.lines.filter { !$0.isEmpty }
    #expect(message == [lines.joined(separator: " ")] && lines.allSatisfy { $0.count <= columns }, "\(lines)")
    #expect(columns > 60 || lines.count > 1)
  }
}
