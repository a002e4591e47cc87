import WorkoutEngine
import WorkoutModel

/// The required behaviour of an undisturbed session: its phases, its cues with places and words, and those that give
/// way.
///
/// It is written from the description of the workout file, slow and simple, and shares only the types of the model and
/// the random generator with the engine. Whatever depends on an open phase becomes known when the phase is done, so the
/// plan is made in epochs, each from one such instant to the next with the knowledge at its start.
struct ReferencePlan {
  /// A cue that arbitration has moved, or whose words it has removed.
  struct Change: Hashable {
    let key: CueKey
    /// The new start of its words; `nil` if they are left out.
    let onset: Duration?
  }

  /// The phases in order.
  private(set) var phases: [ReferenceLayout.LaidPhase] = []
  /// The cues by their due times.
  private(set) var cues: [ReferenceCue] = []
  private(set) var changes: Set<Change> = []
  /// The instants at which the open phases were done.
  private(set) var doneInstants: [Duration] = []
  /// The length of the whole workout.
  private(set) var length = Duration.zero
  /// Whether the user can end a phase.
  private(set) var hasOpenPhase = false
  /// The cues whose words wait for others when the user says that a phase is done.
  private var waiting: [ReferenceCue] = []
  /// The cues that were left out at the very moment of that.
  private var leftOut: [ReferenceCue] = []
  /// The length of the closing fade of bed and track, if the user causes the end.
  private(set) var closing = Duration.zero

  /// The distance past the end of an epoch up to which moments are searched: speech there may block earlier words, and
  /// a name waits up to ten minutes.
  private static let lookAhead = Duration.seconds(660)

  private let workout: Workout
  let durations: PhraseDurations
  private let trackLengths: [String: Duration]
  private let seed: UInt64
  private let doneAfter: Duration
  private let lengths: (SegmentID) -> Duration?

  /// Makes the plan of a workout with phrases of the lengths in `durations`. An open phase is done after its length in
  /// `lengths`, or else one without a cap `doneAfter` after its start, unless the clock ends it before.
  init(
    _ workout: Workout, durations: PhraseDurations, trackLengths: [String: Duration] = [:],
    seed: UInt64, doneAfter: Duration, lengths: @escaping (SegmentID) -> Duration?
  ) {
    self.seed = seed
    self.workout = workout
    self.durations = durations
    self.trackLengths = trackLengths
    self.doneAfter = doneAfter
    self.lengths = lengths
    var ended: [SegmentID: Duration] = [:]
    var begun: [ReferenceCue] = []
    var position = Duration.zero
    var isLeft = true
    while true {
      let count = cues.count
      let layout = ReferenceLayout(workout, trackLengths, seed: seed, ended: ended)
      let open = firstOpen(in: layout, besides: ended)
      let done = open?.at
      if done == nil { close(layout, at: position, ended) }
      let last = done ?? layout.whole.span.end ?? .zero
      if isLeft { waiting.removeAll { !Self.belongs($0, from: position, layout) } }
      let candidates = candidates(layout, ended, in: position..<last + Self.lookAhead)
      begun = begun.filter { !isLeft || Self.goesOn($0, from: position, layout) }
      let decisions = ReferenceArbitrator.decisions(about: candidates, beside: begun, from: position) {
        $0.speech(at: $1, durations)
      }
      settle(candidates, decisions, to: done)
      begun += cues[count...]
      guard let open, let done else {
        finish(layout)
        break
      }
      // Before the least time of the phase it takes effect then.
      let effective = max(done, open.phase.start + (open.phase.phase.atLeast ?? .zero))
      isLeft = effective == done
      ended[open.phase.id] = effective
      doneInstants.append(done)
      position = done
    }
  }

  private mutating func finish(_ layout: ReferenceLayout) {
    phases = layout.phases
    length = layout.whole.span.end ?? .zero
    hasOpenPhase = layout.whole.isOpen
    cues.sort { $0.due < $1.due }
  }

  /// Computes the closing fade if the user has just ended the last phase. It is no longer than the clock would have let
  /// bed and track play.
  private mutating func close(_ layout: ReferenceLayout, at position: Duration, _ ended: [SegmentID: Duration]) {
    guard let last = layout.phases.last, doneInstants.last == position, last.end == position else { return }
    closing = workout.closingFade(in: last.phase)
    let others = ended.filter { $0.key != last.id }
    let untouched = ReferenceLayout(workout, trackLengths, seed: seed, ended: others).phases.first { $0.id == last.id }
    if let end = untouched?.end { closing = min(closing, end - position) }
  }

  /// The first open phase that the user has to end, and when.
  private func firstOpen(
    in layout: ReferenceLayout, besides ended: [SegmentID: Duration]
  ) -> (phase: ReferenceLayout.LaidPhase, at: Duration)? {
    for phase in layout.phases where phase.isOpen && ended[phase.id] == nil {
      let least = phase.phase.atLeast ?? .zero
      guard let wait = lengths(phase.id) ?? (phase.hasCap ? nil : max(doneAfter, least)) else { continue }
      if phase.end.map({ $0 > phase.start + wait }) ?? true { return (phase, phase.start + wait) }
    }
    return nil
  }

  /// Whether the words of a cue, which began before the user ended a phase at a position, don't end with it: they
  /// belong to the workout or to a set to which the next phase belongs, too.
  private static func goesOn(_ cue: ReferenceCue, from position: Duration, _ layout: ReferenceLayout) -> Bool {
    guard let speech = cue.speech, speech.onset + speech.length > position else { return false }
    return belongs(cue, from: position, layout)
  }

  /// Whether a cue belongs to the workout, or to a set to which the next phase belongs, too.
  private static func belongs(_ cue: ReferenceCue, from position: Duration, _ layout: ReferenceLayout) -> Bool {
    guard let next = layout.phases.first(where: { $0.start >= position && $0.end != position }) else { return false }
    switch cue.rule.on {
    case .workout: return true
    case .phase: return false
    case .set:
      return next.around.contains(ReferenceLayout.SetID(group: cue.key.node, sets: cue.key.sets.map { $0 - 1 }))
    }
  }

  /// The cues with moments in a stretch that can begin in it, as their rules specify them.
  private func candidates(
    _ layout: ReferenceLayout, _ ended: [SegmentID: Duration], in stretch: Range<Duration>
  ) -> [ReferenceCue] {
    let expansion = ReferenceExpansion(
      source: ReferenceWords.Source(workout, layout), trackLengths: trackLengths, ended: ended,
      beyond: beyond(layout, ended), rules: Self.rules(of: workout), durations: durations,
      stretch: waiting.isEmpty ? stretch : max(.zero, stretch.lowerBound - Self.lookAhead)..<stretch.upperBound,
      count: count(at: stretch.lowerBound))
    let settled = Set(cues.map(\.key))
    // Cues that would have had to begin before can't begin any more.
    let start = stretch.lowerBound
    return expansion.cues().filter { cue in
      func isAmong(_ list: [ReferenceCue]) -> Bool { list.contains { $0.key == cue.key && $0.mark == cue.mark } }
      if isAmong(leftOut) { return false }
      if isAmong(waiting), !settled.contains(cue.key) { return true }
      return cue.due >= start && !(cue.due == start && settled.contains(cue.key))
    }
  }

  /// The rule and the end of a count to an end of which a number was heard in the last second.
  private func count(at position: Duration) -> (rule: Int, last: Duration, end: Duration)? {
    let numbers = cues.filter { cue in
      guard cue.rule.count != nil, case .end = cue.rule.at else { return false }
      return cue.mark <= position
    }
    guard let last = numbers.max(by: { $0.mark < $1.mark }), position - last.mark <= .seconds(1),
      let end = last.anchor.end
    else { return nil }
    return end >= position ? (last.key.rule, last.mark, end) : nil
  }

  /// Adds the cues that begin before a position, after the decisions about conflicts between them.
  private mutating func settle(
    _ candidates: [ReferenceCue], _ decisions: [ReferenceArbitrator.Decision], to end: Duration?
  ) {
    let settled = Set(cues.map(\.key))
    (waiting, leftOut) = ([], [])
    for (candidate, decision) in zip(candidates, decisions) {
      var cue = candidate
      if cue.due == end, decision == .leftOut || (cue.speech == nil && cue.sound == nil) { leftOut.append(cue) }
      switch decision {
      case .unchanged: break
      case .moved(let words): cue.speak(words)
      case .leftOut: cue.speech = nil
      }
      if decision == .leftOut, cue.due <= end ?? .seconds(1 << 40) { changes.insert(Change(key: cue.key, onset: nil)) }
      guard cue.due <= end ?? .seconds(1 << 40) else {
        if let end, candidate.due < end { waiting.append(cue) }
        continue
      }
      if decision != .unchanged { changes.insert(Change(key: cue.key, onset: cue.speech?.onset)) }
      guard cue.speech != nil || cue.sound != nil else { continue }
      cue.isRepeated = settled.contains(cue.key)
      cue.isClosing = closing > .zero
      cues.append(cue)
    }
  }

  /// The phase after an open one that has not been ended, if that ended at once.
  private func beyond(_ layout: ReferenceLayout, _ ended: [SegmentID: Duration]) -> ReferenceLayout.LaidPhase? {
    guard let last = layout.phases.last, last.end == nil else { return nil }
    // A phase that is as long as this one lasts some time, though so little that billions of them may follow.
    let soon = last.start + .nanoseconds(10)
    let place = layout.phases.count
    let further = ReferenceLayout(
      workout, trackLengths, seed: seed, ended: ended.merging([last.id: soon]) { $1 }, atMost: place + 1)
    return place < further.phases.count ? further.phases[place] : nil
  }

  /// All rules: the style's, the workout's, and those of the groups and phases in the order of the file.
  private static func rules(of workout: Workout) -> [ReferenceExpansion.PlacedRule] {
    var rules: [ReferenceExpansion.PlacedRule] = []
    func add(_ own: [CueRule], owner: Int, ofStyle: Bool = false) {
      for written in own {
        for moment in written.moments {
          var rule = written
          (rule.at, rule.further) = (moment, [])
          rules.append(
            ReferenceExpansion.PlacedRule(
              index: rules.count, rule: rule, owner: owner, kind: rule.kind(ofStyle: ofStyle)))
        }
      }
    }
    add(workout.styleRules, owner: 0, ofStyle: true)
    add(workout.cues, owner: 0)
    var numbers = NodeNumbers(workout.phrases)
    func walk(_ group: NumberedGroup) {
      for child in group.all {
        switch child {
        case .phase(let run): add(run.phase.cues, owner: run.node)
        case .group(let inner):
          add(inner.group.cues, owner: inner.node)
          walk(inner)
        }
      }
    }
    walk(numbers.group(SetGroup(.sets(1), nodes: workout.nodes), side: nil))
    return rules
  }
}
