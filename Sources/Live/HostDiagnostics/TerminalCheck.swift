import Glibc

/// Checks whether the terminal can display a run.
public struct TerminalCheck: Equatable, Sendable {
  /// The size; `nil` if stdout isn't a terminal.
  public var size: Size?
  /// The value of `TERM`.
  public var kind: String?
  /// The locale for characters: the first non-empty one of `LC_ALL`, `LC_CTYPE` and `LANG`.
  public var locale: String?

  /// The size of a terminal.
  public struct Size: Equatable, Sendable {
    /// The number of columns.
    public var columns: Int
    /// The number of rows.
    public var rows: Int

    /// A terminal of `columns` by `rows` characters.
    public init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// The smallest size that doesn't truncate the display of a run.
  static let smallest = Size(columns: 40, rows: 8)

  /// A check of a terminal.
  public init(size: Size?, kind: String?, locale: String?) {
    self.size = size
    self.kind = kind
    self.locale = locale
  }

  private var isUTF8: Bool {
    let name = (locale ?? "").lowercased()
    return name.hasSuffix("utf-8") || name.hasSuffix("utf8") || name.contains("utf-8@") || name.contains("utf8@")
  }

  /// The diagnostic.
  public var diagnostic: Diagnostic {
    guard let size else { return .ok("terminal", "none: a run prints one plain line per event") }
    let text = "\(kind ?? "of unknown kind"), \(size.columns) columns by \(size.rows) rows"
    if !isUTF8 {
      return .warning(
        "terminal", "\(text); its character encoding is not UTF-8 (\(locale ?? "no locale is set"))",
        fix: "export LANG=C.UTF-8")
    }
    if kind == nil || kind == "dumb" {
      return .warning(
        "terminal", "\(text): a run prints plain lines, no screen", fix: "export TERM=xterm, if it is compatible")
    }
    // A terminal that doesn't report its size returns 0.
    if size.columns > 0, size.columns < Self.smallest.columns || size.rows < Self.smallest.rows {
      return .warning(
        "terminal", "\(text), UTF-8; the window is small",
        fix: "make the window at least \(Self.smallest.columns) by \(Self.smallest.rows)")
    }
    return .ok("terminal", "\(text), UTF-8")
  }
}

extension TerminalCheck {
  /// Checks the terminal at `descriptor`.
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
