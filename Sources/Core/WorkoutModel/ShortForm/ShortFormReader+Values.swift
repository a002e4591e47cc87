import StrictJSON

extension ShortFormReader {
  /// A number that is required, of which `kind` says what it counts; `whole` is a form to suggest without it.
  mutating func amount(of kind: String, _ whole: String?) throws(ShortFormError) -> ShortFormScanner.Length {
    scanner.skipSpaces()
    let start = scanner.index
    if let length = scanner.length() {
      if let problem = misread(length) { throw problem }
      return length
    }
    let edit = whole.map { (0..<scanner.scalars.count, $0) }
    let isClose = start > 0 && scanner.scalars[start - 1].properties.isAlphabetic
    throw error(at: start, "the number of \(kind) is missing", edit ?? (start..<start, isClose ? " 10" : "10"))
  }

  /// What stands close to a number and is neither its unit nor a name: letters, or the comma of a fraction.
  func misread(_ length: ShortFormScanner.Length) -> ShortFormError? {
    let (start, end, word) = (length.range.lowerBound, scanner.index, scanner.word)
    if scanner.current == ",", end + 1 < scanner.scalars.count, scanner.scalars[end + 1].isDigit {
      return error(at: end, "a fraction has a point instead of a comma", (end..<end + 1, "."))
    }
    guard let next = scanner.current, next.properties.isAlphabetic, !scanner.isTimesAhead else { return nil }
    if word == "o" {
      return error(at: start, "\(Excerpt.quoted(length.text + "o")) is no number", (end..<end + 1, "0"))
    }
    var rest = scanner
    _ = rest.take(word: word)
    if word == "e", let power = rest.length() {
      let text = scanner.text(start..<power.range.upperBound)
      return error(
        at: start, "\(Excerpt.quoted(text)) is no number: write its digits", (start..<power.range.upperBound, "10"))
    }
    return error(
      at: end, "\(Excerpt.quoted(word)) is no unit: write h, m or s, or a space before a name", (end..<end, " "))
  }

  /// A number of sets or rounds.
  func count(_ length: ShortFormScanner.Length) throws(ShortFormError) -> Int {
    let start = length.range.lowerBound
    guard length.isBare, let number = Int(length.text) else {
      throw error(
        at: start, "\(Excerpt.quoted(length.text)) is no number of sets: write a whole number", (length.range, "8"))
    }
    guard Limits.sets.contains(number) else {
      throw error(at: start, "the number of sets " + Complaint.range(Limits.sets, got: number), (length.range, "8"))
    }
    return number
  }

  /// A length that is in minutes if it has no unit.
  func minutes(_ length: ShortFormScanner.Length) throws(ShortFormError) -> Duration {
    try refuseMetres(length, from: Self.leastMetres)
    return try time(length, bare: "m", from: Limits.shortestInterval)
  }

  func time(
    _ length: ShortFormScanner.Length, bare unit: String, from least: Duration = .nanoseconds(1)
  ) throws(ShortFormError) -> Duration {
    let text = length.isBare ? length.text + unit : length.text
    let start = length.range.lowerBound
    let time: Duration
    do throws(DurationTextError) { time = try DurationText.read(text) } catch {
      throw self.error(at: start, error.description, (length.range, unit == "m" ? "10" : "20"))
    }
    let longest = Limits.phaseLength.upperBound
    guard time >= least else {
      throw error(at: start, "\(Excerpt.quoted(length.text)) is too short", (length.range, unit == "m" ? "10" : "20"))
    }
    guard time <= longest else {
      throw error(at: start, "\(Excerpt.quoted(length.text)) is longer than 24 hours", (length.range, "1:00"))
    }
    return time
  }

  /// The least number without a unit that is surely seconds, and the least beside a length in minutes.
  static let (leastSure, leastSureBesideMinutes) = (Duration.seconds(5), Duration.seconds(10))

  /// Refuses small numbers without a unit, which could be minutes as well as seconds.
  func refuseUnclear(
    _ lengths: [ShortFormScanner.Length], least: Duration
  ) throws(ShortFormError) {
    let unclear = lengths.filter { length in
      guard length.isBare, let time = try? DurationText.read(length.text + "s") else { return false }
      return time > .zero && time < least
    }
    guard let first = unclear.first else { return }
    throw error(
      at: first.range.lowerBound, "\"\(first.text)\" could be seconds or minutes",
      [":00", "s"].map { unit in unclear.map { ($0.range, $0.text + unit) } }, atMost: 2)
  }

  /// From so many on, `m` could be metres: in sets, of a countdown, and where nothing but minutes is expected.
  static let (leastMetresOfSets, leastMetresOfCountdown, leastMetres) = (25, 60, 100)

  /// Refuses a number before a lone `m` that could be metres, of so many `sets`.
  func refuseMetres(_ length: ShortFormScanner.Length, from least: Int, sets: Int? = nil) throws(ShortFormError) {
    guard let number = length.metres, number >= least else { return }
    let isShort = number < Self.leastMetres
    let time: Edit = [(length.range, isShort ? ClockText.short(.seconds(number * 60)) : "2:00")]
    // Who runs, rows or swims a distance says when it is done.
    let distance: Edit = [(0..<scanner.scalars.count, "fortime \(sets ?? 1) \(length.text)")]
    let isAlone = sets != nil && !scanner.scalars.contains { ["+", "(", ")"].contains($0) }
    throw error(
      at: length.range.lowerBound, "\(Excerpt.quoted(length.text)) could be metres, which take no certain time",
      isAlone ? isShort ? [time, distance] : [distance, time] : [time], atMost: 2)
  }

  /// The names up to the end of the part, of exercises or of a countdown; none if nothing comes.
  mutating func names(ofExercises: Bool = true) throws(ShortFormError) -> [String] {
    scanner.skipSpaces()
    let start = scanner.index
    while let scalar = scanner.current, !["+", "(", ")"].contains(scalar) { scanner.index += 1 }
    let text = scanner.text(start..<scanner.index)
    if text.isEmpty { return [] }
    if start > 0, scanner.scalars[start - 1] != " " {
      throw error(at: start, "\(Excerpt.quoted(text)) is not expected here", (start..<start, " "))
    }
    if scanner.current == "(" { throw error(at: scanner.index, "a name has no parentheses") }
    var form = ShortFormReader(text, suggests: false)
    let word = form.scanner.word
    if !word.isEmpty, (try? form.parts()) != nil {
      throw error(at: start, "\(Excerpt.quoted(text)) is a part of its own", (start..<start, "+ "))
    }
    var names: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.split(separator: " ").joined(separator: " ")
      guard name.unicodeScalars.contains(where: { $0.properties.isAlphabetic }) else {
        throw error(at: start, "\(Excerpt.quoted(name)) is no name: it has no letter", (start..<scanner.index, ""))
      }
      guard Limits.text.contains(name.unicodeScalars.count) else {
        throw error(at: start, "a name " + Complaint.length(Limits.text, is: name.unicodeScalars.count))
      }
      guard !Self.isReserved(name, ofExercises: ofExercises) else {
        let place = start + text[..<part.startIndex].unicodeScalars.count + part.prefix { $0 == " " }.count
        throw error(
          at: place, "\(Excerpt.quoted(name)) is no \(ofExercises ? "exercise" : "name")", (start..<scanner.index, ""))
      }
      names.append(name)
    }
    return names
  }
}

extension ShortFormReader {
  /// The words of the grammar, which mean something where they stand alone or beside a number.
  private static let grammar =
    Set(words + ["x", "for", "cap", "round", "rounds", "bell", "bells", "every"]).union(ShortFormScanner.plainUnits)
  /// Parts of a workout that people name beside its exercises, in all languages.
  private static let parts: Set<String> = Set(
    Language.allCases.flatMap { language in
      let words: [BuiltInWord] = [.work, .rest, .getReady, .warmUp, .coolDown, .recover, .change]
      return words.map { language.texts[$0].lowercased() }
    })

  /// Whether a name isn't one of an exercise, or of a countdown.
  private static func isReserved(_ name: String, ofExercises: Bool) -> Bool {
    let name = name.lowercased()
    let words = name.split(separator: " ").filter { $0.unicodeScalars.contains(where: { $0.properties.isAlphabetic }) }
    return words.allSatisfy { grammar.contains(String($0)) } || ofExercises && parts.contains(name)
  }
}

extension ShortFormScanner {
  /// Whether the sign of multiplication and what it multiplies come next.
  var isTimesAhead: Bool {
    var ahead = self
    return ahead.takeTimes()
  }
}

extension String {
  /// The text without spaces at its ends.
  var trimmingSpaces: String {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
