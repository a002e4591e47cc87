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
  /// last `doneAfter`.
  public static func write(
    _ timeline: Timeline, track: MediaTrack, picture: String? = nil, doneAfter: Duration = .seconds(30),
    as format: ExchangeFormat, _ options: ExportOptions = ExportOptions()
  ) throws(ExchangeError) -> (bytes: [UInt8], losses: [ExchangeRemark]) {
    let log = ExchangeLog()
    if let text = try media(timeline, track, picture, format, options, log) { return (Array(text.utf8), log.losses) }
    UnheldParts.tell(timeline.workout, log)
    let tree = try ExportTree.tree(of: timeline, doneAfter: doneAfter, log)
    guard !tree.nodes.isEmpty else {
      throw ExchangeError(.file("phases"), that: "the workout", "has no phase longer than 0 s")
    }
    let bytes =
      switch format {
      case .zwo: try ZWOWriter.write(tree, options, log)
      case .erg, .mrc: try ERGWriter.write(tree, isPercent: format == .mrc, options, log)
      case .intervals: try IntervalsTextWriter.write(tree, log)
      case .openHIIT: try OpenHIITWriter.write(tree, log)
      case .jawt: try JAWTWriter.write(tree, log)
      case .fit: try FITWriter.write(tree, log)
      case .tcx: try TCXWriter.write(tree, log)
      case .csv: try CSVWriter.write(tree, log)
      default: throw ExchangeError(.file, that: "\(format.rawValue) files", "can only be read")
      }
    return (bytes, log.losses)
  }

  /// The contents of a file that accompanies a render or is meant for people; `nil` for any other format.
  private static func media(
    _ timeline: Timeline, _ track: MediaTrack, _ picture: String?, _ format: ExchangeFormat,
    _ options: ExportOptions, _ log: ExchangeLog
  ) throws(ExchangeError) -> String? {
    switch format {
    case .cue: return ChapterWriters.cue(track, log)
    case .labels: return ChapterWriters.labels(track)
    case .ffmeta: return ChapterWriters.metadata(track)
    case .chapters: return ChapterWriters.podcast(track)
    case .vtt: return CaptionWriters.vtt(track)
    case .srt: return CaptionWriters.srt(track, log)
    case .lrc: return CaptionWriters.lrc(track, log)
    case .markdown:
      log.lose(.file, that: "the picture", "is in the HTML sheet only")
      return MarkdownSheet.write(SheetPlan(timeline))
    case .sheet:
      return HTMLSheet.write(
        SheetPlan(timeline), language: timeline.workout.voice.language, picture: picture)
    case .ics:
      guard let start = options.start else {
        throw ExchangeError(.file, that: "an event", "needs a start, such as --at 2026-12-01T07:00")
      }
      if let repetition = options.repetition, repetition.isAdjusted(from: start) {
        log.lose(.file, that: "a month without day \(start.day)", "has the event on its last day")
      }
      let length = timeline.total ?? track.chapters.last?.end ?? .zero
      return CalendarWriter.write(
        timeline.workout, length: length, plan: SheetPlan(timeline).lines, at: start, every: options.repetition,
        replacing: options.replaced)
    default: return nil
    }
  }
}
