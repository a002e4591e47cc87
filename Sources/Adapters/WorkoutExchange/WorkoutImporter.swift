import StrictJSON
public import WorkoutModel

/// Imports workouts from files of other programs.
///
/// Any input results in valid workouts or in errors with their places. Time and memory are linear in the size of the
/// file.
///
/// ```swift
/// let imported = try WorkoutImporter.read(bytes, named: "vo2", ImportOptions(ftp: 250), xml: parseXML)
/// for loss in imported.losses { report(loss.text(in: "vo2.zwo")) }
/// ```
public enum WorkoutImporter {
  /// The largest file, in bytes.
  public static let maximumSize = ImportText.maximumSize

  static let maximumWorkouts = 1000

  /// Imports a file; `stem` is its name without folder and extension, for unnamed workouts, and `xml` is the XML
  /// parser, which gets UTF-8.
  public static func read(
    _ bytes: [UInt8], named stem: String, _ options: ImportOptions = ImportOptions(),
    xml: ([UInt8], ExchangeLog) throws(ExchangeError) -> ExchangeElement
  ) throws(ExchangeError) -> WorkoutImport {
    guard bytes.count <= maximumSize else {
      let why = "has \(bytes.count) bytes: at most \(maximumSize) are allowed"
      throw ExchangeError(.file, that: "the file", why)
    }
    let (log, options) = (ExchangeLog(), options.withinLimits)
    let trees =
      if options.format == .fit || options.format == nil && FITDecoder.isFIT(bytes) {
        [try FITReader.tree(bytes, log)]
      } else { try trees(in: ImportText(bytes), options, xml: xml, log) }
    try log.check()
    for tree in trees where tree.count > Limits.nodes {
      let why = "has more than \(Limits.nodes) steps and repeats"
      throw ExchangeError(.file, that: "the workout", why)
    }
    guard (1...maximumWorkouts).contains(trees.count) else {
      let why = trees.isEmpty ? "contains no workout" : "contains more than \(maximumWorkouts) workouts"
      throw ExchangeError(.file, that: "the file", why)
    }
    var workouts: [Workout] = []
    for tree in trees {
      let name = options.name ?? (tree.name.isEmpty ? stem : tree.name)
      if let workout = ImportAssembly.workout(from: tree, named: name, log) { workouts.append(workout) }
    }
    try log.check()
    return WorkoutImport(workouts: workouts, losses: log.losses)
  }

  private static func trees(
    in text: ImportText, _ options: ImportOptions,
    xml: ([UInt8], ExchangeLog) throws(ExchangeError) -> ExchangeElement, _ log: ExchangeLog
  ) throws(ExchangeError) -> [ExchangeTree] {
    let (format, json): (ExchangeFormat, JSONValue?) =
      if let format = options.format { (format, nil) } else { try FormatDetection.format(of: text) }
    for issue in text.issues(for: format) { log.warn(issue) }
    func root() throws(ExchangeError) -> JSONValue { if let json { json } else { try ExchangeJSON.read(text.utf8) } }
    switch format {
    case .zwo: return [try ZWOReader.tree(xml(text.utf8, log), log)]
    case .tcx: return try TCXReader.trees(xml(text.utf8, log), log)
    case .erg, .mrc: return [ERGReader.tree(text, options, log)]
    case .csv: return [try CSVReader.tree(text, log)]
    case .intervals:
      let start = text.prefix(64).trimmed
      guard start.hasPrefix("{") || start.hasPrefix("[") else { return [IntervalsTextReader.tree(text, log)] }
      return IntervalsJSONReader.trees(try root(), log)
    case .intervalsJSON: return IntervalsJSONReader.trees(try root(), log)
    case .openHIIT: return OpenHIITReader.trees(try root(), log)
    case .jawt: return JAWTReader.trees(try root(), log)
    case .timer: return TimeRReader.trees(try root(), log)
    case .fit, .ics, .cue, .labels, .ffmeta, .chapters, .vtt, .srt, .lrc, .markdown, .sheet:
      throw ExchangeError(.file, that: "\(format.rawValue) files", "can only be written")
    }
  }
}

/// The result of an import.
public struct WorkoutImport: Sendable {
  /// The workouts in file order; all are valid.
  public let workouts: [Workout]
  /// The parts of the file that the workouts don't have.
  public let losses: [ExchangeIssue]

  /// Workouts and what they lack.
  public init(workouts: [Workout], losses: [ExchangeIssue]) {
    (self.workouts, self.losses) = (workouts, losses)
  }
}
