import WorkoutModel

/// Reads lengths in the forms that people write in other programs.
enum ExchangeLength {
  /// `1h30m`, `1m30`, `1'30"`, `90s`, `30 sec`, `1.5 min`, `1 min 30 sec`, `5:00`; `nil` for anything else.
  static func time(_ text: String) -> Duration? {
    if text.contains(":") { return clock(text) }
    var rest = text.lowercased()[...]
    var (milliseconds, last, isSpaced) = (0, Int.max, false)
    repeat {
      let number = rest.prefix { $0.isASCII && ($0.isNumber || ".,".contains($0)) }
      rest = rest.dropFirst(number.count)
      // Digits without a unit are seconds after minutes, and minutes after hours.
      if rest.isEmpty, !isSpaced, last < Int.max, last > 1, let short = number.shortNumber, short < 60 {
        return .milliseconds(milliseconds + short * last / 60 * 1000)
      }
      if rest.first == " " { rest = rest.dropFirst() }
      let word = rest.prefix { $0.isLetter || "'′’\"″”".contains($0) }
      rest = rest.dropFirst(word.count)
      guard let unit = seconds(word), unit < last, let part = ExchangeNumber.whole(number, scale: 1000 * Double(unit)),
        number.first?.isNumber == true, part <= longest
      else { return nil }
      (milliseconds, last, isSpaced) = (milliseconds + part, unit, rest.first == " ")
      if isSpaced { rest = rest.dropFirst() }
    } while !rest.isEmpty
    return .milliseconds(milliseconds)
  }

  /// Far beyond any workout, in milliseconds.
  private static let longest = 1_000_000_000_000

  /// The seconds in a unit, as short forms spell it.
  private static func seconds(_ word: Substring) -> Int? {
    let units = ["h": 3600, "m": 60, "s": 1]
    return ShortFormScanner.units.first { $0.words.contains(String(word)) }.flatMap { units[$0.name] }
  }

  private static func clock(_ text: String) -> Duration? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(\.shortNumber)
    guard (2...3).contains(parts.count) else { return nil }
    return parts.reduce(0) { sum, part in part.flatMap { part in sum.map { $0 * 60 + part } } }.map { .seconds($0) }
  }

  /// A distance such as `400mtr`, `2km`, `1mi` or `100yd`, in thousandths of a metre.
  static func metres(_ word: String) -> Int? {
    let number = word.prefix { $0.isASCII && ($0.isNumber || ".,".contains($0)) }
    guard let scale = ways[word.dropFirst(number.count).lowercased()] else { return nil }
    return ExchangeNumber.whole(number, scale: scale)
  }

  /// A mile has 1,609.344 m and a yard 0.9144 m, by definition.
  private static let ways: [String: Double] = [
    "mtr": 1000, "mtrs": 1000, "meter": 1000, "meters": 1000, "metres": 1000, "km": 1_000_000, "k": 1_000_000,
    "mi": 1_609_344, "mile": 1_609_344, "miles": 1_609_344, "yd": 914.4, "yds": 914.4, "yards": 914.4, "yrd": 914.4,
  ]
}

extension Target {
  /// The target of another program, in which decimal commas may stand for points.
  init(lenient text: String) {
    let pointed = text.replacing(/([0-9]),([0-9])/) { "\($0.output.1).\($0.output.2)" }
    let target = Target(pointed)
    self = target.parts == nil ? Target(text) : target
  }
}
