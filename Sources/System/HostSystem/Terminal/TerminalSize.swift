import Glibc

extension FileDescriptor {
  /// The size of the terminal behind the descriptor; `nil` if there is none, or it doesn't know its size.
  package var terminalSize: (columns: Int, rows: Int)? {
    var size = winsize()
    guard unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}

package enum UserLocale {
  /// The locale of a category, such as `LC_CTYPE` (POSIX, Environment Variables): an empty variable counts as none.
  package static func of(_ category: String, _ environment: [String: String]) -> String? {
    ["LC_ALL", category, "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }
}
