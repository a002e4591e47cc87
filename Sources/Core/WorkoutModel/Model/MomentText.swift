import StrictJSON

extension Moment: CustomStringConvertible {
  /// Parses a moment such as `end-3s` or `every 5m`.
  public init(_ text: String) throws(MomentTextError) {
    if text.hasPrefix("every ") {
      self = .every(try Self.duration(text.dropFirst(6), in: text))
    } else if text.hasPrefix("random "), let number = Self.number(text.dropFirst(7)) {
      self = .random(number)
    } else if let offset = try Self.offset(after: "start", in: text) {
      self = .start(offset: offset)
    } else if let offset = try Self.offset(after: "end", in: text) {
      self = .end(offset: offset)
    } else if let offset = try Self.offset(after: "half", in: text) {
      self = .half(offset: offset)
    } else if let sign = text.firstIndex(of: "%"), let percent = Self.number(text[..<sign]), percent <= 100,
      let offset = try Self.offset(after: String(text[...sign]), in: text)
    {
      self = .part(percent: percent, offset: offset)
    } else {
      throw Self.error(about: text)
    }
  }

  /// The moment as written in a file: `Moment(moment.description) == moment`.
  public var description: String {
    switch self {
    case .start(let offset): "start" + Self.signed(offset)
    case .end(let offset): "end" + Self.signed(offset)
    case .half(let offset): "half" + Self.signed(offset)
    case .part(let percent, let offset): "\(percent)%" + Self.signed(offset)
    case .every(let interval): "every \(DurationText.write(interval))"
    case .random(let count): "random \(count)"
    }
  }

  private static func signed(_ offset: Duration) -> String {
    if offset == .zero { return "" }
    return (offset > .zero ? "+" : "") + DurationText.write(offset)
  }

  private static func error(about text: String) -> MomentTextError {
    let shown = Excerpt.quoted(text)
    let joined = text.filter { !$0.isWhitespace }
    if joined != text, (try? Moment(joined)) != nil {
      return MomentTextError(description: "\(shown) has a space too many: write \"\(Excerpt.plain(joined))\"")
    }
    return MomentTextError(
      description: "\(shown) is not a moment: write \"start\", \"end\", \"half\" or \"25%\", "
        + "each also with an offset as in \"end-3s\", or \"every 5m\", or \"random 3\"")
  }

  /// The number of random moments, saturated on overflow.
  private static func number(_ text: Substring) -> Int? {
    !text.isEmpty && text.utf8.allSatisfy { $0.isDigit } ? Int(text) ?? .max : nil
  }

  /// The offset of a text such as `end-3s`, or `nil` if the text doesn't begin with `anchor` and an offset.
  private static func offset(after anchor: String, in text: String) throws(MomentTextError) -> Duration? {
    guard text.hasPrefix(anchor) else { return nil }
    let rest = text.dropFirst(anchor.count)
    switch rest.first {
    case nil: return .zero
    case "+": return try duration(rest.dropFirst(), in: text)
    case "-": return .zero - (try duration(rest.dropFirst(), in: text))
    default: return nil
    }
  }

  private static func duration(_ part: Substring, in text: String) throws(MomentTextError) -> Duration {
    let shown = Excerpt.quoted(text)
    do throws(DurationTextError) {
      guard part.first != "-" else { throw DurationTextError(.malformed, "the duration has a second sign") }
      return try DurationText.read(String(part))
    } catch {
      switch error.kind {
      case .ambiguous:
        throw MomentTextError(description: "\(shown) lacks a unit: write \"\(Excerpt.plain(text))s\"")
      case .outOfRange, .malformed:
        throw MomentTextError(description: "in \(shown): \(error)")
      }
    }
  }
}

/// The reason why a text isn't a moment.
public struct MomentTextError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The error and its correction; safe to print.
  public let description: String
}
