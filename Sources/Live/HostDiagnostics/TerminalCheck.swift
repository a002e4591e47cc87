import Glibc

/// Whether the terminal shows what a run draws.
public struct TerminalCheck: Equatable, Sendable {
  /// Columns and rows; `nil` if stdout is no terminal.
  public var size: Size?
  /// What `TERM` says.
  public var kind: String?
  /// The locale for characters: the first of `LC_ALL`, `LC_CTYPE` and `LANG` that says something.
  public var locale: String?

  /// How much a terminal shows.
  public struct Size: Equatable, Sendable {
    /// Characters in a line.
    public var columns: Int
    /// Lines.
    public var rows: Int

    /// A terminal of `columns` by `rows` characters.
    public init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// Fewer columns or rows cut off what a run shows.
  static let smallest = Size(columns: 40, rows: 8)

  /// What the terminal is like.
  public init(size: Size?, kind: String?, locale: String?) {
    self.size = size
    self.kind = kind
    self.locale = locale
  }

  private var isUTF8: Bool {
    let name = (locale ?? "").lowercased()
    return name.hasSuffix("utf-8") || name.hasSuffix("utf8") || name.contains("utf-8@") || name.contains("utf8@")
  }

  /// The judgement.
  public var finding: Diagnostic {
    guard let size else { return .ok("terminal", "none: a run prints a plain line for each thing that happens") }
    let text = "\(kind ?? "of unknown kind"), \(size.columns) columns by \(size.rows) rows"
    if !isUTF8 {
      return .warning(
        "terminal", "\(text); its characters are not UTF-8 (\(locale ?? "no locale is set"))",
        fix: "export LANG=C.UTF-8")
    }
    if kind == nil || kind == "dumb" {
      return .warning(
        "terminal", "\(text): a run prints plain lines and draws nothing", fix: "export TERM=xterm, if it is one")
    }
    // A terminal that doesn't report its size returns 0.
    if size.columns > 0, size.columns < Self.smallest.columns || size.rows < Self.smallest.rows {
      return .warning(
        "terminal", "\(text), UTF-8; that is small",
        fix: "make the window at least \(Self.smallest.columns) by \(Self.smallest.rows)")
    }
    return .ok("terminal", "\(text), UTF-8")
  }
}

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
