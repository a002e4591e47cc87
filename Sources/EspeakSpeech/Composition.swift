/// Puts letters and their accents together: what normalisation form C does to text as people write it.
///
/// The standard library compares characters by canonical equivalence but publishes no normal form, and the one in
/// Foundation brings 40 MB of tables. So neighbouring scalars are looked up, as a pair, among the letters that exist
/// in one piece. What has no such letter stays as it is, and a piece of a composed text is composed too.
enum Composition {
  /// Returns `text` with every character that exists as one scalar written as that scalar.
  static func composed(_ text: String) -> String {
    // Most texts have no accents of their own, and are spared the table.
    guard text.contains(where: { $0.unicodeScalars.count > 1 }) else { return text }
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let last = out.last, let pair = whole(last, scalar) {
        out.removeLast()
        out.append(pair)
      } else {
        out.append(scalar)
      }
    }
    return String(out)
  }

  private static func whole(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
    guard second.value > 0x7F else { return nil }
    let pair = String(String.UnicodeScalarView([first, second]))
    return letters.firstIndex(of: pair).flatMap { letters[$0].unicodeScalars.first }
  }

  /// The letters that Unicode composes: Latin to Greek Extended, and the syllables of Hangul.
  ///
  /// Equal members can't be in a set twice; the scalar that is its own normal form comes from a lower code point
  /// than its copies, such as the Ångström sign, which lie above these ranges.
  private static let letters: Set<String> = {
    var letters: Set<String> = []
    for value in Array(0x00C0...0x1FFF) + Array(0xAC00...0xD7A3) {
      guard let scalar = Unicode.Scalar(UInt32(value)), scalar.properties.isAlphabetic else { continue }
      letters.insert(String(Character(scalar)))
    }
    return letters
  }()
}
