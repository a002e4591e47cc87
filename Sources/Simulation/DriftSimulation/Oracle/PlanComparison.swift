import WorkoutEngine
import WorkoutModel

/// Compares an undisturbed run of the engine with the reference.
struct PlanComparison {
  private let plan: ReferencePlan
  private let timeline: Timeline
  private var cues: [CueReport] = []
  private var phases: [(id: SegmentID, at: Duration)] = []
  private var doneInstants: [Duration] = []
  private var length = Duration.zero
  private var words: [(text: String, start: Duration, end: Duration)] = []
  private var changes: Set<ReferencePlan.Change> = []
  private(set) var complaints: [String] = []

  init(_ plan: ReferencePlan, _ timeline: Timeline) {
    self.plan = plan
    self.timeline = timeline
  }

  /// Runs the engine and records every difference.
  mutating func compare() {
    let durations = plan.durations
    var rehearsal = Rehearsal(timeline, durations: durations, doneAfter: Oracle.doneAfter)
    rehearsal.run { reaction in
      for event in reaction.events { record(event) }
      for effect in reaction.effects { record(effect, durations) }
    }
    comparePhases()
    compareCues()
    compareChanges()
    findOverlaps()
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

  private mutating func record(_ effect: Effect, _ durations: PhraseDurations) {
    switch effect.kind {
    case .speak(let phrase, _, _, let align):
      let length = durations.length(of: phrase)
      let start = align == .end ? effect.due - length : effect.due
      words.append((phrase.text, start, start + length))
    case .silence:
      words.removeAll { $0.start >= effect.due }
      for index in words.indices { words[index].end = min(words[index].end, effect.due) }
    default: break
    }
  }

  private mutating func comparePhases() {
    let expected = plan.phases.map { ($0.id, $0.start) }
    if let index = zip(phases, expected).enumerated().first(where: { $1.0 != $1.1 })?.offset {
      complaints.append(
        "phase \(index) is \(phases[index].id) at \(phases[index].at), "
          + "it should be \(expected[index].0) at \(expected[index].1)")
    } else if phases.count != expected.count {
      complaints.append("there are \(phases.count) phases, there should be \(expected.count)")
    }
    let expectedLength = plan.length + plan.closing
    if length != expectedLength { complaints.append("it lasts \(length), it should last \(expectedLength)") }
    if doneInstants != plan.doneInstants {
      complaints.append("open phases are done at \(doneInstants), it should be at \(plan.doneInstants)")
    }
  }

  private mutating func compareCues() {
    var expected: [CueKey: [ReferenceCue]] = Dictionary(grouping: plan.cues, by: \.key)
    for cue in cues {
      guard let reference = expected[cue.cue]?.first else {
        complaints.append("\(cue.kind.rawValue) \(cue.cue) of \(cue.mark) shouldn't be there")
        continue
      }
      expected[cue.cue]?.removeFirst()
      complaints += differences(cue, reference).map { "\(cue.kind.rawValue) \(cue.cue) of \(cue.mark) \($0)" }
    }
    for missing in plan.cues where expected[missing.key]?.contains(where: { $0.mark == missing.mark }) ?? false {
      complaints.append("\(missing.kind.rawValue) \(missing.key) of \(missing.mark) is missing")
    }
  }

  private func differences(_ cue: CueReport, _ reference: ReferenceCue) -> [String] {
    var found: [String] = []
    func compare<Value: Equatable>(_ name: String, _ value: Value, _ expected: Value) {
      if value != expected { found.append("has the \(name) \(value), it should be \(expected)") }
    }
    let shift = reference.isClosing ? plan.closing : .zero
    compare("moment", cue.mark, reference.mark + shift)
    compare("due time", cue.due, reference.due + shift)
    compare("kind", cue.kind, reference.kind)
    compare("words", cue.say ?? "-", reference.speech?.phrase.text ?? "-")
    compare("sound", cue.sound ?? "-", reference.sound?.name ?? "-")
    compare("set", cue.plannedSet ?? 0, reference.set ?? 0)
    compare("outcome", cue.outcome, reference.isRepeated ? .duplicate : .onTime)
    return found
  }

  /// The engine reports exactly the cues that gave way; if the user ends phases, it also reports plans that didn't come
  /// true.
  private mutating func compareChanges() {
    guard !plan.phases.contains(where: \.isOpen) else { return }
    for change in changes.symmetricDifference(plan.changes).sorted(by: { $0.key.description < $1.key.description }) {
      let isReported = changes.contains(change)
      let what = change.onset.map { "moved to \($0)" } ?? "left out"
      complaints.append("\(change.key) is \(isReported ? "" : "not ")reported as \(what)")
    }
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
