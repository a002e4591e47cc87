public import WorkoutModel

/// Writes workouts in the formats of other programs. The output is deterministic.
///
/// ```swift
/// let track = MediaTrack(title: workout.name, author: nil, audio: "mine.flac", chapters: [], captions: [])
/// let (bytes, losses) = try WorkoutExporter.write(timeline, track: track, as: .zwo)
/// ```
public enum WorkoutExporter {
  /// The contents of a file, and the losses; throws if the format can't represent the workout.
  ///
  /// `track` and `picture`, an SVG image of the plan, are the results of a rehearsal in which open phases without a cap
  /// last `doneAfter`, from a second to a day.
  public static func write(
    _ timeline: Timeline, track: MediaTrack, picture: String? = nil, doneAfter: Duration = .seconds(30),
    as format: ExchangeFormat, _ options: ExportOptions = ExportOptions()
  ) throws(ExchangeError) -> (bytes: [UInt8], losses: [ExchangeIssue]) {
    let (log, options) = (ExchangeLog(), options.withinLimits)
    let doneAfter = Limits.doneAfter(doneAfter)
    let bytes: [UInt8] =
      switch format {
      case .zwo: try ZWOWriter.write(tree(of: timeline, doneAfter, log), options, log)
      case .erg, .mrc: try ERGWriter.write(tree(of: timeline, doneAfter, log), isPercent: format == .mrc, options, log)
      case .intervals: try IntervalsTextWriter.write(tree(of: timeline, doneAfter, log), log)
      case .openHIIT: try OpenHIITWriter.write(tree(of: timeline, doneAfter, log), log)
      case .jawt: try JAWTWriter.write(tree(of: timeline, doneAfter, log), log)
      case .fit: try FITWriter.write(tree(of: timeline, doneAfter, log), log)
      case .tcx: try TCXWriter.write(tree(of: timeline, doneAfter, log), log)
      case .csv: try CSVWriter.write(tree(of: timeline, doneAfter, log), log)
      case .cue: Array(ChapterWriters.cue(track, log).utf8)
      case .labels: Array(ChapterWriters.labels(track).utf8)
      case .ffmeta: Array(ChapterWriters.metadata(track).utf8)
      case .chapters: Array(ChapterWriters.podcast(track).utf8)
      case .vtt: Array(CaptionWriters.vtt(track).utf8)
      case .srt: Array(CaptionWriters.srt(track, log).utf8)
      case .lrc: Array(CaptionWriters.lrc(track, log).utf8)
      case .markdown: Array(markdown(of: timeline, log).utf8)
      case .sheet:
        Array(
          HTMLSheet.write(SheetPlan(timeline), language: timeline.workout.voice.language, picture: picture).utf8)
      case .ics: Array(try calendar(of: timeline, track, options, log).utf8)
      case .timer, .intervalsJSON: throw ExchangeError(.file, that: "\(format.rawValue) files", "can only be read")
      }
    return (bytes, log.losses)
  }

  /// The steps of a workout, for the formats of other timers.
  private static func tree(
    of timeline: Timeline, _ doneAfter: Duration, _ log: ExchangeLog
  ) throws(ExchangeError) -> ExchangeTree {
    UnsupportedFeatures.report(timeline.workout, log)
    let tree = try ExportTree.tree(of: timeline, doneAfter: doneAfter, log)
    guard !tree.nodes.isEmpty else {
      throw ExchangeError(.file("phases"), that: "the workout", "has no phase longer than 0 s")
    }
    return tree
  }

  private static func markdown(of timeline: Timeline, _ log: ExchangeLog) -> String {
    log.warn(.file, that: "the picture", "is in the HTML sheet only")
    return MarkdownSheet.write(SheetPlan(timeline))
  }

  private static func calendar(
    of timeline: Timeline, _ track: MediaTrack, _ options: ExportOptions, _ log: ExchangeLog
  ) throws(ExchangeError) -> String {
    guard let start = options.start else {
      throw ExchangeError(.file, that: "an event", "needs a start, such as --at 2026-12-01T07:00")
    }
    if let repetition = options.repetition, repetition.isAdjusted(from: start) {
      log.warn(.file, that: "a month without day \(start.day)", "has the event on its last day")
    }
    let length = timeline.total ?? track.chapters.last?.end ?? .zero
    return CalendarWriter.write(
      timeline.workout, length: length, plan: SheetPlan(timeline).lines, at: start, every: options.repetition,
      replacing: options.replaced)
  }
}
