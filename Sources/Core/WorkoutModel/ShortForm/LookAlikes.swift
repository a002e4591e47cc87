import StrictJSON

/// Characters that look like those of a short form, as other keyboards, word processors and messengers write them.
extension ShortForm {
  /// The error at the first character of a text that only looks like one of a short form, if that makes the text none.
  static func lookAlikeError(in text: String) -> ShortFormError? {
    var scalars = Array(text.unicodeScalars)
    var first: (index: Int, message: String)?
    guard scalars.count <= longestText else { return nil }
    // Names may be in any script: only as many characters are replaced as it takes.
    for (index, scalar) in scalars.enumerated() {
      guard let plain = scalar.lookAlike else { continue }
      let message = "\(Excerpt.quoted(String(scalar))) only looks like \"\(plain)\""
      first = first ?? (index, message)
      scalars[index] = plain
      let edited = String(String.UnicodeScalarView(scalars))
      guard let first, (try? ShortForm(ShortFormReader(edited, suggests: false))) != nil else { continue }
      let suggestion = edited.split(separator: " ").joined(separator: " ")
      return ShortFormError(column: first.index + 1, message: first.message, suggestions: [suggestion])
    }
    // Written plainly, it has another mistake.
    let reader = ShortFormReader(String(String.UnicodeScalarView(scalars)))
    guard let first, reader.seemsMeant else { return nil }
    do throws(ShortFormError) { _ = try ShortForm(reader) } catch {
      return ShortFormError(column: first.index + 1, message: first.message, suggestions: error.suggestions)
    }
    return nil
  }
}

extension String {
  var withoutLookAlikes: String { String(UnicodeScalarView(unicodeScalars.map { $0.lookAlike ?? $0 })) }
}

extension Unicode.Scalar {
  private static let others: [Unicode.Scalar: Unicode.Scalar] = {
    let alike: [(Unicode.Scalar, String)] = [
      ("x", "хХχΧ✕✖⨯╳⨉"), ("/", "∕⁄÷"), (":", "∶꞉։"), ("-", "‐‑‒–—−"), ("3", "ЗзӠ"), ("e", "еЕ"), ("o", "оОοΟ"),
      ("a", "аА"), ("p", "рР"), ("c", "сС"), ("m", "мМ"), ("t", "тТ"), ("b", "в"), ("s", "ѕ"), ("i", "іІ"), ("h", "һ"),
    ]
    let pairs = alike.flatMap { plain, others in others.unicodeScalars.map { ($0, plain) } }
    return Dictionary(firstOf: pairs)
  }()

  /// The character of a short form that this one looks like; `nil` if it is one itself or looks like none.
  fileprivate var lookAlike: Unicode.Scalar? {
    if isASCII { return nil }
    if (0xFF01...0xFF5E).contains(value) { return Unicode.Scalar(value - 0xFEE0) }
    if properties.numericType == .decimal, let digit = properties.numericValue {
      return Unicode.Scalar(UInt8(ascii: "0") + UInt8(digit))
    }
    return Self.others[self]
  }
}
