public import WorkoutModel

/// A value of a file on its way to becoming something: each conversion answers `nil` and notes a problem where the
/// value cannot be it.
public struct Field {
  /// What stands in the file.
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
    let words = Word.allCases.map(\.rawValue)
    let allowed = words.map { Excerpt.quoted($0) }.joined(separator: ", ")
    let one = words.count > 1 ? "one of \(allowed)" : allowed
    guard case .text(let text) = value.content else { return mismatch(one) }
    return Word(rawValue: text)
      ?? fail("must be \(one), got \(value.summary)" + Suggestion.question(text, among: words))
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
