/// What may be given to espeak-ng: text that came from a file, made harmless.
///
/// espeak-ng 1.51 takes control characters as commands, `[[` as phonemes and `<` as markup, and overruns its buffers on
/// long words; all of that is taken out here. The law: guarding guarded text changes nothing.
public enum TextGuard {
  /// How many Unicode scalars are spoken; the rest is left out.
  public static let maximumScalars = 300
  /// How many scalars may follow one another without a space before one is put in.
  public static let maximumRun = 40
  /// How often one punctuation mark may be repeated; a letter or digit as often as a run is long.
  static let maximumRepeats = 3
  /// How much is looked at, so that a huge text costs no more than a long one.
  static let maximumInput = 2_000

  /// Returns the harmless form of `text`, at most `maximumScalars` long, and empty where nothing is left to say.
  public static func speakable(_ text: String) -> String {
    arranged(Composition.composed(cleaned(text)))
  }

  /// Drops what is not text and turns markup and every kind of space into a space.
  private static func cleaned(_ text: String) -> String {
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(maximumInput) {
      switch treatment(of: scalar) {
      case .keep: kept.append(scalar)
      case .space: kept.append(" ")
      case .drop: continue
      }
    }
    return String(kept)
  }

  private enum Treatment {
    case keep, space, drop
  }

  private static func treatment(of scalar: Unicode.Scalar) -> Treatment {
    switch scalar {
    case "<", ">", "&", "[", "]", "\t", "\n", "\r": return .space
    // The variation selectors of emoji: marks of nothing once the emoji is gone.
    case "\u{FE00}"..."\u{FE0F}": return .drop
    case "\u{2190}"..."\u{21FF}": return .drop
    default: break
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: return .space
    case .control, .format, .surrogate, .privateUse, .unassigned: return .drop
    // Pictures and box drawings, as the arrows above; the signs below, such as the degree, are spoken.
    case .otherSymbol where scalar.value >= 0x2190: return .drop
    default: return properties.isEmojiPresentation || properties.isEmojiModifier ? .drop : .keep
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
    // Each apostrophe of a row opens another rule of the English dictionary, whose buffer is short.
    case _ where scalar == "'" || scalar == "\u{2019}": 1
    default: maximumRepeats
    }
  }
}
