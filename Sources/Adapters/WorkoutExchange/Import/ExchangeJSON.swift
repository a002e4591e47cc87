import StrictJSON
import WorkoutModel

/// JSON of other programs, read leniently.
enum ExchangeJSON {
  /// The most values in a file, which bounds the memory for it.
  private static let maximumValues = 200_000

  /// Parses a text in UTF-8, or throws the place where it isn't JSON.
  static func read(_ utf8: [UInt8]) throws(ExchangeError) -> JSONValue {
    do throws(JSONError) {
      return try JSONReader.read(
        utf8, maximumSize: 2 * ImportText.maximumSize, maximumDepth: Limits.fileDepth, maximumValues: maximumValues
      ).root
    } catch {
      throw ExchangeError(.text(error.location), "not JSON", error.message)
    }
  }
}

extension JSONValue {
  func origin(_ path: String) -> ExchangeOrigin { .line(location.line, path) }

  /// The keys of an object in order; empty for other values.
  var keys: [String] { object?.members.map(\.key) ?? [] }

  /// A number, or a text that contains one, in thousandths.
  var thousandths: Int? {
    switch content {
    case .number(let number): ExchangeNumber.whole(number.text, scale: 1000)
    case .text(let text): ExchangeNumber.whole(text, scale: 1000)
    default: nil
    }
  }

  /// An object, or a text that contains one.
  var embeddedObject: JSONValue? {
    if object != nil { return self }
    guard let text, let inner = try? ExchangeJSON.read(Array(text.utf8)), inner.object != nil else { return nil }
    return inner
  }

  /// The duration in seconds for a key; `nil` if it is missing, an error if it isn't a number.
  func seconds(_ key: String, _ log: ExchangeLog) -> Duration? {
    number(key, log).map { .milliseconds($0) }
  }

  /// The number for a key in thousandths, at least 0; `nil` if it is missing, an error if it is anything else.
  func number(_ key: String, _ log: ExchangeLog) -> Int? {
    guard let field = self[key] else { return nil }
    if let number = field.thousandths, number >= 0 { return number }
    log.fail(.text(field.location, key), field.summary, "a number is expected")
    return nil
  }

  func count(_ key: String, _ log: ExchangeLog) -> Int? {
    guard let thousandths = number(key, log) else { return nil }
    let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
    if rest == 0, whole <= Limits.sets.upperBound { return whole }
    log.fail(
      .text(self[key]?.location ?? location, key), self[key]?.summary ?? "",
      "must be a whole number of at most \(Limits.sets.upperBound)")
    return nil
  }
}
