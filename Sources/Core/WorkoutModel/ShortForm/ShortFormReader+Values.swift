import StrictJSON

extension ShortFormReader {
  /// A number that is required, of which `kind` says what it counts; `whole` is a form to suggest without it.
  mutating func amount(of kind: String, _ whole: String?) throws(ShortFormError) -> ShortFormScanner.Length {
    scanner.skipSpaces()
    let start = scanner.index
    if let length = scanner.length() {
      // What stands close to a number is its unit.
      guard let next = scanner.current, next.properties.isAlphabetic, !scanner.isTimesAhead else { return length }
      let (start, end, word) = (length.range.lowerBound, scanner.index, scanner.word)
      if word == "o" {
        throw error(at: start, "\(Excerpt.quoted(length.text + "o")) is no number", (end..<end + 1, "0"))
      }
      throw error(
        at: end, "\(Excerpt.quoted(word)) is no unit: write h, m or s, or a space before a name", (end..<end, " "))
    }
    let edit = whole.map { (0..<scanner.scalars.count, $0) }
    throw error(at: start, "the number of \(kind) is missing", edit ?? (start..<start, "10"))
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
    try time(length, bare: "m", from: Limits.shortestInterval)
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

  /// Refuses a small number without a unit beside a length in minutes: it could be minutes as well.
  func refuseUnclear(_ length: ShortFormScanner.Length) throws(ShortFormError) {
    guard length.isBare, let number = ExactDecimal(length.text), let seconds = try? number.times(1),
      (1..<10).contains(seconds)
    else { return }
    throw error(
      at: length.range.lowerBound, "\"\(length.text)\" could be seconds or minutes", (length.range, length.text + ":00")
    )
  }

  /// The names up to the end of the part; none if nothing comes.
  mutating func names() throws(ShortFormError) -> [String] {
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
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = name.split(separator: " ").joined(separator: " ")
      guard name.unicodeScalars.contains(where: \.properties.isAlphabetic) else {
        throw error(at: start, "\(Excerpt.quoted(name)) is no name: it has no letter", (start..<scanner.index, ""))
      }
      guard Limits.text.contains(name.unicodeScalars.count) else {
        throw error(at: start, "a name " + Complaint.length(Limits.text, is: name.unicodeScalars.count))
      }
      names.append(name)
    }
    return names
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
