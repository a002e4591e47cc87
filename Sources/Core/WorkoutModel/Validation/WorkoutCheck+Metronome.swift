extension WorkoutCheck {
  /// Checks the metronome of a phase, or of a group, which is the last of `groups` then.
  mutating func checkMetronome(
    _ metronome: Metronome?, _ path: FieldPath, in groups: [EnclosingGroup], skip: SkippedSets? = nil
  ) {
    guard let metronome else { return }
    switch metronome.pace {
    case .perMinute(let rate): checkRate(rate, path.key("bpm"))
    case .perSet(let rates): checkValues(rates, path.key("bpm"), in: groups) { $0.checkRate($1, $2) }
    case .progression(let from, let growth):
      let growing = GrowingNumber(
        from: from.millionths, by: growth.millionths, limits: Limits.beatMillionths, growthLimits: Limits.beatGrowth,
        unit: BeatsPerMinute.unit)
      checkProgression(growing, skip: skip, path.key("bpm"), in: groups)
    case .every(let length): checkRange(length, Limits.beatInterval, path.key("every"))
    }
    checkCueSound(metronome.sound, path.key("sound"))
    if let accent = metronome.accent { checkRange(accent, Limits.accent, path.key("accent")) }
    checkRange(metronome.gain, Limits.gain, path.key("gain"))
  }

  private mutating func checkRate(_ rate: BeatsPerMinute, _ path: FieldPath) {
    if Limits.beatMillionths.contains(rate.millionths) { return }
    report(path, Complaint.range(Limits.beatsPerMinute, got: rate))
  }
}

extension Timeline {
  /// The metronomes with at most one audible beat, with the reasons, in the order of the file: their phases are not
  /// longer than the period, or all have their own metronome.
  ///
  /// A phase that only the user ends may have any number of beats.
  package var unheardMetronomes: [Problem] {
    let reaches = outline.map { node -> (path: FieldPath, metronome: Metronome, length: Duration?)? in
      guard let metronome = node.metronome else { return nil }
      let sets = layout.group(node.isGroup ? node.node : node.parent).sets
      let path = path(ofNode: node.node).key("metronome")
      return (path, metronome.fastest(inSets: sets), longestPhase(beatenBy: node.node))
    }
    var unheard: [Problem] = []
    // A node with sides has a layout node for each side.
    for case (let path, let metronome, let length)? in reaches where !unheard.contains(where: { $0.path == path }) {
      guard let reason = Self.reason(metronome, length) else { continue }
      unheard.append(Problem(path, reason))
    }
    return unheard
  }

  private static func reason(_ metronome: Metronome, _ longest: Duration?) -> String? {
    guard let longest else { return "has no effect: each phase in it has a metronome of its own" }
    if longest == .zero { return "has no effect: the phase lasts no time" }
    guard metronome.period.count(within: longest) < 2 else { return nil }
    return "has only one beat: the next would come after \(DurationText.write(longest)), when the phase is over"
  }

  package func path(ofNode node: Int) -> FieldPath { layout.nodes[node].path }

  /// The length of the longest phase with a node's metronome; `nil` if none has it.
  private func longestPhase(beatenBy owner: Int) -> Duration? {
    layout.leaves.map { $0.node }.filter { layout.metronomeOwner(of: $0) == owner }.map(layout.longest(ofPhase:)).max()
  }
}

extension Layout {
  /// The node whose metronome a phase has: its own, or the innermost enclosing group with one.
  fileprivate func metronomeOwner(of phase: Int) -> Int? { path(to: phase).last { nodes[$0].metronome != nil } }

  /// The largest length of a phase in any set; the longest possible one if only the user ends it.
  func longest(ofPhase node: Int) -> Duration {
    let group = group(parents[node])
    switch leaf(node).length {
    case .linear(let first, let step):
      guard let sets = group.sets else { return step > 0 ? Limits.phaseLength.upperBound : .nanoseconds(first) }
      return .nanoseconds(max(first, first + step * Int64(sets - 1)))
    case .list(let lengths): return .nanoseconds(lengths.max() ?? 0)
    case .open(let cap): return cap.map { .nanoseconds($0) } ?? Limits.phaseLength.upperBound
    case .remainder: return group.pace.longestInterval.map { .nanoseconds($0) } ?? .zero
    case .random(let length, _): return length.longest
    case .relative: return Limits.phaseLength.upperBound
    }
  }
}
