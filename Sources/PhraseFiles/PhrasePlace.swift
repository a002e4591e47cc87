/// Where the phrases of a user lie.
public enum PhrasePlace {
  /// The folder that the environment names: `$XDG_CACHE_HOME/cuebell/speech`, else `$HOME/.cache/cuebell/speech`; `nil`
  /// where there is neither.
  ///
  /// A path that isn't absolute is ignored, as the XDG Base Directory Specification has it.
  public static func folder(_ environment: [String: String]) -> String? {
    func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    guard let cache = absolute("XDG_CACHE_HOME") ?? absolute("HOME").map({ $0 + "/.cache" }),
      // What isn't text has been made into some: that would be another folder.
      !cache.contains("\u{FFFD}")
    else { return nil }
    return cache + "/cuebell/speech"
  }
}
