/// Finds the key of a Latin keyboard on which a character of another layout is typed, because a terminal sends
/// characters, not keys.
///
/// Layouts of one script have the same letters on different keys. The user's language tells which they may be, and the
/// letter typed last whether a sign such as `;`, on Greek layouts the key *q*, is typed on one of them.
package struct KeyboardLayouts: Sendable {
  private static let latin = Array("qwertyuiop[]asdfghjkl;'zxcvbnm,./")
  private static let shifted: [Character: Character] = [",": "<", ".": ">", "/": "?"]

  /// The characters on the keys of `latin`, in its order.
  private enum Layout: String, CaseIterable {
    case russian = "йцукенгшщзхъфывапролджэячсмитьбю."
    case ukrainian = "йцукенгшщзхїфівапролджєячсмитьбю."
    case bulgarian = ",уеишщксдзц;ьяаожгтнвмчюйъэфхпрлб"
    case bulgarianPhonetic = "явертъуиопшщасдфгхйкл;'зьцжбнм,./"
    case serbian = "љњертзуиопшђасдфгхјклчћѕџцвбнм,.-"
    case greek = ";ςερτυθιοπ[]ασδφγηξκλ΄'ζχψωβνμ,./"
    case hebrew = "/'קראטוןםפ][שדגכעיחלךף,זסבהנמצתץ."
    case arabic = "ضصثقفغعهخحجدشسيبلاتنمكطئءؤرﻻىةوزظ"

    var characters: [Character] { Array(rawValue) }

    static func all(for language: String) -> [Layout] {
      let cyrillic: [Layout] =
        switch language {
        case "bg": [.bulgarianPhonetic, .bulgarian]
        case "sr", "mk": [.serbian]
        default: [.russian, .ukrainian]
        }
      return cyrillic + [.greek, .hebrew, .arabic]
    }
  }

  private let layouts: [Layout]
  /// The layout of the letter typed last; `nil` for a Latin one.
  private var last: Layout?

  /// The layouts of a user whose locale this is, such as `bg_BG.UTF-8`.
  package init(locale: String) { layouts = Layout.all(for: String(locale.prefix { $0.isLetter })) }

  /// The key with a function by which a character was typed; with Caps Lock a letter has the function of its key.
  package mutating func key(of character: Character, hasFunction: (Character) -> Bool) -> Character? {
    func variant(_ key: Character) -> Character { hasFunction(key) ? key : Self.lower(key) }
    if character.isASCII, character.isLetter { last = nil }
    let own = variant(Self.digit(character) ?? character)
    if own.isASCII, hasFunction(own) { return own }
    let possible = character.isASCII ? last.map { [$0] } ?? [] : layouts
    let typed = possible.compactMap { layout in
      Self.key(of: character, on: layout).map { (layout: layout, key: variant($0)) }
    }
    guard let found = typed.first(where: { hasFunction($0.key) }) ?? typed.first else { return nil }
    last = found.layout
    return hasFunction(found.key) ? found.key : nil
  }

  private static func lower(_ character: Character) -> Character { character.lowercased().first ?? character }

  /// The ASCII digit for a digit of any script, such as `٩`.
  private static func digit(_ character: Character) -> Character? {
    guard character.unicodeScalars.first?.properties.numericType == .decimal else { return nil }
    return character.wholeNumberValue.flatMap { "\($0)".first }
  }

  private static func key(of character: Character, on layout: Layout) -> Character? {
    if layout == .arabic, character == "؟" { return "?" }
    guard let index = layout.characters.firstIndex(of: lower(character)) else { return nil }
    let key = latin[index]
    guard character.isUppercase else { return key }
    return shifted[key] ?? key.uppercased().first
  }
}
