/// Whether the terminal shows what a run draws.
public struct TerminalCheck: Equatable, Sendable {
  /// Columns and rows; `nil` where stdout is no terminal.
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

    /// So many characters in so many lines.
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
  public var finding: Finding {
    guard let size else { return .ok("terminal", "none: a run prints a plain line for each thing that happens") }
    let text = "\(kind ?? "of unknown kind"), \(size.columns) columns by \(size.rows) rows"
    if !isUTF8 {
      return .warning(
        "terminal", "\(text); its characters are not UTF-8 (\(locale ?? "no locale is set"))",
        cure: "export LANG=C.UTF-8")
    }
    if kind == nil || kind == "dumb" {
      return .warning(
        "terminal", "\(text): a run prints plain lines and draws nothing", cure: "export TERM=xterm, if it is one")
    }
    // A terminal that doesn't tell its size says 0.
    if size.columns > 0, size.columns < Self.smallest.columns || size.rows < Self.smallest.rows {
      return .warning(
        "terminal", "\(text), UTF-8; that is small",
        cure: "make the window at least \(Self.smallest.columns) by \(Self.smallest.rows)")
    }
    return .ok("terminal", "\(text), UTF-8")
  }
}
