import WorkoutEngine
public import WorkoutModel

/// What is true of a workout whatever happens to its session: where each phase lies, which cues there are, where each
/// belongs and how late it may be.
///
/// Where phases lie comes from the timeline in closed form; where cues lie from the rules, by arithmetic of its own.
/// Only which of the cues stand, where several would speak at once, is taken from an undisturbed rehearsal. One oracle
/// serves any number of runs.
public struct Oracle: Sendable {
  /// The workout on the clock.
  public let timeline: Timeline
  /// Its cues in the order in which they are due when nothing happens.
  public let cues: [PlannedCue]
  /// How long it lasts when nothing happens, open phases done after half a minute.
  public let length: Duration
  /// When the open phases are done when nothing happens.
  public let doneInstants: [Duration]
  /// Whether the clock alone ends every phase, so that the plan is the same in each run.
  public var isExact: Bool { doneInstants.isEmpty }
  /// What is wrong with the plan itself: cues that don't lie where their rules say, and the like.
  public let complaints: [String]
  /// Where each phase lies, each time it is done.
  let spans: [SegmentID: PlanSpan]
  private let places: [CueKey: Int]
  /// The places of the cues whose moments lie in a phase.
  private let bySegment: [SegmentID: [Int]]
  /// A session that hasn't begun.
  private let beginning: Truth

  /// Rehearses a workout once.
  public init(_ timeline: Timeline) {
    self.timeline = timeline
    var rehearsal = OracleRehearsal(timeline)
    rehearsal.rehearse()
    let book = RuleTable(timeline)
    var cues: [PlannedCue] = []
    var complaints = rehearsal.complaints
    var places: [CueKey: Int] = [:]
    for report in rehearsal.cues {
      guard let cue = PlannedCue(report, book, rehearsal) else {
        complaints.append("nobody knows what the cue \(report.cue) belongs to")
        continue
      }
      if let complaint = cue.complaint { complaints.append(complaint) }
      if places.updateValue(cues.count, forKey: cue.key) != nil {
        complaints.append("the cue \(cue.key) is planned twice")
      }
      cues.append(cue)
    }
    self.cues = cues
    self.complaints = complaints + Self.gaps(in: cues)
    self.places = places
    bySegment = Dictionary(grouping: cues.indices) { cues[$0].segment }
    beginning = Truth(timeline, .goOn)
    spans = rehearsal.spans
    length = rehearsal.length
    doneInstants = rehearsal.doneInstants
  }

  /// Numbers that a count leaves out although their moments lie within what it belongs to.
  private static func gaps(in cues: [PlannedCue]) -> [String] {
    let keys = Set(cues.map(\.key))
    return cues.flatMap { cue -> [String] in
      guard let count = cue.rule.count, !cue.isOpen else { return [] }
      return (1...count).compactMap { number in
        let key = cue.key.numbered(number)
        guard !keys.contains(key), let mark = RuleTable.mark(of: cue.rule, number: number, in: cue.anchor),
          mark >= cue.anchor.start, cue.anchor.end.map({ mark < $0 }) ?? true
        else { return nil }
        return "the count of \(cue.key) has no \(number)"
      }
    }
  }

  /// The place of a cue among the cues, where the plan has it.
  func place(of key: CueKey) -> Int? { places[key] }

  /// The cues whose moments lie in a phase, by their places.
  func places(in segment: SegmentID) -> [Int] { bySegment[segment] ?? [] }

  /// The truth about a session that hasn't begun.
  func truth(under policy: SuspendPolicy) -> Truth { beginning.under(policy) }

  /// The first cue that a name means, in the order in which they are due.
  public func first(_ name: CueName) -> PlannedCue? { cues.first { name.means($0.kind, set: $0.set) } }
}

/// A stretch of the plan.
struct PlanSpan: Equatable, Sendable {
  let start: Duration
  /// `nil` where only the user ends it.
  let end: Duration?

  var length: Duration? { end.map { $0 - start } }

  func contains(_ moment: Duration) -> Bool { moment >= start && (end.map { moment <= $0 } ?? true) }
}
