import WorkoutModel

/// The arrangement of the screen's parts.
///
/// It depends on the size and the session, never on the instant: nothing moves while time passes.
struct ScreenLayout {
  enum Part: Int, CaseIterable {
    case header, title, notes, state, time, phaseBar, next, workoutBar, workoutTimes, info, hints

    /// The parts in order of importance.
    static let byImportance: [Part] = [
      .time, .title, .phaseBar, .next, .workoutTimes, .workoutBar, .info, .hints, .state, .header, .notes,
    ]
    /// The parts in the order in which they get a blank row before them.
    static let byAir: [Part] = [.title, .hints, .workoutBar, .time, .phaseBar, .info]
  }

  struct Place {
    let part: Part
    /// The number of blank rows before it.
    var gap = 0
  }

  private(set) var places: [Place] = []
  /// The number of blank columns on either side.
  let margin: Int
  let columns: Int
  /// The digits of the time; `nil` if it is one plain row.
  private(set) var digits: BigDigits?
  /// Whether there is space for the name in large letters.
  let isLarge: Bool
  /// The width and height of a point of these letters: on a screen that is seen from across the room, twice the usual.
  let letterScale: Int
  /// Whether the strip of the plan stands in place of a bar; without colours a bar says more.
  let hasStrip: Bool

  var isOneRow: Bool { places.isEmpty }

  /// Lays out a screen whose digits show at most `time`, with a row for remarks if the session `hasNotes`.
  init(_ size: ScreenSize, _ look: TerminalStyle, longestTime time: String, hasNotes: Bool) {
    margin = size.columns >= 60 ? 2 : size.columns >= 30 ? 1 : 0
    columns = size.columns - 2 * margin
    isLarge = size.columns >= 120 && size.rows >= 30
    letterScale = size.rows >= 50 ? 2 : 1
    hasStrip = isLarge || (look.isColored && size.columns >= 60 && size.rows >= 20)
    guard size.rows > 1 else { return }
    let time = isLarge ? ClockText.withoutMinute(time) : time
    let rows = size.rows - (isLarge ? letterRows : 0) - (hasStrip ? StripRows.count - 1 : 0)
    let wanted = Part.byImportance.filter { (look.hasKeys || $0 != .hints) && (hasNotes || $0 != .notes) }
    // Digits precede all but the most important parts, and larger ones precede optional parts.
    enlargeDigits(of: time, to: min(3, size.rows - 2), look)
    enlargeDigits(of: time, to: min(5, size.rows - 5), look)
    let parts = wanted.prefix(rows - (timeRows - 1))
    enlargeDigits(of: time, to: min(size.rows * 9 / 20, rows - (parts.count - 1)), look)
    let free = rows - (parts.count - 1) - timeRows
    places = parts.sorted { $0.rawValue < $1.rawValue }.map { Place(part: $0) }
    spread(free)
  }

  private var timeRows: Int { digits?.rows ?? 1 }

  var letterRows: Int { BigLetters.rows * letterScale }

  /// Selects the largest digits within `rows` rows, if they are larger than the current ones.
  private mutating func enlargeDigits(of time: String, to rows: Int, _ look: TerminalStyle) {
    if let larger = BigDigits(time, columns: columns, rows: rows, look.glyphs), larger.rows > timeRows {
      digits = larger
    }
  }

  func shows(_ part: Part) -> Bool { places.contains { $0.part == part } || (isOneRow && part == .time) }

  /// Distributes `free` blank rows between the parts.
  private mutating func spread(_ free: Int) {
    var free = free
    for part in Part.byAir where free > 0 {
      guard let index = places.firstIndex(where: { $0.part == part }), index > 0 else { continue }
      places[index].gap = 1
      free -= 1
    }
    // On a high screen related parts stay together.
    if let index = places.firstIndex(where: { $0.part == .time }) { places[index].gap += free / 2 }
    if let index = places.firstIndex(where: { $0.part == .workoutBar }) { places[index].gap += free - free / 2 }
  }
}

package struct ScreenSize: Equatable, Sendable {
  /// The largest size that is drawn in full; on a larger screen the rest stays blank.
  package static let largest = ScreenSize(columns: 500, rows: 200)

  /// The number of columns, at least 1.
  package let columns: Int
  /// The number of rows, at least 1.
  package let rows: Int

  /// A size, clamped to 1 and `largest`.
  package init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), 500)
    self.rows = min(max(rows, 1), 200)
  }
}

/// The capabilities of a terminal, and the user's preferences.
package struct TerminalStyle: Equatable, Sendable {
  /// Whether intensities have colours; bold and faint are always available.
  package var isColored: Bool
  package var glyphs: Glyphs
  /// Whether keys reach the session, so that key hints are useful.
  package var hasKeys: Bool
  package var words: ScreenWords

  package init(
    isColored: Bool, glyphs: Glyphs, hasKeys: Bool = true, words: ScreenWords = ScreenWords()
  ) {
    self.isColored = isColored
    self.glyphs = glyphs
    self.hasKeys = hasKeys
    self.words = words
  }
}
