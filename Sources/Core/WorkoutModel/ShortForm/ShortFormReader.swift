import StrictJSON

/// Reads short forms, part by part, without guessing: each error has a place and a form that is near.
struct ShortFormReader {
  static let words = ["emom", "amrap", "fortime", "sit", "breathe", "box"]
  /// An example of each kind of part, for what resembles no form.
  private static let examples = [
    "emom": "emom 10", "amrap": "amrap 12", "fortime": "fortime 5 cap 20", "for": "fortime 5 cap 20", "sit": "sit 20",
    "breathe": "breathe 4-7-8", "box": "box 4",
  ]

  private let text: String
  /// Whether errors have suggestions that resemble the text; not while one of them is tried.
  private let suggests: Bool
  var scanner: ShortFormScanner

  init(_ text: String, suggests: Bool = true) {
    (self.text, self.suggests) = (text, suggests)
    scanner = ShortFormScanner(text)
  }

  var seemsMeant: Bool {
    if scanner.resemblesIntervals { return true }
    var start = scanner
    start.skipSpaces()
    let word = start.word
    if !word.isEmpty {
      guard start.take(word: word), start.current.map({ $0 == " " || $0.isDigit }) ?? true else { return false }
      return Self.words.contains(word)
        || start.current == " " && Suggestion.nearest(to: word, among: Self.words) != nil
    }
    if start.take("(") { return true }
    guard let first = start.length() else { return false }
    start.skipSpaces()
    return !first.isBare || start.current == nil || start.current == "/" || start.takeTimes()
      || start.take(word: "x") && start.current == nil
  }

  /// An edit of the text: what stands in places of it instead, in the order of the text.
  typealias Edit = [(Range<Int>, String)]

  func error(at index: Int, _ message: String, _ edit: (Range<Int>, String)?) -> ShortFormError {
    error(at: index, message, edit.map { [[$0]] } ?? [])
  }

  /// An error with a place and those of the edited texts that are short forms, in order, at most `count`.
  func error(at index: Int, _ message: String, _ edits: [Edit] = [], atMost count: Int = 1) -> ShortFormError {
    var suggestions: [String] = []
    for edit in suggests ? edits : [] where suggestions.count < count {
      var edited = ""
      var end = 0
      for (range, other) in edit {
        edited += scanner.text(end..<range.lowerBound) + other
        end = range.upperBound
      }
      edited += scanner.text(end..<scanner.scalars.count)
      guard (try? ShortForm(ShortFormReader(edited, suggests: false))) != nil else { continue }
      suggestions.append(edited.split(separator: " ").joined(separator: " "))
    }
    let word = ShortFormScanner(text.trimmingSpaces).word
    return ShortFormError(
      column: index + 1, message: message,
      suggestions: suggestions.isEmpty ? [Self.examples[word] ?? "8x20/10"] : suggestions)
  }

  // MARK: Parts

  mutating func parts() throws(ShortFormError) -> [ShortForm.Part] {
    let count = scanner.scalars.count
    guard count <= ShortForm.longestText else {
      throw error(at: ShortForm.longestText, "a short form has at most \(ShortForm.longestText) characters")
    }
    if let index = scanner.scalars.firstIndex(where: { !$0.isPrintable }) {
      throw error(at: index, "a character that can't be shown", (index..<index + 1, " "))
    }
    let parts = try sum(depth: 0)
    guard scanner.index == count else {
      let index = scanner.index
      throw error(
        at: index, "\(Excerpt.quoted(scanner.text(index..<count))) is not expected here", (index..<count, ""))
    }
    return parts
  }

  private mutating func sum(depth: Int) throws(ShortFormError) -> [ShortForm.Part] {
    var parts: [ShortForm.Part] = []
    repeat {
      parts.append(try part(depth: depth))
      scanner.skipSpaces()
    } while scanner.take("+")
    return parts
  }

  private mutating func part(depth: Int) throws(ShortFormError) -> ShortForm.Part {
    scanner.skipSpaces()
    let start = scanner.index
    if scanner.current == "(" { return try group(nil, from: start, depth: depth) }
    if let first = scanner.length() { return try numbered(first, depth: depth) }
    if scanner.takeTimes() {
      throw error(at: start, "the number of sets is missing", (start..<start, "8"))
    }
    let word = scanner.word
    guard !word.isEmpty else {
      let all = 0..<scanner.scalars.count
      throw error(
        at: start, "a part such as \"8x20/10\", \"emom 10\" or \"20:00\" is missing",
        [[(all, beforeLastPlus)], [(start..<min(start + 1, all.upperBound), "")]])
    }
    _ = scanner.take(word: word)
    switch word {
    case "emom": return try emom(try amount(of: "minutes", "emom 10"))
    case "amrap": return .amrap(try minutes(try amount(of: "minutes", "amrap 12")), names: try names())
    case "fortime": return try forTime()
    case "for" where scanner.take(word: "time"): return try forTime()
    case "sit": return try sit(try amount(of: "minutes", "sit 20"))
    case "breathe", "box": return try breath(isBox: word == "box")
    default:
      let near = Suggestion.nearest(to: word, among: Self.words)
      throw error(
        at: start, "\(Excerpt.quoted(word)) is no kind of workout",
        near.map { (start..<start + word.unicodeScalars.count, $0) })
    }
  }

  private var beforeLastPlus: String {
    scanner.text(0..<(scanner.scalars.prefix(scanner.index).lastIndex(of: "+") ?? 0)).trimmingSpaces
  }

  private mutating func numbered(
    _ first: ShortFormScanner.Length, depth: Int
  ) throws(ShortFormError) -> ShortForm.Part {
    if scanner.takeTimes() {
      let sets = try count(first)
      if scanner.current == "(" { return try group(sets, from: first.range.lowerBound, depth: depth) }
      return try intervals(sets, try amount(of: "seconds of work", "\(sets)x20/10"))
    }
    if let end = scanner.endOfTimes {
      throw error(
        at: end, "the length of work is missing",
        [[(end..<end, "20")], [(end..<end, "20/10")], [(end..<min(end + 1, scanner.scalars.count), "")]])
    }
    if let problem = kindAhead == nil ? misread(first) : nil, first.isBare { throw problem }
    if scanner.take("/") { return try intervals(first) }
    scanner.skipSpaces()
    // People also write "10 min emom".
    if scanner.take(word: "emom") { return try emom(first) }
    if scanner.take(word: "amrap") { return .amrap(try minutes(first), names: try names()) }
    if scanner.take(word: "sit") { return try sit(first) }
    guard !first.isBare else {
      let (text, range) = (first.text, first.range)
      throw error(at: range.lowerBound, "\"\(text)\" alone could be seconds, minutes or sets", (range, text + ":00"))
    }
    try refuseMetres(first, from: Self.leastMetresOfCountdown, sets: 1)
    let name = try names(ofExercises: false)
    guard name.count < 2 else {
      throw error(at: first.range.upperBound, "a countdown has one name: sets have several, as in \"8x20/10 a,b\"")
    }
    return .countdown(try time(first, bare: "s"), name: name.first)
  }

  /// The word of a kind that may follow a number, as in "10 min emom" and "10emom".
  private var kindAhead: String? {
    var ahead = scanner
    ahead.skipSpaces()
    return ["emom", "amrap", "sit"].contains(ahead.word) ? ahead.word : nil
  }

  /// Parts in parentheses, with a number of rounds before or after them.
  private mutating func group(_ count: Int?, from start: Int, depth: Int) throws(ShortFormError) -> ShortForm.Part {
    guard depth < Limits.groupDepth - 1 else {
      throw error(at: start, "rounds nest deeper than \(Limits.groupDepth - 1)")
    }
    _ = scanner.take("(")
    let parts = try sum(depth: depth + 1)
    guard scanner.take(")") else {
      let end = scanner.index
      throw error(at: end, "\")\" is missing", (end..<end, ")"))
    }
    var rest: Duration = .zero
    if scanner.take("/") {
      let length = try amount(of: "rest", nil)
      try refuseUnclear([length], least: Self.leastSureBesideMinutes)
      try refuseMetres(length, from: Self.leastMetresOfSets)
      rest = try time(length, bare: "s", from: .zero)
    }
    if let count { return .rounds(count, parts, rest: rest) }
    guard scanner.takeTimes() else {
      throw error(at: start, "the number of rounds is missing", (start..<start, "3x"))
    }
    return .rounds(try self.count(try amount(of: "rounds", nil)), parts, rest: rest)
  }

  // MARK: Kinds

  /// Intervals after their number and the length of work.
  private mutating func intervals(
    _ sets: Int, _ work: ShortFormScanner.Length
  ) throws(ShortFormError) -> ShortForm.Part {
    try refuseMetres(work, from: Self.leastMetresOfSets, sets: sets)
    guard scanner.take("/") else {
      let (end, rest) = (work.range.upperBound, work.isInMinutes ? "/1:00" : "/10")
      let isOther = scanner.current == "-" || scanner.current == ":"
      throw error(
        at: end, "the rest is missing: write /0 for none",
        [[(end..<(isOther ? end + 1 : end), isOther ? "/" : rest)], [(work.range, work.text + ":00/1:00")]])
    }
    return try intervals(sets, work, rest: try amount(of: "rest", nil))
  }

  /// Intervals of which the length of work is known, and the number of sets comes last.
  private mutating func intervals(_ work: ShortFormScanner.Length) throws(ShortFormError) -> ShortForm.Part {
    let rest = try amount(of: "rest", nil)
    guard scanner.takeTimes() else {
      let start = work.range.lowerBound
      throw error(at: rest.range.upperBound, "the number of sets is missing", (start..<start, "8x"))
    }
    return try intervals(try count(try amount(of: "sets", nil)), work, rest: rest)
  }

  private mutating func intervals(
    _ sets: Int, _ work: ShortFormScanner.Length, rest: ShortFormScanner.Length
  ) throws(ShortFormError) -> ShortForm.Part {
    try refuseMetres(work, from: Self.leastMetresOfSets, sets: sets)
    try refuseMetres(rest, from: Self.leastMetresOfSets)
    let isInMinutes = work.isInMinutes || rest.isInMinutes
    try refuseUnclear([work, rest], least: isInMinutes ? Self.leastSureBesideMinutes : Self.leastSure)
    let (length, pause) = (try time(work, bare: "s"), try time(rest, bare: "s", from: .zero))
    let start = scanner.index
    if scanner.takeTimes() {
      let rounds = scanner.length().map { "\($0.text)x(" + scanner.text(0..<start) + ")" }
      throw error(
        at: start, "there is a second number of sets: rounds are written as in \"3x(8x20/10)\"",
        rounds.map { (0..<scanner.scalars.count, $0) })
    }
    let names = try names()
    guard names.count <= sets else {
      throw error(at: start, "\(names.count) names are more than \(sets) sets")
    }
    return .intervals(sets: sets, work: length, rest: pause, names: names)
  }

  private mutating func emom(_ length: ShortFormScanner.Length) throws(ShortFormError) -> ShortForm.Part {
    let (minutes, rest) = try minutes(length).inNanoseconds
      .quotientAndRemainder(dividingBy: Duration.seconds(60).inNanoseconds)
    guard rest == 0 else {
      throw error(at: length.range.lowerBound, "an EMOM lasts whole minutes", (length.range, "\(max(1, minutes))"))
    }
    return .emom(minutes: Int(minutes), names: try names())
  }

  private mutating func forTime() throws(ShortFormError) -> ShortForm.Part {
    let rounds = try count(try amount(of: "rounds", "fortime 5 cap 20"))
    _ = scanner.take(word: "rounds") || scanner.take(word: "round")
    var cap: Duration?
    if scanner.take(word: "cap") { cap = try minutes(try amount(of: "minutes", "fortime \(rounds) cap 20")) }
    return .forTime(rounds: rounds, cap: cap, names: try names())
  }

  private mutating func sit(_ length: ShortFormScanner.Length) throws(ShortFormError) -> ShortForm.Part {
    let sit = try minutes(length)
    guard scanner.take(word: "bells") || scanner.take(word: "bell") else { return .sit(sit, bells: nil) }
    _ = scanner.take(word: "every")
    let interval = try amount(of: "minutes", nil)
    let bells = try minutes(interval)
    guard bells < sit else {
      throw error(at: interval.range.lowerBound, "the first bell would come after the end")
    }
    return .sit(sit, bells: bells)
  }

  private mutating func breath(isBox: Bool) throws(ShortFormError) -> ShortForm.Part {
    let start = scanner.index
    var lengths: [Duration] = []
    repeat {
      let length = try amount(of: "seconds", isBox ? "box 4" : "breathe 4-7-8")
      lengths.append(try time(length, bare: "s", from: .zero))
    } while !isBox && scanner.take("-")
    if isBox { lengths = Array(repeating: lengths[0], count: 4) }
    let pattern = start..<scanner.index
    guard (3...4).contains(lengths.count) else {
      let parts = scanner.text(pattern).split(separator: "-").map { String($0).trimmingSpaces }
      let edit = parts.count == 2 ? (pattern, " \(parts[0])-0-\(parts[1])") : nil
      throw error(at: start, "a breath is in-hold-out or in-hold-out-hold, in seconds", edit)
    }
    guard lengths[0] > .zero, lengths[2] > .zero else {
      throw error(at: start, "breathing in and out take time: only a hold may be 0")
    }
    guard scanner.takeTimes() else { return .breath(lengths, rounds: nil) }
    let rounds = try count(try amount(of: "rounds", nil))
    _ = scanner.take(word: "rounds")
    return .breath(lengths, rounds: rounds)
  }
}
