import Glibc

extension TerminalCheck {
  /// Looks at the terminal of `descriptor`.
  public static func probe(_ environment: [String: String], descriptor: Int32) -> TerminalCheck {
    var size: Size?
    if isatty(descriptor) == 1 {
      var window = winsize()
      _ = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &window)
      size = Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }
    return TerminalCheck(size: size, kind: environment["TERM"], locale: locale(environment))
  }

  /// The locale for characters (POSIX, Environment Variables): an empty variable counts as none.
  package static func locale(_ environment: [String: String]) -> String? {
    ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }
}
