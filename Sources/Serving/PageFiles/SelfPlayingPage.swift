import FoundationEssentials
package import StrictJSON
import WorkoutModel

/// The wall in one file, with a workout and its sound, which needs no server and no network.
package struct SelfPlayingPage {
  /// What precedes the sound, which is in Base64.
  package let head: String
  /// What follows the sound.
  package let tail: String

  /// The page of a workout with a name: its phases with their times, the texts of a language, and the media type of the
  /// sound.
  package init(title: String, plan: JSONFields, words: JSONFields, type: String) {
    let data: JSONFields = ["plan": plan, "words": words, "type": type]
    head =
      Self.head(title: title, policy: Self.policy) + Self.data(data) + "<script type=\"text/plain\" id=\"sound\">\n"
    tail = "</script>\n" + Self.end(script: "play.js")
  }

  /// The page up to what it plays: its styles and elements, and what its scripts may do.
  static func head(title: String, policy: String) -> String {
    let styles = ["look.css", "wall.css", "play.css"].compactMap { Assets.named($0)?.text }.joined()
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="theme-color" content="#0e1117">
      <title>\(SafeText.markup(title))</title>
      <link rel="icon" href="\(Assets.named("icon.svg")?.address ?? "")">
      <style>
      \(embedded(styles))</style>
      </head>
      <body class="wall play">
      \(Assets.wall)

      """
  }

  /// What the script of the page reads.
  static func data(_ fields: JSONFields, named id: String = "plan") -> String {
    let text = fields.line(.compact).replacing("<", with: "\\u003c")
    return "<script type=\"application/json\" id=\"\(id)\">\(text)</script>\n"
  }

  /// The script, with those that it imports, and the end of the page.
  static func end(script: String) -> String {
    """
    <script>
    \(embedded(ScriptBundle.text(of: script)))</script>
    </body>
    </html>

    """
  }

  /// Nothing is loaded from anywhere.
  static let policy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
    + "media-src data: blob:"

  /// Replaces the addresses of files by the files.
  private static func embedded(_ text: String) -> String {
    let pieces = text.split(separator: "/assets/", omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(String(pieces.first ?? "")) { text, piece in
      let name = piece.prefix { $0.isLetter || $0.isNumber || $0 == "." }
      return text + (Assets.named(String(name))?.address ?? "") + piece.dropFirst(name.count)
    }
  }

  /// A piece of the sound; only the last one may have a length that isn't a multiple of three.
  package static func text(of sound: some Sequence<UInt8>) -> String { Data(sound).base64EncodedString() }
}

extension Asset {
  var text: String { String(decoding: bytes, as: UTF8.self) }

  fileprivate var address: String { "data:\(type);base64,\(SelfPlayingPage.text(of: bytes))" }
}
