/// A file format of another program.
///
/// ```swift
/// ExchangeFormat(ending: "tabata.fit")    // .fit
/// ExchangeFormat.allCases.filter(\.isImported)
/// ```
public enum ExchangeFormat: String, CaseIterable, Sendable {
  /// Zwift.
  case zwo
  /// Ergometers, in watts.
  case erg
  /// Ergometers, in per cent of the threshold.
  case mrc
  /// The text of intervals.icu.
  case intervals
  /// The JSON of intervals.icu.
  case intervalsJSON = "intervals-json"
  /// OpenHIIT.
  case openHIIT = "openhiit"
  /// Just Another Workout Timer.
  case jawt
  /// TimeR Machine.
  case timer
  /// Garmin's FIT.
  case fit
  /// Garmin's TCX.
  case tcx
  /// A table of intervals.
  case csv
  /// An event of a calendar.
  case ics
  /// A cue sheet of a recording.
  case cue
  /// Labels of Audacity.
  case labels = "labels.txt"
  /// Chapters for ffmpeg.
  case ffmeta
  /// Chapters of podcasts.
  case chapters = "chapters.json"
  /// Captions of the web.
  case vtt
  /// Subtitles.
  case srt
  /// Lyrics.
  case lrc
  /// A page to read.
  case markdown = "md"
  /// The printed sheet, an HTML page.
  case sheet

  /// Whether Cuebell imports it.
  public var isImported: Bool { direction != .exported }
  /// Whether workouts can be written in it.
  public var isExported: Bool { direction != .imported }

  private enum Direction { case both, imported, exported }

  private var direction: Direction {
    switch self {
    case .zwo, .erg, .mrc, .intervals, .openHIIT, .jawt, .fit, .tcx, .csv: .both
    case .timer, .intervalsJSON: .imported
    case .ics, .cue, .labels, .ffmeta, .chapters, .vtt, .srt, .lrc, .markdown, .sheet: .exported
    }
  }

  /// The format with the extension of a file name; `nil` if none has it.
  public init?(ending name: String) {
    let name = name.lowercased()
    let formats = Self.allCases.filter { $0.isExported && $0.endings.contains { name.hasSuffix("." + $0) } }
    guard let format = formats.first else { return nil }
    self = format
  }

  /// The extensions of its files.
  public var endings: [String] {
    switch self {
    case .intervals: ["intervals.txt"]
    case .openHIIT: ["openhiit.json", "openhiit"]
    case .jawt: ["jawt.json", "jawt"]
    case .intervalsJSON, .timer, .sheet: []
    case .zwo, .erg, .mrc, .fit, .tcx, .csv, .ics, .cue, .labels, .ffmeta, .chapters, .vtt, .srt, .lrc, .markdown:
      [rawValue]
    }
  }
}
