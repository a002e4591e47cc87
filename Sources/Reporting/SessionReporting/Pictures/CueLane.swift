import WorkoutEngine
import WorkoutModel

/// The cues of a picture: a tick for each at its moment, and below it a label if there is space.
struct CueLane {
  enum Kind: String, CaseIterable {
    case speech, countdown, sound

    init(_ cue: CueReport) {
      self = cue.kind == .countdown ? .countdown : cue.say == nil ? .sound : .speech
    }

    var ink: String {
      switch self {
      case .speech: "#2457a6"
      case .countdown: "#8a8f98"
      case .sound: "#a86a00"
      }
    }
  }

  private static let (size, rowHeight, tick) = (TimeAxis.textSize, 25.0, 14.0)
  private static let maximumRows = 10
  /// The maximum width of a label, in points.
  private static let longest = 340.0
  private static let gap = 8.0

  private(set) var text = ""
  private(set) var bottom: Double

  init(_ groups: [[CueReport]], _ axis: TimeAxis, top: Double) {
    // The right end of the last label in each row.
    var rows: [Double] = []
    var labels = ""
    // A sound without words is named once.
    var named: Set<String> = []
    for group in groups {
      let cue = group[0]
      let kind = Kind(cue)
      let isHeard = cue.outcome == .onTime || cue.outcome == .late
      let ink = isHeard ? kind.ink : "#c23a2c"
      for cue in group {
        text += SVG.line(
          axis.x(cue.due), top, top + Self.tick, stroke: ink, width: 1.5, title: Self.title(cue))
      }
      let moment = axis.x(cue.due)
      if cue.say == nil, !named.insert(cue.soundLabel ?? "").inserted { continue }
      guard let shown = SVG.fitted(Self.label(group), size: Self.size, into: Self.longest) else { continue }
      // At the end of the picture a label is right-aligned.
      let width = SVG.width(of: shown, size: Self.size)
      let isLast = moment + width > TimeAxis.width - TimeAxis.margin / 2
      let start = isLast ? moment - width : moment
      guard let row = (0..<Self.maximumRows).first(where: { $0 >= rows.count || rows[$0] <= start }) else { continue }
      let end = start + width + Self.gap
      if row < rows.count { rows[row] = end } else { rows.append(end) }
      let y = top + Self.tick + Self.rowHeight * Double(row + 1)
      if row > 0 { labels += SVG.line(moment, top + Self.tick, y - 16, stroke: "#d3d9e0", width: 0.75) }
      labels += SVG.text(shown, moment, y, size: Self.size, fill: ink, anchor: isLast ? "end" : "start")
    }
    bottom = top + Self.tick + Self.rowHeight * Double(max(rows.count, 1)) + 6
    // Ticks are drawn over the lines that lead to the labels.
    text = labels + text
  }

  /// The cues by label: the numbers of one countdown share a label; cancelled and duplicate cues have none.
  static func groups(_ cues: [CueReport]) -> [[CueReport]] {
    var groups: [[CueReport]] = []
    for cue in cues where cue.outcome != .cancelled && cue.outcome != .duplicate {
      // A phrase may begin between two numbers.
      if cue.kind == .countdown, let open = groups.lastIndex(where: { continues($0, with: cue) }),
        groups.count - open < 5
      {
        groups[open].append(cue)
      } else {
        groups.append([cue])
      }
    }
    return groups
  }

  private static func continues(_ group: [CueReport], with cue: CueReport) -> Bool {
    guard let last = group.last, last.kind == .countdown, last.cue.rule == cue.cue.rule else { return false }
    return last.cue.node == cue.cue.node && last.cue.sets == cue.cue.sets && cue.due - last.due <= .seconds(1)
  }

  private static func label(_ group: [CueReport]) -> String {
    let shown = group.count > 3 ? [group[0], group[group.count - 1]] : group
    let words = shown.map { $0.say ?? $0.soundLabel ?? "" }
    return words.joined(separator: group.count > 3 ? "…" : " ")
  }

  private static func title(_ cue: CueReport) -> String {
    let what = [cue.kindLabel, cue.soundLabel, cue.say].compactMap { $0 }.joined(separator: " ")
    return "\(what) \(ClockText.exact(cue.due))"
  }
}
