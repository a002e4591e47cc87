import SessionReporting
import WorkoutEngine
import WorkoutModel

/// Compares an undisturbed run of the engine with the reference, as a whole or part by part.
struct PlanComparison {
  private let durations: PhraseDurations
  /// The cues and phases of the run that have not been compared yet.
  private var cues: [CueReport] = []
  private var phases: [(id: SegmentID, at: Duration)] = []
  /// The number of phases that have been compared.
  private var comparedPhases = 0
  private var doneInstants: [Duration] = []
  private var length = Duration.zero
  private var words: [(cue: CueKey, text: String, start: Duration, end: Duration)] = []
  /// The changes that only the run or only the reference has so far.
  private var changes: Set<ReferencePlan.Change> = []
  private var expectedChanges: Set<ReferencePlan.Change> = []
  private(set) var complaints: [String] = []

  init(_ durations: PhraseDurations) { self.durations = durations }

  /// The number of phases and cues that have not been compared yet.
  var size: Int { cues.count + phases.count }

  /// The last phase that began.
  var lastPhase: (id: SegmentID, at: Duration)? { phases.last }

  /// Adds a reaction of the engine.
  mutating func record(_ reaction: Engine.Reaction) {
    for event in reaction.events { record(event) }
    for effect in reaction.effects { record(effect) }
  }

  private mutating func record(_ event: EngineEvent) {
    switch event.kind {
    case .cueSettled(let cue) where cue.outcome != .cancelled: cues.append(cue)
    case .planNoted(let note) where note.kind == .moved || note.reason.hasSuffix("speaks then"):
      changes.insert(ReferencePlan.Change(key: note.key, onset: note.movedTo))
    case .phaseStarted(let phase): phases.append((phase.id, event.at))
    case .actionTaken(.done, .accepted, _, _): doneInstants.append(event.at)
    case .finished: length = event.at
    default: break
    }
  }

  private mutating func record(_ effect: Effect) {
    switch effect.kind {
    case .speak(let phrase, _, let cue, let align):
      let length = durations.length(of: phrase)
      let start = align == .end ? effect.due - length : effect.due
      words.append((cue, phrase.text, start, start + length))
    case .silence(let scope, _):
      words.removeAll { $0.start >= effect.due && scope.includes(wordsOf: $0.cue) }
      for index in words.indices where scope.includes(wordsOf: words[index].cue) {
        words[index].end = min(words[index].end, effect.due)
      }
    default: break
    }
  }

  /// Records every difference from the plan up to the end of its last stretch, and forgets what it has compared.
  mutating func compare(with plan: ReferencePlan) {
    let end = plan.ranges.upperBound
    comparePhases(plan, before: end)
    compareCues(plan, before: end)
    if !plan.hasOpenPhase { noteChanges(plan.changes) }
    findOverlaps(before: end)
  }

  /// Records the differences that show only at the end of the plan.
  mutating func finish(with plan: ReferencePlan) {
    let expectedLength = plan.length + plan.closing
    if length != expectedLength { complaints.append("it lasts \(length), it should last \(expectedLength)") }
    if doneInstants != plan.doneInstants {
      complaints.append("open phases are done at \(doneInstants), it should be at \(plan.doneInstants)")
    }
    // If the user ends phases, the engine also reports plans that didn't come true.
    guard !plan.hasOpenPhase else { return }
    let differences = changes.map { ($0, true) } + expectedChanges.map { ($0, false) }
    for (change, isReported) in differences.sorted(by: { $0.0.key.description < $1.0.key.description }) {
      let what = change.onset.map { "moved to \($0)" } ?? "left out"
      complaints.append("\(change.key) is \(isReported ? "" : "not ")reported as \(what)")
    }
  }

  private mutating func comparePhases(_ plan: ReferencePlan, before end: Duration) {
    let expected = plan.phases.filter { plan.ranges.contains($0.start) }.map { ($0.id, $0.start) }
    let found = phases.prefix { $0.at < end }
    if let index = zip(found, expected).enumerated().first(where: { $1.0 != $1.1 })?.offset {
      complaints.append(
        "phase \(comparedPhases + index) is \(found[index].id) at \(found[index].at), "
          + "it should be \(expected[index].0) at \(expected[index].1)")
    } else if found.count != expected.count {
      complaints.append(
        "there are \(comparedPhases + found.count) phases, there should be \(comparedPhases + expected.count)")
    }
    comparedPhases += found.count
    phases.removeFirst(found.count)
  }

  private mutating func compareCues(_ plan: ReferencePlan, before end: Duration) {
    var expected: [CueKey: [ReferenceCue]] = Dictionary(grouping: plan.cues, by: \.key)
    let shift = plan.closing
    for cue in cues where cue.due < end {
      guard let reference = expected[cue.cue]?.first else {
        complaints.append("\(cue.kind.words) \(cue.cue) of \(cue.mark) shouldn't be there")
        continue
      }
      expected[cue.cue]?.removeFirst()
      complaints += differences(cue, reference, shift).map { "\(cue.kind.words) \(cue.cue) of \(cue.mark) \($0)" }
    }
    for missing in plan.cues where expected[missing.key]?.contains(where: { $0.mark == missing.mark }) ?? false {
      complaints.append("\(missing.kind.words) \(missing.key) of \(missing.mark) is missing")
    }
    cues.removeAll { $0.due < end }
  }

  private func differences(_ cue: CueReport, _ reference: ReferenceCue, _ closing: Duration) -> [String] {
    var found: [String] = []
    func compare<Value: Equatable>(_ name: String, _ value: Value, _ expected: Value) {
      if value != expected { found.append("has the \(name) \(value), it should be \(expected)") }
    }
    let shift = reference.isClosing ? closing : .zero
    compare("moment", cue.mark, reference.mark + shift)
    compare("due time", cue.due, reference.due + shift)
    compare("kind", cue.kind, reference.kind)
    compare("words", cue.say ?? "-", reference.speech?.phrase.text ?? "-")
    compare("sound", cue.sound ?? "-", reference.sound?.name ?? "-")
    compare("set", cue.plannedSet ?? 0, reference.set ?? 0)
    compare("outcome", cue.outcome, reference.isRepeated ? .duplicate : .onTime)
    return found
  }

  /// The engine reports exactly the cues that gave way, some of them in another part.
  private mutating func noteChanges(_ expected: Set<ReferencePlan.Change>) {
    expectedChanges.formUnion(expected)
    let both = changes.intersection(expectedChanges)
    changes.subtract(both)
    expectedChanges.subtract(both)
  }

  /// Checks that no two phrases overlap, by their actual lengths.
  private mutating func findOverlaps(before end: Duration) {
    let sorted = words.filter { $0.end > $0.start }.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    for (first, second) in zip(sorted, sorted.dropFirst()) where second.start < min(first.end, end) {
      complaints.append(
        "\"\(second.text)\" from \(second.start) on meets \"\(first.text)\", which ends at \(first.end)")
    }
    // The last phrase of a part may meet one of the next.
    let last = sorted.last { $0.start < end }
    words.removeAll { $0.start < end }
    if let last { words.append(last) }
  }
}
