import WorkoutFiles
import WorkoutModel

/// A value of another program's JSON, read leniently: a missing value, or one of another type, is `nil`.
struct ExchangeJSON {
  let value: JSONValue

  /// The most values in a file, which bounds the memory for it.
  private static let maximumValues = 200_000

  /// Parses a text in UTF-8, or throws the place where it isn't JSON.
  static func read(_ utf8: [UInt8]) throws(ExchangeError) -> ExchangeJSON {
    do throws(LocatedProblem) {
      let document = try JSONReader.read(
        utf8, maximumSize: 2 * ImportText.maximumSize, maximumValues: maximumValues)
      return ExchangeJSON(value: document.root)
    } catch {
      throw ExchangeError(ExchangeRemark(.text(error.location), "", "not JSON", error.message))
    }
  }

  /// The line of the value.
  var place: ExchangeRemark.Place { .line(value.location.line) }

  subscript(key: String) -> ExchangeJSON? {
    guard case .object(let object) = value.content, let member = object[key] else { return nil }
    if case .null = member.value.content { return nil }
    return ExchangeJSON(value: member.value)
  }

  /// The keys of an object in order; empty for other values.
  var keys: [String] {
    if case .object(let object) = value.content { object.members.map(\.key) } else { [] }
  }

  var list: [ExchangeJSON]? {
    if case .list(let values) = value.content { values.map { ExchangeJSON(value: $0) } } else { nil }
  }

  var isObject: Bool { if case .object = value.content { true } else { false } }

  var text: String? { if case .text(let text) = value.content { text } else { nil } }

  var bool: Bool? { if case .bool(let bool) = value.content { bool } else { nil } }

  /// A number, or a text that contains one, in thousandths.
  var thousandths: Int? {
    switch value.content {
    case .number(let number): ExchangeNumber.whole(number.text, scale: 1000)
    case .text(let text): ExchangeNumber.whole(text, scale: 1000)
    default: nil
    }
  }

  /// A whole number, rounded to the nearest.
  var integer: Int? { thousandths.map { Int((Double($0) / 1000).rounded()) } }

  /// An object, or a text that contains one.
  var object: ExchangeJSON? {
    if isObject { return self }
    guard let text, let inner = try? Self.read(Array(text.utf8)), inner.isObject else { return nil }
    return inner
  }
}

extension ExchangeJSON {
  /// The duration in seconds for a key; `nil` if it is missing, an error if it isn't a number.
  func seconds(_ key: String, _ log: inout ExchangeLog) -> Duration? {
    number(key, &log).map { .milliseconds($0) }
  }

  /// The number for a key in thousandths, at least 0; `nil` if it is missing, an error if it is anything else.
  func number(_ key: String, _ log: inout ExchangeLog) -> Int? {
    guard let field = self[key] else { return nil }
    if let number = field.thousandths, number >= 0 { return number }
    log.fail(
      ExchangeRemark(
        .text(field.value.location), key, field.value.summary, "a number is expected"))
    return nil
  }

  /// The number of repetitions for a key.
  func count(_ key: String, _ log: inout ExchangeLog) -> Int? {
    guard let thousandths = number(key, &log) else { return nil }
    let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
    if rest == 0, whole <= Limits.sets.upperBound { return whole }
    log.fail(
      ExchangeRemark(
        .text(self[key]?.value.location ?? value.location), key, self[key]?.value.summary ?? "",
        "must be a whole number of at most \(Limits.sets.upperBound)"))
    return nil
  }
}
