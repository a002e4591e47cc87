/// A place in a text file.
///
/// Lines end with LF, CR LF or CR. Columns count Unicode scalars, a tab as one, so that a letter outside ASCII is one
/// column as in an editor; a letter written with combining marks, or a joined emoji, is several.
public struct TextLocation: Equatable, Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Counted from 1.
  public var line: Int
  /// Counted from 1.
  public var column: Int

  /// The first character of a file.
  public static let start = TextLocation(line: 1, column: 1)

  /// A place by its line and column, both counted from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The place as compilers print it: `line:column`.
  public var description: String { "\(line):\(column)" }

  /// Whether the first place comes before the second one in the file.
  public static func < (a: TextLocation, b: TextLocation) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}
