public import WorkoutModel

/// A value of a file on its way to becoming something: each conversion answers `nil` and notes a problem where the
/// value cannot be it.
public struct Field {
  /// The value in the file.
  public let value: JSONValue
  /// The way to it.
  public let path: FieldPath
  /// Where complaints go.
  public let problems: ProblemList

  /// A value at a path, whose problems go to a list.
  public init(_ value: JSONValue, at path: FieldPath, _ problems: ProblemList) {
    self.value = value
    self.path = path
    self.problems = problems
  }

  /// Notes that this value cannot be used.
  public func complain(_ message: String) {
    problems.add(LocatedProblem(value.location, path, message), breaking: [path])
  }

  /// Whether this is `null`.
  public var isNull: Bool {
    if case .null = value.content { true } else { false }
  }

  /// The text in quotes.
  public func text() -> String? {
    if case .text(let text) = value.content { return text }
    return mismatch("a text in double quotes")
  }

  /// The text in quotes, if its number of characters is in `range`.
  public func text(in range: ClosedRange<Int>) -> String? {
    guard let text = text() else { return nil }
    let count = text.unicodeScalars.count
    return range.contains(count) ? text : fail(Complaint.length(range, is: count))
  }

  /// `true` or `false`.
  public func bool() -> Bool? {
    if case .bool(let bool) = value.content { return bool }
    return mismatch("true or false")
  }

  /// A whole number; `3.0` and `3e0` are 3.
  public func integer(in range: ClosedRange<Int>) -> Int? {
    guard case .number(let number) = value.content else { return mismatch("a whole number") }
    do throws(ExactDecimal.Failure) {
      let integer = try number.times(1)
      guard range.contains(integer) else { throw .outOfRange }
      return integer
    } catch {
      switch error {
      case .tooFine: return mismatch("a whole number")
      case .outOfRange: return fail(Complaint.range(range, got: number.summary))
      }
    }
  }

  /// A number, as near as floating point comes.
  public func number(in range: ClosedRange<Double>) -> Double? {
    guard case .number(let number) = value.content else { return mismatch("a number") }
    let double = number.double
    return range.contains(double) ? double : fail(Complaint.range(range, got: number.summary))
  }

  /// One of a few words.
  public func choice<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type = Word.self) -> Word? {
    word(among: Word.allCases.map(\.rawValue)).flatMap { Word(rawValue: $0) }
  }

  /// One of a few words.
  public func word(among words: [String]) -> String? {
    let allowed = words.map { Excerpt.quoted($0) }.joined(separator: ", ")
    let one = words.count > 1 ? "one of \(allowed)" : allowed
    guard case .text(let text) = value.content else { return mismatch(one) }
    if words.contains(text) { return text }
    return fail("must be \(one), got \(value.summary)" + Suggestion.question(text, among: words))
  }

  /// The elements of a list, each a field of its own.
  public func list(_ expected: String = "a list") -> [Field]? {
    guard case .list(let list) = value.content else { return mismatch(expected) }
    return list.enumerated().map { Field($1, at: path.index($0), problems) }
  }

  /// Notes that something else was expected here.
  func mismatch<Result>(_ expected: String) -> Result? { fail("must be \(expected), got \(value.summary)") }

  /// Notes a problem and answers `nil`.
  func fail<Result>(_ message: String) -> Result? {
    complain(message)
    return nil
  }
}

extension Field {
  /// A duration: a number of seconds or a text for `DurationText`, exact to the nanosecond.
  ///
  /// A fraction finer than a nanosecond is refused, not rounded.
  public func duration(in range: ClosedRange<Duration>) -> Duration? {
    switch value.content {
    case .number(let number): seconds(number, in: range)
    case .text(let text): duration(text, in: range)
    default: mismatch("a duration: a number of seconds, or a text such as \(DurationText.examples)")
    }
  }

  private func seconds(_ number: JSONNumber, in range: ClosedRange<Duration>) -> Duration? {
    do throws(ExactDecimal.Failure) {
      let duration = Duration.nanoseconds(try number.times(DurationText.nanosecondsInSecond))
      guard range.contains(duration) else { throw .outOfRange }
      return duration
    } catch {
      switch error {
      case .tooFine: return fail("\(number.summary) seconds are finer than a nanosecond")
      case .outOfRange: return fail(Complaint.range(range, got: "\(number.summary) seconds"))
      }
    }
  }

  private func duration(_ text: String, in range: ClosedRange<Duration>) -> Duration? {
    do throws(DurationTextError) {
      let duration = try DurationText.read(text)
      return range.contains(duration) ? duration : fail(Complaint.range(range, got: Excerpt.quoted(text)))
    } catch {
      switch error.kind {
      case .outOfRange: return fail(Complaint.range(range, got: Excerpt.quoted(text)))
      case .ambiguous, .malformed: return fail(error.description)
      }
    }
  }
}

/// The keys that an object of a file may have.
public struct FieldKeys: Sendable {
  /// What the object is, for messages: `a phase`.
  public let owner: String
  /// The keys in the order that messages list them.
  public let names: [String]
  /// Words that people write for a key, each with the key that is meant.
  let synonyms: [String: String]
  /// What to say of keys that belong somewhere else.
  let misplaced: [String: String]

  /// Keys by their owner; `synonyms` and `misplaced` make better answers to keys that are not among them.
  public init(_ owner: String, _ names: [String], synonyms: [String: String] = [:], misplaced: [String: String] = [:]) {
    self.owner = owner
    self.names = names
    self.synonyms = synonyms
    self.misplaced = misplaced
  }

  /// Whether a key is free for everyone: `$schema`, and those that begin with `x-`.
  static func isFree(_ key: String) -> Bool { key == "$schema" || key.hasPrefix("x-") }
}
