package import StrictJSON
package import WorkoutModel

/// A value of a file that is being decoded: each conversion returns `nil` and records a problem if the value doesn't
/// fit.
package struct Field {
  /// The value in the file.
  package let value: JSONValue
  /// The path of the value.
  package let path: FieldPath
  /// The list of problems.
  package let problems: ProblemList

  /// A value at a path, with a list for its problems.
  package init(_ value: JSONValue, at path: FieldPath, _ problems: ProblemList) {
    self.value = value
    self.path = path
    self.problems = problems
  }

  /// Records a problem with this value.
  package func complain(_ message: String) {
    problems.add(LocatedProblem(value.location, path, message), breaking: [path])
  }

  /// Whether this is `null`.
  package var isNull: Bool { value.isNull }

  /// The text in quotes.
  package func text() -> String? {
    value.text ?? mismatch("a text in double quotes")
  }

  /// The text in quotes, if its number of characters is in `range`.
  package func text(in range: ClosedRange<Int>) -> String? {
    guard let text = text() else { return nil }
    let count = text.unicodeScalars.count
    return range.contains(count) ? text : fail(Complaint.length(range, is: count))
  }

  /// `true` or `false`.
  package func bool() -> Bool? {
    value.bool ?? mismatch("true or false")
  }

  /// A whole number; `3.0` and `3e0` are 3.
  package func integer(in range: ClosedRange<Int>) -> Int? {
    guard case .number(let number) = value.content else { return mismatch("a whole number") }
    return exact(
      number, times: 1, in: range, tooFine: "must be a whole number, got \(value.summary)",
      outside: Complaint.range(range, got: number.summary)
    ) { Int($0) }
  }

  /// A number, rounded to floating point.
  package func number(in range: ClosedRange<Double>) -> Double? {
    guard let number = value.number else { return mismatch("a number") }
    return range.contains(number) ? number : fail(Complaint.range(range, got: value.summary))
  }

  /// One of the raw values of a type.
  package func choice<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type = Word.self) -> Word? {
    word(among: Word.allCases.map { $0.rawValue }).flatMap { Word(rawValue: $0) }
  }

  /// One of a list of words.
  package func word(among words: [String]) -> String? {
    let allowed = words.map { Excerpt.quoted($0) }.joined(separator: ", ")
    let one = words.count > 1 ? "one of \(allowed)" : allowed
    guard let text = value.text else { return mismatch(one) }
    if words.contains(text) { return text }
    return fail("must be \(one), got \(value.summary)" + Suggestion.question(text, among: words))
  }

  /// The elements of a list, each as a field.
  package func list(_ expected: String = "a list") -> [Field]? {
    guard let list = value.list else { return mismatch(expected) }
    return list.enumerated().map { Field($1, at: path.index($0), problems) }
  }

  /// The value that is `make` of a number times `unit`, which must be whole; the messages say what is wrong otherwise.
  func exact<Value: Comparable>(
    _ number: JSONNumber, times unit: Int64, in range: ClosedRange<Value>, tooFine: @autoclosure () -> String,
    outside: @autoclosure () -> String, _ make: (Int64) -> Value
  ) -> Value? {
    guard let decimal = ExactDecimal(number.text) else { return fail(outside()) }
    do throws(ExactDecimal.Failure) {
      let value = make(try decimal.times(unit))
      return range.contains(value) ? value : fail(outside())
    } catch {
      return fail(error == .tooFine ? tooFine() : outside())
    }
  }

  /// Records that this value isn't what is expected.
  package func mismatch<Result>(_ expected: String) -> Result? {
    fail("must be \(expected), got \(value.summary)")
  }

  /// Records a problem with this value, which is unknown then.
  package func fail<Result>(_ message: String) -> Result? {
    complain(message)
    return nil
  }
}

extension Field {
  /// A duration: a number of seconds or a text for `DurationText`, exact to the nanosecond.
  ///
  /// A fraction finer than a nanosecond is refused, not rounded.
  package func duration(in range: ClosedRange<Duration>) -> Duration? {
    switch value.content {
    case .number(let number):
      exact(
        number, times: DurationText.nanosecondsInSecond, in: range,
        tooFine: "\(number.summary) seconds are finer than a nanosecond",
        outside: Complaint.range(range, got: "\(number.summary) seconds")
      ) { .nanoseconds($0) }
    case .text(let text): duration(text, in: range)
    default: mismatch("a duration: a number of seconds, or a text such as \(DurationText.examples)")
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
package struct FieldKeys: Sendable {
  /// The kind of the object, for messages: `a phase`.
  package let owner: String
  /// The keys in the order that messages list them.
  package let names: [String]
  /// Common misspellings of keys, each with the intended key.
  let synonyms: [String: String]
  /// The messages for keys that belong to other objects.
  let misplaced: [String: String]

  /// The keys of an owner; `synonyms` and `misplaced` improve the messages for unknown keys.
  package init(_ owner: String, _ names: [String], synonyms: [String: String] = [:], misplaced: [String: String] = [:])
  {
    self.owner = owner
    self.names = names
    self.synonyms = synonyms
    self.misplaced = misplaced
  }

  /// Whether a key is allowed in every object: `$schema`, and those that begin with `x-`.
  static func isFree(_ key: String) -> Bool { key == "$schema" || key.hasPrefix("x-") }
}
