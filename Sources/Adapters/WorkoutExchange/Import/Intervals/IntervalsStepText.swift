import WorkoutModel

/// A parsed line of intervals.icu workout text: `Sprint 30s 120% 90rpm`.
struct IntervalsStepText {
  private(set) var name: String?
  /// The texts spoken in the step, with their offsets: `20^Relax<!>`.
  private(set) var prompts: [(offset: Duration, words: String)] = []
  /// The number of repetitions if the line begins with one: `4x 30s`.
  private(set) var repeats: Int?
  private(set) var length: Duration?
  private(set) var open: (name: String, ends: String)?
  private(set) var parts: [Target.Part] = []
  private(set) var isFreeRide = false
  private(set) var intensity: Intensity?
  /// The length of a rest after the step: `200mtr 95% pace 30s rest`.
  private(set) var rest: Duration?
  /// Words that were not recognized.
  private(set) var others: [String] = []

  var isStep: Bool { length != nil || open != nil }

  init(_ text: String) {
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)[...]
    if let first = words.first, let count = Self.count(first) {
      repeats = count
      words = words.dropFirst()
    }
    var front: [String] = []
    while let word = words.first, !consumeLength(&words) {
      front.append(word)
      words = words.dropFirst()
    }
    readName(front.joined(separator: " "))
    var isRamp = false
    while let word = words.popFirst() {
      switch word.lowercased() {
      case "ramp": isRamp = true
      case "freeride", "free-ride": isFreeRide = true
      case let own where Self.isLapPress(own, words.first):
        words = words.dropFirst()
        setLapPress()
      case let own where own.hasPrefix("intensity="):
        intensity = Self.intensities[String(own.dropFirst(10))]
        if intensity == nil { others.append(word) }
      default: readWord(word, &words)
      }
    }
    if isRamp {
      parts = parts.map { $0.from == $0.to ? $0 : Target.Part($0.measure, $0.from, to: $0.to, isRamp: true) }
    }
  }

  private mutating func readWord(_ word: String, _ words: inout ArraySlice<String>) {
    // Targets begin with a number or a zone.
    guard let first = word.first, first.isNumber || ".zZ".contains(first) else { return others.append(word) }
    if let following = words.first, let found = Target("\(word) \(following)").parts, found.count == 1 {
      parts += found
      words = words.dropFirst()
    } else if let found = Target(word).parts {
      parts += found
    } else if open?.ends == "a button", IntervalsLength.time(word) != nil {
      others.append(word)
    } else if let time = IntervalsLength.time(word), words.first?.lowercased() == "rest" {
      rest = time
      words = words.dropFirst()
    } else {
      others.append(word)
    }
  }

  private mutating func consumeLength(_ words: inout ArraySlice<String>) -> Bool {
    guard let word = words.first else { return false }
    if let time = IntervalsLength.time(word) {
      length = time
    } else if let metres = IntervalsLength.metres(word) {
      open = (OpenStep.name(metres: metres), "distance")
    } else if Self.isLapPress(word, words.dropFirst().first) {
      words = words.dropFirst(2)
      setLapPress()
      return true
    } else {
      return false
    }
    words = words.dropFirst()
    return true
  }

  /// Whether two words are "lap press" or "press lap"; a single one may be part of a name.
  private static func isLapPress(_ first: String, _ second: String?) -> Bool {
    let pair = [first.lowercased(), second?.lowercased()]
    return pair == ["lap", "press"] || pair == ["press", "lap"]
  }

  /// The lap button ends the step; a length in the same line is ignored.
  private mutating func setLapPress() {
    open = (BuiltInWord.lap.placeholder, "a button")
    length = nil
  }

  /// Reads the name, and the prompts after it: `Relax 20^Breathe out<!>`.
  private mutating func readName(_ text: String) {
    var pieces: [(offset: Duration?, words: [Substring])] = [(nil, [])]
    for word in text.replacing("<!>", with: " <!> ").split(separator: " ") {
      let halves = word.split(separator: "^", maxSplits: 1, omittingEmptySubsequences: false)
      if word == "<!>" {
        pieces.append((.zero, []))
      } else if halves.count == 2, let moment = ExchangeNumber.seconds(halves[0]), moment >= .zero {
        pieces.append((moment, halves[1].isEmpty ? [] : [halves[1]]))
      } else {
        pieces[pieces.count - 1].words.append(word)
      }
    }
    for (offset, words) in pieces where !words.isEmpty {
      let words = words.joined(separator: " ")
      if let offset { prompts.append((offset, words)) } else { name = words }
    }
  }

  /// `3x`.
  static func count(_ word: String) -> Int? {
    guard word.count > 1, word.last == "x" || word.last == "X",
      word.dropLast().allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    return Int(word.dropLast())
  }

  private static let intensities: [String: Intensity] = [
    "warmup": .warmup, "cooldown": .cooldown, "rest": .rest, "recovery": .low, "active": .high, "interval": .high,
  ]
}

enum IntervalsLength {
  /// `1h30m`, `5m30s`, `1m30`, `1'30"`, `90s`, `5:00`.
  static func time(_ word: String) -> Duration? {
    if word.contains(":") { return clock(word) }
    var seconds = 0
    var digits = ""
    var last = Int.max
    for character in word.lowercased() {
      if character.isASCII, character.isNumber {
        digits.append(character)
        continue
      }
      guard let unit = units[character], unit < last, let number = Int(digits), number < 1_000_000 else { return nil }
      seconds += number * unit
      (last, digits) = (unit, "")
    }
    // Digits without a unit are seconds after minutes, and minutes after hours.
    if !digits.isEmpty {
      guard last < Int.max, last > 1, let number = Int(digits), number < 60 else { return nil }
      seconds += number * (last / 60)
    }
    return last == Int.max ? nil : .seconds(seconds)
  }

  private static let units: [Character: Int] = ["h": 3600, "m": 60, "'": 60, "’": 60, "s": 1, "\"": 1, "”": 1]

  private static func clock(_ word: String) -> Duration? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false).map(\.shortNumber)
    guard (2...3).contains(parts.count) else { return nil }
    return parts.reduce(0) { sum, part in part.flatMap { part in sum.map { $0 * 60 + part } } }.map { .seconds($0) }
  }

  /// A distance such as `400mtr`, `2km`, `1mi` or `100yd`, in thousandths of a metre.
  static func metres(_ word: String) -> Int? {
    let number = word.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let scale = ways[word.dropFirst(number.count).lowercased()] else { return nil }
    return ExchangeNumber.whole(number, scale: scale)
  }

  /// A mile has 1,609.344 m and a yard 0.9144 m, by definition.
  private static let ways: [String: Double] = [
    "mtr": 1000, "mtrs": 1000, "meter": 1000, "meters": 1000, "metres": 1000, "km": 1_000_000, "k": 1_000_000,
    "mi": 1_609_344, "mile": 1_609_344, "miles": 1_609_344, "yd": 914.4, "yds": 914.4, "yards": 914.4, "yrd": 914.4,
  ]
}
