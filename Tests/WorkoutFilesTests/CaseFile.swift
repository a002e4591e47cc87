import Foundation
import Testing

/// Workouts kept as text beside the tests, in blocks between empty lines; a block that begins with `#` is a remark.
enum CaseFile {
  /// A workout that is refused, and how.
  struct Refused: Sendable, CustomTestStringConvertible {
    let text: String
    /// The lines of its complaint, without the name of the file.
    let complaints: [String]
    let isRefusedBySchema: Bool
    var testDescription: String { complaints.first ?? text }
  }

  static func accepted() throws -> [String] { try blocks("accepted.txt") }

  static func refused() throws -> [Refused] {
    try blocks("refused.txt").map { block in
      let lines = block.components(separatedBy: "\n")
      let complaints = lines.filter { $0.hasPrefix("> ") }
      return Refused(
        text: lines.dropFirst().dropLast(complaints.count).joined(separator: "\n"),
        complaints: complaints.map { String($0.dropFirst(2)) }, isRefusedBySchema: lines[0] == "refused by the schema")
    }
  }

  private static func blocks(_ name: String) throws -> [String] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Cases")
    let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    return text.components(separatedBy: "\n\n").map { $0.trimmingCharacters(in: .newlines) }
      .filter { !$0.hasPrefix("#") }
  }
}
