public import WorkoutModel

/// A workout and the results of its rehearsal, as input for an export.
public struct ExportSource: Sendable {
  /// The timeline of the workout.
  public let timeline: Timeline
  /// The phases and phrases of a render.
  public let track: MediaTrack
  /// An SVG image of the plan, for sheets.
  public let picture: String?
  /// The duration of open phases without a cap.
  public let doneAfter: Duration

  /// Creates an export source.
  public init(
    _ timeline: Timeline, track: MediaTrack, picture: String? = nil,
    doneAfter: Duration = .seconds(30)
  ) {
    self.timeline = timeline
    self.track = track
    self.picture = picture
    self.doneAfter = doneAfter
  }
}

/// Writes workouts in the formats of other programs. The output is deterministic.
///
/// ```swift
/// let track = MediaTrack(title: workout.name, author: nil, audio: "mine.flac", chapters: [], captions: [])
/// let (bytes, losses) = try WorkoutExporter.write(ExportSource(timeline, track: track), as: .zwo)
/// ```
public enum WorkoutExporter {
  /// The contents of a file, and the losses; throws if the format can't represent the workout.
  public static func write(
    _ source: ExportSource, as format: ExchangeFormat, _ options: ExportOptions = ExportOptions()
  ) throws(ExchangeError) -> (bytes: [UInt8], losses: [ExchangeRemark]) {
    var log = ExchangeLog()
    if let text = try media(source, format, options, &log) { return (Array(text.utf8), log.losses) }
    UnheldParts.tell(source.timeline.workout, &log)
    let tree = try ExportTree.tree(of: source.timeline, doneAfter: source.doneAfter, &log)
    guard !tree.nodes.isEmpty else {
      throw ExchangeError(ExchangeRemark(.file, "phases", that: "the workout", "has no phase longer than 0 s"))
    }
    let bytes =
      switch format {
      case .zwo: try ZWOWriter.write(tree, options, &log)
      case .erg, .mrc: try ERGWriter.write(tree, isPercent: format == .mrc, options, &log)
      case .intervals: try IntervalsTextWriter.write(tree, &log)
      case .openHIIT: try OpenHIITWriter.write(tree, &log)
      case .jawt: try JAWTWriter.write(tree, &log)
      case .fit: try FITWriter.write(tree, &log)
      case .tcx: try TCXWriter.write(tree, &log)
      case .csv: try CSVWriter.write(tree, &log)
      default: throw ExchangeError(ExchangeRemark(.file, "", that: "\(format.rawValue) files", "can only be read"))
      }
    return (bytes, log.losses)
  }

  /// The contents of a file that accompanies a render or is meant for people; `nil` for any other format.
  private static func media(
    _ source: ExportSource, _ format: ExchangeFormat, _ options: ExportOptions, _ log: inout ExchangeLog
  ) throws(ExchangeError) -> String? {
    let (track, timeline) = (source.track, source.timeline)
    switch format {
    case .cue: return ChapterWriters.cue(track, &log)
    case .labels: return ChapterWriters.labels(track)
    case .ffmeta: return ChapterWriters.metadata(track)
    case .chapters: return ChapterWriters.podcast(track)
    case .vtt: return CaptionWriters.vtt(track)
    case .srt: return CaptionWriters.srt(track, &log)
    case .lrc: return CaptionWriters.lrc(track, &log)
    case .markdown:
      log.lose(ExchangeRemark(.file, "", that: "the picture", "is in the HTML sheet only"))
      return MarkdownSheet.write(SheetPlan(timeline))
    case .html:
      return HTMLSheet.write(
        SheetPlan(timeline), language: timeline.workout.voice.language, picture: source.picture)
    case .ics:
      guard let start = options.start else {
        throw ExchangeError(
          ExchangeRemark(.file, "", that: "an event", "needs a start, such as --at 2026-12-01T07:00"))
      }
      let length = timeline.total ?? track.chapters.last?.end ?? .zero
      return CalendarWriter.write(
        timeline.workout, length: length, plan: SheetPlan(timeline).lines, at: start, every: options.repetition)
    default: return nil
    }
  }
}
