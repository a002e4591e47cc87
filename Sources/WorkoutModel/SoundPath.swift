/// The shape of a path to a sound file.
enum SoundPath {
  /// What is wrong with a path, or `nil` where it stays within its folder and is portable.
  ///
  /// Segments are made of ASCII letters, digits, `.`, `_`, `-` and, within, spaces; `/` stands between them.
  static func complaint(about path: String) -> String? {
    let shown = Excerpt.quoted(path)
    if path.isEmpty { return "must not be empty" }
    if path.unicodeScalars.count > Limits.textLength {
      return Complaint.length(Limits.text, is: path.unicodeScalars.count)
    }
    if path.hasPrefix("/") { return "\(shown) is an absolute path: write it relative to the workout file" }
    if path.contains("\\") { return "\(shown): write \"/\" between folders" }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    if segments.contains("..") { return "\(shown) leaves the folder of the workout file: \"..\" is not allowed" }
    if segments.contains("") || segments.contains(".") { return "\(shown) has an empty or \".\" part" }
    let isPlain = segments.allSatisfy { segment in
      segment.first != " " && segment.last != " " && segment.unicodeScalars.allSatisfy(isAllowed)
    }
    if isPlain { return nil }
    return "\(shown): a file's name may have the letters a to z, digits, \".\", \"_\", \"-\" and, within, spaces"
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-", " ": true
    default: false
    }
  }
}
