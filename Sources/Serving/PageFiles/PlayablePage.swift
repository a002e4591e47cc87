package import StrictJSON

/// The wall in one file that plays a workout by itself, with the engine and the sounds of which it is made.
package struct PlayablePage {
  /// What precedes the clips.
  package let head: String
  private let engine: Asset

  /// The page of a workout with a name.
  package init(title: String, engine: Asset) {
    let policy = SelfPlayingPage.policy.replacing(
      "'unsafe-inline'; style", with: "'unsafe-inline' 'wasm-unsafe-eval'; style")
    head = SelfPlayingPage.head(title: title, policy: policy)
    self.engine = engine
  }

  /// A clip as it was encoded; they are numbered in their order, from 0.
  package static func clip(_ bytes: [UInt8]) -> String {
    "<script type=\"text/plain\" class=\"clip\">\(SelfPlayingPage.text(of: bytes))</script>\n"
  }

  /// What follows the clips: the workout and the list of them, the engine, and the script.
  package func tail(_ fields: JSONFields) -> String {
    let code = SelfPlayingPage.text(of: engine.bytes)
    return SelfPlayingPage.data(fields) + "<script type=\"text/plain\" id=\"engine\">\(code)</script>\n"
      + SelfPlayingPage.end(script: "live.js")
  }
}
