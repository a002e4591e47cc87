/// A format of other programs.
public enum ExchangeFormat: String, CaseIterable, Sendable {
  case zwo, erg, mrc, intervals
  case intervalsJSON = "intervals-json"
  case openHIIT = "openhiit"
  case jawt, timer, fit, tcx, csv
  case ics, cue
  case labels = "labels.txt"
  case ffmeta
  case chapters = "chapters.json"
  case vtt, srt, lrc
  case markdown = "md"
  case html

  /// Whether workouts can be read from it.
  public var isImported: Bool {
    switch self {
    case .zwo, .erg, .mrc, .intervals, .intervalsJSON, .openHIIT, .jawt, .timer, .fit, .tcx, .csv: true
    case .ics, .cue, .labels, .ffmeta, .chapters, .vtt, .srt, .lrc, .markdown, .html: false
    }
  }

  /// Whether workouts can be written in it.
  public var isExported: Bool { self != .timer && self != .intervalsJSON }

  /// The format of a file that is to be written, by the ending of its name; `nil` where none has it.
  public init?(ending name: String) {
    let name = name.lowercased()
    let formats = Self.allCases.filter { $0.isExported && $0.endings.contains { name.hasSuffix("." + $0) } }
    guard let format = formats.first else { return nil }
    self = format
  }

  /// What the names of its files end in.
  public var endings: [String] {
    switch self {
    case .intervals: ["intervals.txt"]
    case .openHIIT: ["openhiit.json", "openhiit"]
    case .jawt: ["jawt.json", "jawt"]
    case .intervalsJSON, .timer: []
    default: [rawValue]
    }
  }
}
