import Glibc
import HostSystem

extension Diagnostic {
  /// The smallest size that doesn't truncate the display of a run.
  private static let smallest = (columns: 40, rows: 8)

  /// Whether the terminal can display a run; `size` is `nil` if stdout isn't one, `kind` is the value of `TERM`.
  package static func terminal(size: (columns: Int, rows: Int)?, kind: String?, locale: String?) -> Diagnostic {
    guard let size else { return .ok("terminal", "none: a run prints one plain line per event") }
    let text = "\(kind ?? "of unknown kind"), \(size.columns) columns by \(size.rows) rows"
    if !isUTF8(locale ?? "") {
      return .warning(
        "terminal", "\(text); its character encoding is not UTF-8 (\(locale ?? "no locale is set"))",
        fix: "export LANG=C.UTF-8")
    }
    if kind == nil || kind == "dumb" {
      return .warning(
        "terminal", "\(text): a run prints plain lines, no screen", fix: "export TERM=xterm, if it is compatible")
    }
    // A terminal that doesn't report its size returns 0.
    if size.columns > 0, size.columns < smallest.columns || size.rows < smallest.rows {
      return .warning(
        "terminal", "\(text), UTF-8; the window is small",
        fix: "make the window at least \(smallest.columns) by \(smallest.rows)")
    }
    return .ok("terminal", "\(text), UTF-8")
  }

  private static func isUTF8(_ locale: String) -> Bool {
    let name = locale.lowercased()
    return name.hasSuffix("utf-8") || name.hasSuffix("utf8") || name.contains("utf-8@") || name.contains("utf8@")
  }

  /// The same of stdout.
  package static func terminal(_ environment: [String: String]) -> Diagnostic {
    let size = isatty(STDOUT_FILENO) == 1 ? FileDescriptor.standardOutput.terminalSize ?? (0, 0) : nil
    return .terminal(size: size, kind: environment["TERM"], locale: UserLocale.of("LC_CTYPE", environment))
  }
}
