public import WorkoutEngine
public import WorkoutModel

/// A cue of the plan: where it lies and how late it may be. It never changes, so all laws share it.
public final class PlannedCue: Sendable {
  /// Its identity.
  public let key: CueKey
  /// Its role.
  public let kind: CueKind
  /// Decides how late it may be.
  public let cueClass: CueClass
  /// The set it is planned for, counted from 1.
  public let set: Int?
  /// Where it must begin to sound, in the plan.
  public let due: Duration
  /// The moment that its rule names, in the plan.
  public let mark: Duration
  /// What it says when it is on time.
  public let say: String?
  /// The phase that its moment lies in.
  public let segment: SegmentID
  /// Where that phase begins and ends in the plan.
  let segmentStart: Duration
  let segmentEnd: Duration?
  /// Where the phase, set or workout that it belongs to begins and ends.
  let anchor: PlanSpan
  let on: Anchor
  let rule: CueRule
  /// Whether the user ends something in what it belongs to, so that its end is not known beforehand.
  let isOpen: Bool

  /// A cue that a rehearsal has played; `nil` where it belongs to nothing of the workout.
  init?(_ report: CueReport, _ book: RuleTable, _ rehearsal: OracleRehearsal) {
    let key = report.cue
    let on = book.anchor(of: key)
    guard let rule = book.rule(key), let home = rehearsal.home(of: report, on: on) else { return nil }
    self.key = key
    self.kind = report.kind
    cueClass = rule.effectiveClass
    set = report.plannedSet
    due = report.due
    mark = report.mark
    say = report.say
    segment = home.segment
    segmentStart = home.span.start
    segmentEnd = home.span.end
    anchor = home.anchor
    self.on = on
    self.rule = rule
    isOpen = rehearsal.doneInstants.contains { home.anchor.contains($0) }
  }

  /// How late a start may begin to sound at most.
  static let longestGrace = Duration.seconds(5)

  /// How late it may begin; `nil` for any time.
  ///
  /// Countdown 150 ms, transition 500 ms, warning, info and bell 1 s, a start half of what it announces or 5 s,
  /// whichever is less, completion always.
  public var grace: Duration? {
    switch cueClass {
    case .countdown: .milliseconds(150)
    case .transition: .milliseconds(500)
    case .warning, .info, .bell: .seconds(1)
    case .start: min(Self.longestGrace, anchor.length.map { $0 / 2 } ?? Self.longestGrace)
    case .completion: nil
    }
  }

  /// Whether its words may come later than wished where others speak.
  var mayWait: Bool {
    rule.align == .start && rule.count == nil && [.start, .completion, .info].contains(cueClass)
  }

  /// Whether the end of what it belongs to makes no difference to it.
  var isMeasuredFromStart: Bool {
    switch rule.at {
    case .start, .every: true
    case .end, .half, .random: false
    }
  }

  /// Where it must begin, from the beginning of its phase.
  var offset: Duration { due - segmentStart }

  /// Why it doesn't lie where its rule says, or says something else; `nil` where all is well.
  package var complaint: String? { complaint(ifLongerBy: .zero) }

  /// The same, if what it belongs to ended so much later.
  package func complaint(ifLongerBy length: Duration) -> String? {
    misplaced(in: PlanSpan(start: anchor.start, end: anchor.end.map { $0 + length })) ?? misspoken ?? untimely
  }

  /// It begins at its moment, or speech that ends there so much before; only what is said at a start may come later.
  private var untimely: String? {
    guard rule.align == .start, !mayWait, due != mark else { return nil }
    return "the cue \(key) begins at \(due), its moment is \(mark)"
  }

  private var misspoken: String? {
    guard on != .workout, let said = say, let expected = RuleTable.words(of: rule, set: key.sets.last)
    else { return nil }
    return said == expected ? nil : "the cue \(key) says \"\(said)\", its rule says \"\(expected)\""
  }

  private func misplaced(in anchor: PlanSpan) -> String? {
    guard !isOpen || isMeasuredFromStart,
      let expected = RuleTable.mark(of: rule, number: key.number, in: anchor)
    else { return nil }
    return expected == mark ? nil : "the cue \(key) is planned for \(mark), its rule says \(expected)"
  }
}
