public import WorkoutModel

/// Imports workouts from files of other programs.
///
/// Any input results in valid workouts or in errors with their places. Time and memory are linear in the size of the
/// file.
public enum WorkoutImporter {
  /// The largest file, in bytes.
  public static let maximumSize = 4 << 20

  /// Imports a file; `stem` is its name without folder and extension, for unnamed workouts, and `xml` is the XML
  /// parser.
  public static func read(
    _ bytes: [UInt8], named stem: String, _ options: ImportOptions = ImportOptions(),
    xml: ([UInt8]) throws(ExchangeError) -> XMLElement
  ) throws(ExchangeError) -> WorkoutImport {
    guard bytes.count <= maximumSize else {
      let why = "has \(bytes.count) bytes: at most \(maximumSize) are allowed"
      throw ExchangeError(ExchangeRemark(.file, "", that: "the file", why))
    }
    var log = ExchangeLog()
    let (format, json): (ExchangeFormat, ExchangeJSON?) =
      if let format = options.format { (format, nil) } else { try FormatDetection.format(of: bytes) }
    let trees =
      if let json { Self.trees(in: json, format, &log) } else { try trees(in: bytes, format, options, xml: xml, &log) }
    try log.check()
    for tree in trees where tree.count > Limits.nodes {
      let why = "has \(tree.count) steps and repeats: at most \(Limits.nodes) are allowed"
      throw ExchangeError(ExchangeRemark(.file, "", that: "the workout", why))
    }
    guard !trees.isEmpty else { throw ExchangeError(ExchangeRemark(.file, "", that: "the file", "holds no workout")) }
    var workouts: [Workout] = []
    for tree in trees {
      if let workout = ImportAssembly.workout(from: tree, named: options.name ?? stem, options, &log) {
        workouts.append(workout)
      }
    }
    try log.check()
    return WorkoutImport(workouts: workouts, losses: log.losses)
  }

  private static func trees(
    in bytes: [UInt8], _ format: ExchangeFormat, _ options: ImportOptions,
    xml: ([UInt8]) throws(ExchangeError) -> XMLElement, _ log: inout ExchangeLog
  ) throws(ExchangeError) -> [ExchangeTree] {
    switch format {
    case .zwo: return [try ZWOReader.tree(xml(bytes), &log)]
    case .tcx: return try TCXReader.trees(xml(bytes), &log)
    case .fit: return [try FITReader.tree(bytes, &log)]
    case .erg, .mrc: return [ERGReader.tree(bytes, options, &log)]
    case .csv: return [try CSVReader.tree(bytes, &log)]
    case .intervals:
      let start = TextLines.text(Array(bytes.prefix(64))).trimmed
      guard start.hasPrefix("{") || start.hasPrefix("[") else { return [IntervalsTextReader.tree(bytes, &log)] }
      return trees(in: try ExchangeJSON.read(bytes), .intervalsJSON, &log)
    case .intervalsJSON, .openHIIT, .jawt, .timer: return trees(in: try ExchangeJSON.read(bytes), format, &log)
    case .ics, .cue, .labels, .ffmeta, .chapters, .vtt, .srt, .lrc, .markdown, .html:
      throw ExchangeError(ExchangeRemark(.file, "", that: "\(format.rawValue) files", "can only be written"))
    }
  }

  private static func trees(
    in json: ExchangeJSON, _ format: ExchangeFormat, _ log: inout ExchangeLog
  ) -> [ExchangeTree] {
    switch format {
    case .openHIIT: OpenHIITReader.trees(json, &log)
    case .jawt: JAWTReader.trees(json, &log)
    case .timer: TimeRReader.trees(json, &log)
    default: IntervalsJSONReader.trees(json, &log)
    }
  }
}

/// The user's options for an import.
public struct ImportOptions: Sendable {
  /// The format; detected from the content if `nil`.
  public var format: ExchangeFormat?
  /// The functional threshold power in watts, for files that need it and don't contain it.
  public var ftp: Int?
  /// Neighbouring steps whose targets differ by less than this, in thousandths of a per cent, are merged.
  public var merge: Int?
  /// Replaces the workout name of the file.
  public var name: String?

  /// Creates options.
  public init(format: ExchangeFormat? = nil, ftp: Int? = nil, merge: Int? = nil, name: String? = nil) {
    self.format = format
    self.ftp = ftp
    self.merge = merge
    self.name = name
  }
}

/// The result of an import.
public struct WorkoutImport: Sendable {
  /// The workouts in file order; all are valid.
  public let workouts: [Workout]
  /// The parts of the file that the workouts don't have.
  public let losses: [ExchangeRemark]
}
