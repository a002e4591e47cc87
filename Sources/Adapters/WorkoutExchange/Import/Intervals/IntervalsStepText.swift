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
    if let following = words.first, let found = Target(lenient: "\(word) \(following)").parts, found.count == 1 {
      parts += found
      words = words.dropFirst()
    } else if let found = Target(lenient: word).parts {
      parts += found
    } else {
      readRest(word, &words)
    }
  }

  /// Reads the length of a rest, `30s rest` or `30 sec rest`.
  private mutating func readRest(_ word: String, _ words: inout ArraySlice<String>) {
    for further in 0...1 where open?.ends != "a button" && Self.isRest(words.dropFirst(further).first) {
      let text = ([word] + words.prefix(further)).joined(separator: " ")
      guard let time = ExchangeLength.time(text) else { continue }
      rest = time
      words = words.dropFirst(further + 1)
      return
    }
    others.append(word)
  }

  private mutating func consumeLength(_ words: inout ArraySlice<String>) -> Bool {
    guard let word = words.first else { return false }
    if let time = Self.takeTime(&words) {
      length = time
      return true
    }
    if let metres = ExchangeLength.metres(word) {
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

  /// Removes and returns a time at the start of the words, such as `1 min 30 sec`, or `5m` before `30s rest`.
  private static func takeTime(_ words: inout ArraySlice<String>) -> Duration? {
    guard let first = words.first, first.first?.isNumber == true else { return nil }
    for count in (1...4).reversed() where count <= words.count {
      let (text, following) = (words.prefix(count).joined(separator: " "), words.dropFirst(count).first)
      guard let time = ExchangeLength.time(text), count == 1 || !isRest(following) else { continue }
      words = words.dropFirst(count)
      return time
    }
    return nil
  }

  private static func isRest(_ word: String?) -> Bool { word?.lowercased() == "rest" }

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
