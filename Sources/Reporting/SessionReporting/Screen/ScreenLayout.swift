/// Which parts of the screen there are, and where.
///
/// It depends on the size and on what the session is, never on the instant: nothing jumps while time passes.
struct ScreenLayout {
  /// The parts, from the top.
  enum Part: Int, CaseIterable {
    case header, title, notes, state, time, phaseBar, next, workoutBar, workoutTimes, info, hints

    /// The parts, from the indispensable to the merely useful.
    static let byImportance: [Part] = [
      .time, .title, .phaseBar, .next, .workoutTimes, .workoutBar, .info, .hints, .state, .header, .notes,
    ]
    /// Where a blank row before a part helps most, first.
    static let byAir: [Part] = [.title, .hints, .workoutBar, .time, .phaseBar, .info]
  }

  /// A part with its place.
  struct Place {
    let part: Part
    /// Blank rows before it.
    var gap = 0
  }

  /// From the top.
  private(set) var places: [Place] = []
  /// Blank columns at both sides.
  let margin: Int
  /// Columns between them.
  let columns: Int
  /// The digits of the time; `nil` if it is one plain row.
  private(set) var digits: BigDigits?

  /// Whether there is space for nothing but one row.
  var isOneRow: Bool { places.isEmpty }

  /// Lays out a screen whose digits show at most `time`, with a row for remarks where the session `hasNotes`.
  init(_ size: ScreenSize, _ look: TerminalStyle, longestTime time: String, hasNotes: Bool) {
    margin = size.columns >= 60 ? 2 : size.columns >= 30 ? 1 : 0
    columns = size.columns - 2 * margin
    guard size.rows > 1 else { return }
    let wanted = Part.byImportance.filter { (look.hasKeys || $0 != .hints) && (hasNotes || $0 != .notes) }
    // Digits come before all but the most important parts, and larger ones before those that are nice to have.
    enlargeDigits(of: time, to: min(3, size.rows - 2), look)
    enlargeDigits(of: time, to: min(5, size.rows - 5), look)
    let parts = wanted.prefix(size.rows - (timeRows - 1))
    enlargeDigits(of: time, to: min(size.rows * 9 / 20, size.rows - (parts.count - 1)), look)
    let free = size.rows - (parts.count - 1) - timeRows
    places = parts.sorted { $0.rawValue < $1.rawValue }.map { Place(part: $0) }
    spread(free)
  }

  /// How many rows the time takes.
  private var timeRows: Int { digits?.rows ?? 1 }

  /// Takes the largest digits within `rows` rows, if they are larger than the present ones.
  private mutating func enlargeDigits(of time: String, to rows: Int, _ look: TerminalStyle) {
    if let larger = BigDigits(time, columns: columns, rows: rows, look.glyphs), larger.rows > timeRows {
      digits = larger
    }
  }

  /// Whether a part is to be seen.
  func shows(_ part: Part) -> Bool { places.contains { $0.part == part } || (isOneRow && part == .time) }

  /// Puts `free` blank rows between the parts.
  private mutating func spread(_ free: Int) {
    var free = free
    for part in Part.byAir where free > 0 {
      guard let index = places.firstIndex(where: { $0.part == part }), index > 0 else { continue }
      places[index].gap = 1
      free -= 1
    }
    // On a high screen what belongs together stays together.
    if let index = places.firstIndex(where: { $0.part == .time }) { places[index].gap += free / 2 }
    if let index = places.firstIndex(where: { $0.part == .workoutBar }) { places[index].gap += free - free / 2 }
  }
}

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
public struct TerminalStyle: Equatable, Sendable {
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
