/// How large a screen is.
public struct ScreenSize: Equatable, Sendable {
  /// The widest and the highest screen that is drawn in full; on a larger one the rest stays blank.
  public static let largest = ScreenSize(columns: 500, rows: 200)

  /// At least 1.
  public let columns: Int
  /// At least 1.
  public let rows: Int

  /// A size, brought within 1 and `largest`.
  public init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), 500)
    self.rows = min(max(rows, 1), 200)
  }
}

/// What a terminal can show, and what its user wants to see.
public struct Look: Equatable, Sendable {
  /// Whether intensities have colours; bold and faint there are in any case.
  public var isColored: Bool
  /// What bars and digits are made of.
  public var glyphs: Glyphs
  /// Whether keys reach the session, so that hints at them are of use.
  public var hasKeys: Bool

  /// How a screen looks.
  public init(isColored: Bool, glyphs: Glyphs, hasKeys: Bool = true) {
    self.isColored = isColored
    self.glyphs = glyphs
    self.hasKeys = hasKeys
  }
}
