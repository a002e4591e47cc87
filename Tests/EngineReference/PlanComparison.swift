public import WorkoutEngine
public import WorkoutModel

/// Compares an undisturbed session with the reference.
///
/// Pass each reaction of the session to `record`. The differences show errors of the engine's planner, or of the
/// reference.
public struct PlanComparison {
  /// When a user ends a phase that has neither a length nor a cap.
  private static let doneAfter = Duration.seconds(30)
  private let timeline: Timeline
  private let durations: PhraseDurations
  private let lengths: (SegmentID) -> Duration?
  private var cues: [(report: CueReport, planned: ScheduledWarning)] = []
  /// The cues that weren't heard because nobody knows the value in their words.
  private var unknown: [ScheduledWarning] = []
  private var phases: [PhaseReport] = []
  private var starts: [Duration] = []
  private var doneInstants: [Duration] = []
  private var length = Duration.zero
  private var words: [(cue: CueKey, text: String, start: Duration, end: Duration)] = []
  /// The onsets of the first words of each cue.
  private var onsets: [CueKey: Duration] = [:]
  private var changes: Set<ReferencePlan.Change> = []

  /// Prepares the comparison with a session of a workout whose open phases the user ends after these lengths; where
  /// there is none, those without cap are done as in a rehearsal.
  public init(
    _ timeline: Timeline, _ durations: PhraseDurations = PhraseDurations(),
    lengths: @escaping (SegmentID) -> Duration? = { _ in nil }
  ) {
    self.timeline = timeline
    self.durations = durations
    self.lengths = lengths
  }

  /// The differences of a rehearsal from the reference, with open phases that the user ends after these lengths.
  public static func differences(
    _ timeline: Timeline, _ durations: PhraseDurations = PhraseDurations(),
    lengths: @escaping (SegmentID) -> Duration? = { _ in nil }
  ) -> [String] {
    if timeline.hasOvertime { return [] }
    var comparison = PlanComparison(timeline, durations, lengths: lengths)
    var rehearsal = Rehearsal(
      Engine(timeline, durations: durations), doneAfter: Self.doneAfter, lengths: lengths)
    rehearsal.run { comparison.record($0) }
    return comparison.differences
  }

  /// Adds a reaction of the engine.
  public mutating func record(_ reaction: Engine.Reaction) {
    unknown += reaction.unknown
    var settled = reaction.settled.makeIterator()
    for event in reaction.events {
      if case .cueSettled(let cue) = event.kind, let planned = settled.next(), cue.outcome != .cancelled {
        cues.append((cue, planned))
      }
      record(event)
    }
    for effect in reaction.effects { record(effect) }
  }

  private mutating func record(_ event: EngineEvent) {
    switch event.kind {
    case .planNoted(let note) where note.speaker != nil:
      changes.insert(ReferencePlan.Change(key: note.key, onset: note.movedTo))
    case .phaseStarted(let phase):
      phases.append(phase)
      starts.append(event.at)
    case .actionTaken: if event.kind.acceptedAction == .done { doneInstants.append(event.at) }
    case .finished: length = event.at
    default: break
    }
  }

  private mutating func record(_ effect: Effect) {
    switch effect.kind {
    case .speak(let said):
      let (phrase, cue, align) = (said.phrase, said.cue, said.align)
      let length = durations.length(of: phrase)
      let start = align == .end ? effect.due - length : effect.due
      words.append((cue, phrase.text, start, start + length))
      if onsets[cue] == nil { onsets[cue] = start }
    case .silence(let scope, _):
      words.removeAll { $0.start >= effect.due && scope.includes(wordsOf: $0.cue) }
      for index in words.indices where scope.includes(wordsOf: words[index].cue) {
        words[index].end = min(words[index].end, effect.due)
      }
    default: break
    }
  }

  /// Every difference from the reference, as a sentence.
  public var differences: [String] {
    let plan = ReferencePlan(
      timeline.workout, durations: durations, trackLengths: timeline.trackLengths, seed: timeline.seed,
      doneAfter: Self.doneAfter, lengths: lengths)
    var found = phaseDifferences(plan) + cueDifferences(plan) + overlaps
    let expectedLength = plan.length + plan.closing
    if length != expectedLength { found.append("it lasts \(length), it should last \(expectedLength)") }
    if doneInstants != plan.doneInstants {
      found.append("open phases are done at \(doneInstants), it should be at \(plan.doneInstants)")
    }
    // If the user ends phases, the engine also reports plans that didn't come true.
    guard !plan.hasOpenPhase else { return found }
    // Words without a value aren't said, so they don't wait either.
    let measured = Set((cues.map(\.planned) + unknown).filter { $0.speech?.isMeasured == true }.map(\.key))
    let different = changes.symmetricDifference(plan.changes).filter { !measured.contains($0.key) }
    for change in different.sorted(by: { $0.key.description < $1.key.description }) {
      let what = change.onset.map { "moved to \($0)" } ?? "left out"
      found.append("\(change.key) is \(changes.contains(change) ? "" : "not ")reported as \(what)")
    }
    return found
  }

  private func phaseDifferences(_ plan: ReferencePlan) -> [String] {
    guard phases.count == plan.phases.count else {
      return ["there are \(phases.count) phases, there should be \(plan.phases.count)"]
    }
    var numbers = NodeNumbers(timeline.workout.phrases)
    _ = numbers.group(SetGroup(.sets(1), nodes: timeline.workout.nodes), side: nil)
    return phases.indices.compactMap { index in
      let (phase, expected) = (phases[index], plan.phases[index])
      if phase.id != expected.id || starts[index] != expected.start {
        return "phase \(index) is \(phase.id) at \(starts[index]), it should be \(expected.id) at \(expected.start)"
      }
      if (phase.name, phase.reps, phase.target) != (expected.name, expected.reps, expected.target) {
        return "phase \(index) is \(phase.name), it should be \(expected.name), or has other reps or another target"
      }
      return phase.metronome == numbers.beats(of: phase.id) ? nil : "phase \(index) has other beats"
    }
  }

  private func cueDifferences(_ plan: ReferencePlan) -> [String] {
    var found: [String] = []
    var expected: [CueKey: [ReferenceCue]] = Dictionary(grouping: plan.cues, by: \.key)
    for (cue, planned) in cues {
      let name = "\(cue.kind) \(cue.cue) of \(cue.mark)"
      guard let reference = expected[cue.cue]?.first else {
        found.append("\(name) shouldn't be there")
        continue
      }
      expected[cue.cue]?.removeFirst()
      found += differences(cue, planned, reference, plan.closing).map { "\(name) \($0)" }
    }
    for planned in unknown {
      let places = expected[planned.key] ?? []
      guard let index = places.firstIndex(where: { $0.mark == planned.mark && $0.sound == nil }) else {
        found.append("\(planned.key) shouldn't be there without a value")
        continue
      }
      if planned.speech?.phrase.text != places[index].speech?.phrase.text || planned.due != places[index].due {
        found.append("\(planned.key) without a value has other words, or another place")
      }
      expected[planned.key]?.remove(at: index)
    }
    for missing in plan.cues where expected[missing.key]?.contains(where: { $0.mark == missing.mark }) ?? false {
      found.append("\(missing.kind) \(missing.key) of \(missing.mark) is missing")
    }
    return found
  }

  private func differences(
    _ cue: CueReport, _ planned: ScheduledWarning, _ reference: ReferenceCue, _ closing: Duration
  ) -> [String] {
    var found: [String] = []
    func compare<Value: Equatable>(_ name: String, _ value: Value, _ expected: Value) {
      if value != expected { found.append("has the \(name) \(value), it should be \(expected)") }
    }
    let shift = reference.isClosing ? closing : .zero
    compare("moment", cue.mark, reference.mark + shift)
    compare("due time", cue.due, reference.due + shift)
    compare("kind", cue.kind, reference.kind)
    compare("class", planned.cueClass, reference.cueClass)
    compare("span", PlanSpan(start: planned.anchor.start, end: planned.anchor.end), reference.anchor)
    let isMeasured = planned.speech?.isMeasured == true
    let words = isMeasured ? planned.speech?.phrase.text : cue.say
    compare("words", words ?? "-", reference.speech?.phrase.text ?? "-")
    compare("sound", cue.sound ?? "-", reference.sound?.name ?? "-")
    compare("set", cue.plannedSet ?? 0, reference.set ?? 0)
    compare("outcome", cue.outcome, reference.isRepeated ? .duplicate : .onTime)
    if !reference.isRepeated, !isMeasured {
      compare("onset", onsets[cue.cue], reference.speech.map { $0.onset + shift })
    }
    return found
  }

  /// The phrases that overlap, by their actual lengths.
  private var overlaps: [String] {
    let sorted = words.filter { $0.end > $0.start }.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    return zip(sorted, sorted.dropFirst()).compactMap { first, second in
      second.start >= first.end
        ? nil : "\"\(second.text)\" from \(second.start) on meets \"\(first.text)\", which ends at \(first.end)"
    }
  }
}

extension Timeline {
  /// Whether a phase may take longer than planned, which the reference doesn't know.
  var hasOvertime: Bool { phases.contains { isOvertime(SegmentID(node: $0.node, sets: [])) } }
}
