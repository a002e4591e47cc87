import SessionReporting
import WorkoutEngine
import WorkoutModel

/// Compares an undisturbed run of the engine with the reference.
struct PlanComparison {
  private let durations: PhraseDurations
  private var cues: [CueReport] = []
  private var phases: [(id: SegmentID, at: Duration)] = []
  private var doneInstants: [Duration] = []
  private var length = Duration.zero
  private var words: [(cue: CueKey, text: String, start: Duration, end: Duration)] = []
  private var changes: Set<ReferencePlan.Change> = []
  private(set) var complaints: [String] = []

  init(_ durations: PhraseDurations) { self.durations = durations }

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

  /// Records every difference from the reference.
  mutating func compare(with plan: ReferencePlan) {
    comparePhases(plan)
    compareCues(plan)
    findOverlaps()
    let expectedLength = plan.length + plan.closing
    if length != expectedLength { complaints.append("it lasts \(length), it should last \(expectedLength)") }
    if doneInstants != plan.doneInstants {
      complaints.append("open phases are done at \(doneInstants), it should be at \(plan.doneInstants)")
    }
    // If the user ends phases, the engine also reports plans that didn't come true.
    guard !plan.hasOpenPhase else { return }
    for change in changes.symmetricDifference(plan.changes).sorted(by: { $0.key.description < $1.key.description }) {
      let what = change.onset.map { "moved to \($0)" } ?? "left out"
      complaints.append("\(change.key) is \(changes.contains(change) ? "" : "not ")reported as \(what)")
    }
  }

  private mutating func comparePhases(_ plan: ReferencePlan) {
    let expected = plan.phases.map { ($0.id, $0.start) }
    if let index = zip(phases, expected).enumerated().first(where: { $1.0 != $1.1 })?.offset {
      complaints.append(
        "phase \(index) is \(phases[index].id) at \(phases[index].at), "
          + "it should be \(expected[index].0) at \(expected[index].1)")
    } else if phases.count != expected.count {
      complaints.append("there are \(phases.count) phases, there should be \(expected.count)")
    }
  }

  private mutating func compareCues(_ plan: ReferencePlan) {
    var expected: [CueKey: [ReferenceCue]] = Dictionary(grouping: plan.cues, by: \.key)
    for cue in cues {
      guard let reference = expected[cue.cue]?.first else {
        complaints.append("\(cue.kind.words) \(cue.cue) of \(cue.mark) shouldn't be there")
        continue
      }
      expected[cue.cue]?.removeFirst()
      complaints += differences(cue, reference, plan.closing)
        .map { "\(cue.kind.words) \(cue.cue) of \(cue.mark) \($0)" }
    }
    for missing in plan.cues where expected[missing.key]?.contains(where: { $0.mark == missing.mark }) ?? false {
      complaints.append("\(missing.kind.words) \(missing.key) of \(missing.mark) is missing")
    }
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

  /// Checks that no two phrases overlap, by their actual lengths.
  private mutating func findOverlaps() {
    let sorted = words.filter { $0.end > $0.start }.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    for (first, second) in zip(sorted, sorted.dropFirst()) where second.start < first.end {
      complaints.append(
        "\"\(second.text)\" from \(second.start) on meets \"\(first.text)\", which ends at \(first.end)")
    }
  }
}
