import StrictJSON
import WorkoutModel

/// Reads the texts of an ERG or MRC file.
///
/// `900 "Stay seated" 10` is a second, words and the seconds for which they are shown; Golden Cheetah and TrainerRoad
/// separate them by tabs. Without tabs and quotes, a number at the end of all texts is their time, too.
struct ERGTexts {
  private struct Text {
    let offset: Duration
    let words: String
    /// The words without a number at their end, which may be a time.
    let withoutTime: String?
    let isPlain: Bool
    let line: Int
  }

  private static let path = "COURSE TEXT"

  private var texts: [Text] = []

  var isFull: Bool { texts.count > Limits.cueRules }

  /// Reads a line; `false` if it isn't a text.
  mutating func read(_ line: String, _ number: Int) -> Bool {
    let second = line.prefix { !$0.isWhitespace }
    let rest = line[second.endIndex...].trimmed
    guard let offset = ExchangeNumber.seconds(second), offset >= .zero, !rest.isEmpty else { return false }
    let isPlain = line[second.endIndex...].first != "\t"
    func add(_ words: some StringProtocol, withoutTime: String? = nil, isPlain: Bool = false) {
      texts.append(
        Text(offset: offset, words: words.trimmed, withoutTime: withoutTime, isPlain: isPlain, line: number))
    }
    if let first = rest.firstIndex(of: "\""), let last = rest.lastIndex(of: "\""), first < last {
      add(rest[rest.index(after: first)..<last])
    } else if let tab = rest.lastIndex(of: "\t"), Self.isNumber(rest[tab...].trimmed) {
      add(rest[..<tab])
    } else if isPlain, let blank = rest.lastIndex(where: \.isWhitespace), Self.isNumber(rest[blank...].trimmed) {
      add(rest, withoutTime: rest[..<blank].trimmed, isPlain: true)
    } else {
      add(rest, isPlain: isPlain)
    }
    return true
  }

  private static func isNumber(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy { $0.isDigit } }

  func texts(before end: Duration, _ log: ExchangeLog) -> [ExchangeText] {
    let areTimed = texts.allSatisfy { !$0.isPlain || $0.withoutTime != nil }
    return texts.compactMap { text in
      if text.offset > end {
        let at = "at \(ExchangeNumber.text(seconds: text.offset)) s, after the end of the workout"
        log.warn(.line(text.line, Self.path), "\(at) (\(ExchangeNumber.text(seconds: end)) s)", "left out")
        return nil
      }
      var words = text.words
      if areTimed, let bare = text.withoutTime {
        words = bare
        log.warn(
          .line(text.line, Self.path), that: "a number after words without tabs", "was read as the time of a text")
      }
      return ExchangeText(offset: text.offset, words: words, origin: .line(text.line, Self.path))
    }
  }
}
