import SessionReporting
import StrictJSON
import WorkoutModel

/// A page of the server: its own file between what all pages have in common.
package struct PageTemplate: Sendable {
  private let name: String
  private let text: String

  /// The page of the file `NAME.html` among these; `tab` is the address of the navigation to which it belongs.
  package init?(_ name: String, tab: String? = nil, in files: [String: Asset]) {
    func text(_ file: String) -> String { files[file + ".html"]?.text ?? "" }
    guard files[name + ".html"] != nil else { return nil }
    var navigation = text("nav")
    if let tab { navigation = navigation.replacing("\"\(tab)\"", with: "\"\(tab)\" aria-current=\"page\"") }
    self.name = name
    // The wall fills the screen.
    if name == "wall" { navigation = "" }
    self.text = text("head") + text(name).replacing("</body>", with: navigation + "</body>")
  }

  /// The page at the path of an address, with its texts in the language of a BCP 47 tag, and all words for its scripts.
  package func page(at path: String, in tag: String) -> [UInt8] {
    let words = ScreenWords(tag: tag)
    var page = text.replacing("<html lang=\"en\">", with: "<html lang=\"\(words.language.rawValue)\">")
    page = Self.filled(page, after: "data-word=\"", upTo: ">") { SafeText.markup(words[$0]) }
    page = Self.filled(page, after: "data-label=\"", upTo: "\"") { " aria-label=\"\(SafeText.markup(words[$0]))\"" }
    var fields = words.fields
    fields.add("tag", tag)
    page = page.replacing("</head>", with: SelfPlayingPage.data(fields, named: "words") + "</head>")
    return Asset(name + ".html", Array(page.utf8)).bytes(at: path)
  }

  /// Adds the text of each key that follows a mark behind the next `end`.
  private static func filled(
    _ page: String, after mark: String, upTo end: Character, _ text: (String) -> String
  ) -> String {
    let pieces = page.split(separator: mark, omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(String(pieces[0])) { page, piece in
      let key = piece.prefix { $0 != "\"" }
      let rest = piece.drop { $0 != end }.dropFirst()
      return page + mark + piece[..<rest.startIndex] + text(String(key)) + rest
    }
  }
}
