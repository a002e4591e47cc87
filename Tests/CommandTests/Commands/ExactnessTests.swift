import Foundation
import Testing

/// The page on exactness says what was measured, and nothing else.
@Suite struct `The figures of exactness` {
  private struct Figures: Decodable {
    struct Jitter: Decodable {
      let p50: Int?
      let p99: Int?
      let max: Int?
    }
    let planned: Int
    let heard: Int
    let length: Int
    let jitter: Jitter
    let drift: Double?
    let driftError: Double?
    let extra: Int
    let histogram: [Int]
  }

  private static func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(Project.root)/docs/\(name)", encoding: .utf8)
  }

  private static func figures() throws -> [String: Figures] {
    try JSONDecoder().decode([String: Figures].self, from: Data(text("exactness.json").utf8))
  }

  private static func milliseconds(_ nanoseconds: Int?) -> String {
    nanoseconds.map { String(format: "%.3f ms", Double($0) / 1e6) } ?? "–"
  }

  @Test func `are those of the file that was measured`() throws {
    let figures = try Self.figures()
    let rows = try Self.text("EXACTNESS.md").split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains(" of ") }
    #expect(rows.count == figures.count && figures.count >= 5)
    for (name, row) in figures {
      let error = row.driftError.map { String(format: " ± %.1f", $0) } ?? ""
      let drift = row.drift.map { String(format: "%+.1f", $0) + "\(error) ppm" } ?? "–"
      let jitter = [row.jitter.p50, row.jitter.p99, row.jitter.max].map(Self.milliseconds).joined(separator: " | ")
      let end = "| \(row.heard) of \(row.planned) | \(row.length) s | \(jitter) | \(drift) | \(row.extra) |"
      #expect(rows.contains { $0.hasSuffix(end) }, "\(name): \(end)")
      #expect(row.histogram.reduce(0, +) == row.heard, "\(name)")
    }
  }

  @Test func `are drawn as they are`() throws {
    let picture = try Self.text("images/exactness.svg")
    for name in ["prompt", "stock", "soak", "words", "browser", "termdown"] {
      guard let figures = try Self.figures()[name] else { continue }
      #expect(picture.contains("p99 \(Self.milliseconds(figures.jitter.p99))"), "\(name)")
      for count in figures.histogram { #expect(picture.contains("<title>\(count) cues</title>"), "\(name)") }
    }
  }

  /// Made by the same script from the same file.
  @Test func `make the page and the picture again`() throws {
    let home = try TemporaryHome()
    for name in ["EXACTNESS.md", "exactness.json"] { try home.write(Self.text(name), to: name) }
    let script = "\(Project.root)/Benchmarks/exactness.py"
    let result = try home.shell("python3 '\(script)' page exactness.json EXACTNESS.md exactness.svg")
    #expect(result.code == 0, "\(result)")
    #expect(try home.text(of: "EXACTNESS.md") == Self.text("EXACTNESS.md"))
    #expect(try home.text(of: "exactness.svg") == Self.text("images/exactness.svg"))
  }
}
