/// Lengths as a row of bars, one character each.
package enum Sparkline {
  private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// The longest is a full block; nothing is a dot.
  package static func text(_ lengths: [Duration]) -> String {
    let most = lengths.max() ?? .zero
    return String(
      lengths.map { length in
        guard length > .zero, most > .zero else { return "·" }
        let eighths = Int((length / most * Double(bars.count)).rounded(.up))
        return bars[min(max(eighths, 1), bars.count) - 1]
      })
  }
}
