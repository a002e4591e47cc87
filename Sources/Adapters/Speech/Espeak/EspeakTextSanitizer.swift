/// Removes content that espeak-ng can't process safely from untrusted text.
///
/// espeak-ng 1.51 interprets control characters as commands, `[[` as phonemes and `<` as markup, and overruns its
/// buffers on long words. The law: sanitizing is idempotent.
package enum EspeakTextSanitizer {
  /// The maximum length of the result, in Unicode scalars; the rest is left out.
  package static let maximumScalars = 300
  /// After this number of scalars without a space, a space is inserted.
  package static let maximumRun = 40
  /// The maximum number of repetitions of a punctuation mark; that of a letter or digit is `maximumRun`.
  static let maximumRepeats = 3
  /// The number of scalars that are read, so that a huge text costs no more than a long one.
  static let maximumInput = 2_000

  /// The sanitized form of `text`, at most `maximumScalars` long; empty if nothing is left to say.
  package static func speakable(_ text: String) -> String {
    arranged(UnicodeComposition.composed(cleaned(text)))
  }

  /// Removes everything that is not text, and replaces markup and every kind of space with a space.
  private static func cleaned(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(maximumInput).compactMap(replacement)))
  }

  /// The scalar itself or a space; `nil` for one that is left out.
  private static func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "<", ">", "&", "[", "]", "\t", "\n", "\r": return " "
    // The variation selectors of emoji, which are removed themselves.
    case "\u{FE00}"..."\u{FE0F}": return nil
    // It parts the words of a compound, in Persian and its neighbours.
    case "\u{200C}": return scalar
    case "\u{2190}"..."\u{21FF}": return nil
    default: break
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: return " "
    case .control, .format, .surrogate, .privateUse, .unassigned: return nil
    // Pictures and box drawings; the signs below that range, such as the degree sign, are spoken.
    case .otherSymbol where scalar.value >= 0x2190: return nil
    default: return properties.isEmojiPresentation || properties.isEmojiModifier ? nil : scalar
    }
  }

  /// Breaks long runs, collapses repeated marks and spaces, and stops at the limit.
  private static func arranged(_ text: String) -> String {
    var out = String.UnicodeScalarView()
    var length = 0
    var run = 0
    var repeats = 0
    var last: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      repeats = scalar == last ? repeats + 1 : 1
      if repeats > allowedRepeats(of: scalar) || (scalar == " " && last == " ") { continue }
      if scalar != " ", run == maximumRun {
        out.append(" ")
        length += 1
        run = 0
      }
      if length >= maximumScalars { break }
      out.append(scalar)
      length += 1
      run = scalar == " " ? 0 : run + 1
      last = scalar
    }
    while out.last == " " { out.removeLast() }
    return String(out)
  }

  private static func allowedRepeats(of scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: maximumRun
    case .decimalNumber, .letterNumber, .otherNumber: maximumRun
    // Each of several apostrophes starts another rule of the English dictionary, whose buffer is short.
    case _ where scalar == "'" || scalar == "\u{2019}": 1
    default: maximumRepeats
    }
  }
}

/// Composes letters and their accents as normalisation form C does, for text that people write.
///
/// The standard library compares characters by canonical equivalence but has no public normal form, and Foundation's
/// adds 40 MB of tables. So each pair of neighbouring scalars is looked up among the precomposed letters; a pair
/// without one is left as it is.
enum UnicodeComposition {
  /// The text in which each character that exists as one scalar is that scalar.
  static func composed(_ text: String) -> String {
    // Most texts have no combining accents and don't need the table.
    guard text.contains(where: { $0.unicodeScalars.count > 1 }) else { return text }
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let last = out.last, let composed = composition(of: last, scalar) {
        out.removeLast()
        out.append(composed)
      } else {
        out.append(scalar)
      }
    }
    return String(out)
  }

  private static func composition(of first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
    guard second.value > 0x7F else { return nil }
    let pair = String(String.UnicodeScalarView([first, second]))
    return letters.firstIndex(of: pair).flatMap { letters[$0].unicodeScalars.first }
  }

  /// The precomposed letters, from Latin to Greek Extended, and the syllables of Hangul.
  ///
  /// A set contains equal letters once: the one with the lowest code point, which is the normal form. Copies such as
  /// the Ångström sign are above these ranges.
  private static let letters: Set<String> = {
    var letters: Set<String> = []
    for value in Array(0x00C0...0x1FFF) + Array(0xAC00...0xD7A3) {
      guard let scalar = Unicode.Scalar(UInt32(value)), scalar.properties.isAlphabetic else { continue }
      letters.insert(String(Character(scalar)))
    }
    return letters
  }()
}
