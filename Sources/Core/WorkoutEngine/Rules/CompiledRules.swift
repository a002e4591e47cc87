import WorkoutModel

/// A timeline, the rules of its workout by their anchors, and its compiled phases.
///
/// The order of rules is the style's, the workout's, those of the groups from the outside in, the phase's own. It is
/// made once and shared by all copies of a session.
final class CompiledRules: Sendable {
  let timeline: Timeline
  /// The built-in phrases, which the author didn't write.
  let phrases: BuiltInPhrases
  let workout: [Entry]
  /// The rules for the sets of each group, by its number in the timeline; empty for a phase.
  let sets: [[Entry]]
  /// The compiled phases, by their number in the timeline; `nil` for a group.
  private let phases: [CompiledPhase?]
  private let measuredFromEnd: Set<Int>
  /// The time from the last number of a count to the end that it leads to, less a second, by the rule of the count.
  private let countRests: [Int: Duration]
  let planningStep: Duration
  /// Whether some rule asks whether a count begins at its moment.
  let asksForCounts: Bool
  /// How early cues may begin whose sound ends at their mark.
  let backTiming: BackTiming
  let mentionsTime: Bool
  let mentionsSignals: Bool
  /// Whether the words of a phase mention the value of a signal.
  private let phasesMentionSignals: Bool
  /// The place of the coach in the keys of its cues; `nil` if nothing is coached.
  let coach: Int?
  /// The place of words on request in the keys of their cues.
  let request: Int

  init(_ timeline: Timeline) {
    self.timeline = timeline
    let workout = timeline.workout
    phrases = workout.phrases
    func entries(_ rules: [CueRule], from first: Int, ofStyle: Bool = false) -> [Entry] {
      rules.flatMap { $0.single }.enumerated().map { Entry($1, index: first + $0, ofStyle: ofStyle, workout.voice) }
    }
    var all = entries(workout.styleRules, from: 0, ofStyle: true)
    all += entries(workout.cues, from: all.count)
    let outline = timeline.outline
    let forSets = all.filter { $0.rule.on == .set }
    // A group that runs once is no set for a style.
    let forOne = forSets.filter { !$0.isOfStyle }
    // The workout itself is the first node, but no rule treats it as a set.
    var sets: [[Entry]] = [[]]
    var inherited: [[Entry]] = [all.filter { $0.rule.on == .phase }]
    var everyEntry = all
    for node in outline {
      let own = entries(node.cues, from: everyEntry.count)
      everyEntry += own
      let outer = inherited[node.parent]
      inherited.append(own.isEmpty ? outer : outer + own.filter { $0.rule.on == .phase })
      let outerSets = node.runsOnce ? forOne : forSets
      sets.append(!node.isGroup ? [] : own.isEmpty ? outerSets : outerSets + own.filter { $0.rule.on == .set })
    }
    // It follows all written rules, so that it never takes the number of one of them.
    let announcement = Entry(CueRule.announcement, index: everyEntry.count, ofStyle: true, workout.voice)
    var phases = [CompiledPhase?](repeating: nil, count: sets.count)
    for placed in timeline.phases {
      let isOvertime = timeline.isOvertime(SegmentID(node: placed.node, sets: []))
      // Overtime is no phase that begins, and nobody knows its end.
      var rules = isOvertime ? [] : Self.announcing(placed.phase, by: inherited[placed.node], announcement)
      if let tempo = placed.phase.tempo {
        rules.removeAll(where: { $0.leadsToEnd })
        rules += Entry.repetitions(at: tempo, firstIndex: announcement.index + 1)
      }
      phases[placed.node] = CompiledPhase(placed, of: timeline, rules: rules, phrases: phrases)
    }
    let phaseWords = phases.flatMap { $0?.everyWords ?? [] }
    phasesMentionSignals = phaseWords.contains { $0.placeholders.contains(.heartRate) }
    let words = everyEntry.compactMap { $0.rule.say } + phaseWords
    mentionsTime = words.contains { $0.placeholders.contains(.remaining) || $0.placeholders.contains(.elapsed) }
    mentionsSignals = words.contains { $0.placeholders.contains(.heartRate) }
    // It follows the rules of tempos, too.
    let tempos = timeline.phases.compactMap { $0.phase.tempo?.cues.count }
    let afterTempos = announcement.index + 1 + (tempos.max() ?? 0)
    (coach, request) = (workout.coaches ? afterTempos : nil, afterTempos + 1)
    self.workout = all.filter { $0.rule.on == .workout }
    self.sets = sets
    self.phases = phases
    planningStep = Self.planningStep(timeline, rules: everyEntry.count)
    asksForCounts = everyEntry.contains { $0.rule.condition.counted != nil }
    backTiming = BackTiming(Self.variants(of: everyEntry, outline, phrases), timeline)
    measuredFromEnd = Set(everyEntry.filter { $0.isMeasuredFromEnd }.map { $0.index })
    countRests = Dictionary(firstOf: everyEntry.compactMap { entry in entry.countRest.map { (entry.index, $0) } })
  }

  /// The rules, and copies of them with the words that they have for each name of a group.
  private static func variants(of entries: [Entry], _ outline: [OutlineNode], _ phrases: BuiltInPhrases) -> [CueRule] {
    let names = Set(outline.filter { $0.isGroup }.compactMap { $0.name }).sorted()
    return entries.flatMap { entry in
      [entry.rule]
        + names.compactMap { name in
          guard let say = entry.say(forGroupNamed: name, phrases), say != entry.rule.say else { return nil }
          var rule = entry.rule
          rule.say = say
          return rule
        }
    }
  }

  /// A minute, or less if more than a few thousand cues may lie in it, because each planned step is held in memory.
  private static func planningStep(_ timeline: Timeline, rules: Int) -> Duration {
    guard let total = timeline.total, timeline.phaseCount > 0 else { return .seconds(60) }
    let cues = max(timeline.phaseCount * (rules + 1), timeline.cueCount)
    let step = total * 4096 / cues
    return min(max(.nanoseconds(step.inNanoseconds), .milliseconds(1)), .seconds(60))
  }

  /// The rules of a phase that match its intensity. If it has words of its own that none of them says, they follow the
  /// sound at its start, or are a separate cue.
  private static func announcing(_ phase: Phase, by rules: [Entry], _ announcement: Entry) -> [Entry] {
    var rules = rules.filter { $0.rule.condition.intensity?.contains(phase.intensity) ?? true }
    guard phase.say != nil, !rules.contains(where: { $0.rule.announcesPhase }) else { return rules }
    for (index, entry) in rules.enumerated() {
      guard let announcing = entry.announcing else { continue }
      rules[index] = announcing
      return rules
    }
    return rules + [announcement]
  }

  func phase(of node: Int) -> CompiledPhase {
    guard let phase = phases[node] else { preconditionFailure("node \(node) is no phase") }
    return phase
  }

  func words(of cursor: Cursor) -> PhaseWords { phase(of: cursor.node).words(inSets: cursor.id.sets) }

  /// The end to which a number leads whose moment is `mark`; `nil` if it is none of a count to an end.
  func end(afterNumber key: CueKey, at mark: Duration) -> Duration? {
    countRests[key.rule].map { mark + .seconds(key.number) + $0 }
  }

  /// Whether the moments of a rule depend on the end of its phase or set.
  func isMeasuredFromEnd(rule index: Int) -> Bool { measuredFromEnd.contains(index) }

  /// Whether the words of an entry depend on what is measured, by themselves or by those of a phase.
  func dependsOnSignals(_ entry: Entry) -> Bool {
    mentionsSignals && entry.mayMentionSignal
      && (phasesMentionSignals || entry.rule.say?.placeholders.contains(.heartRate) ?? false)
  }
}
