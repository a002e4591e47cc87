extension WorkoutCheck {
  mutating func checkPhase(_ phase: Phase, at path: FieldPath, in groups: [EnclosingGroup]) {
    let place = RulePlace(.phase(mayHaveReps: mayHaveReps(phase, at: path)), groups: groups)
    checkLength(phase.name, Limits.text, path.key("name"))
    checkEnd(of: phase, at: path, in: groups)
    checkSkip(phase.skip, path.key("skip"), in: groups)
    checkPhaseText(phase.say, path.key("say"), in: place)
    checkLength(phase.notes, Limits.remark, path.key("notes"))
    if case .bed(let ambient) = phase.ambient { checkAmbient(ambient, path.key("ambient")) }
    if let track = phase.track { checkTrack(track, path.key("track")) }
    checkRules(phase.cues, at: path.key("cues"), in: place)
  }

  private mutating func checkEnd(of phase: Phase, at path: FieldPath, in groups: [EnclosingGroup]) {
    switch phase.end {
    case .open(let reps, let cap):
      if let reps { checkRange(reps, Limits.reps, path.key("reps")) }
      checkRange(cap, Limits.phaseLength, path.key("cap"))
    case .after(.fixed(let length)):
      checkRange(length, Limits.phaseLength, path.key("duration"))
    case .after(.perSet(let lengths)):
      checkList(lengths, path.key("duration"), in: groups)
    case .after(.progression(let from, let growth)):
      checkProgression(Progression(from: from, by: growth, skip: phase.skip), path.key("duration"), in: groups)
    case .after(.track):
      if phase.track == nil, !isUnknown(path.key("track")) {
        report(path.key("duration"), "\"track\" needs a \"track\" beside it: a sound file that sets the length")
      }
    }
  }

  private mutating func checkList(_ lengths: [Duration], _ path: FieldPath, in groups: [EnclosingGroup]) {
    for (index, length) in lengths.enumerated() { checkRange(length, Limits.phaseLength, path.index(index)) }
    guard let group = groups.last else {
      return report(path, "a list has one duration a set, but no set group is around this phase")
    }
    guard let repetition = group.repetition else { return }
    guard let sets = repetition.sets else {
      return report(path, "a list needs a number of sets, but the group around this phase has \"for\"")
    }
    if lengths.count != sets {
      report(path, "must have one duration for each of the group's \(count(sets, "set")), has \(lengths.count)")
    }
  }

  private mutating func checkProgression(
    _ progression: Progression, _ path: FieldPath, in groups: [EnclosingGroup]
  ) {
    let before = problems.count
    checkRange(progression.from, Limits.phaseLength, path.key("from"))
    checkRange(progression.by, Limits.growth, path.key("by"))
    guard let group = groups.last else {
      return report(path, "\"from\" and \"by\" go from set to set, but no set group is around this phase")
    }
    let isReadable = !isUnknown(path.key("from")) && !isUnknown(path.key("by")) && problems.count == before
    guard isReadable, let sets = group.repetition?.sets, Limits.sets.contains(sets) else { return }
    guard let broken = progression.firstSetOutside(sets: sets) else { return }
    let length = DurationText.write(progression.length(inSet: broken))
    report(path, "comes to \(length) in set \(broken) of \(sets): must stay within 0s…24h")
  }

  private mutating func checkSkip(_ skip: SkippedSet?, _ path: FieldPath, in groups: [EnclosingGroup]) {
    guard let skip else { return }
    guard let group = groups.last else {
      return report(path, "no set group is around this phase, so it has no set to be left out of")
    }
    if skip == .last, group.isTimed {
      report(path, "the last set of a group with \"for\" is unknown; \"first\" is allowed")
    }
  }

  private func mayHaveReps(_ phase: Phase, at path: FieldPath) -> Bool {
    if case .open(.some, _) = phase.end { return true }
    return ["duration", "open", "reps"].contains { isUnknown(path.key($0)) }
  }

  private func count(_ number: Int, _ noun: String) -> String { number == 1 ? "1 \(noun)" : "\(number) \(noun)s" }
}

extension WorkoutCheck {
  /// A length that changes by the same amount from set to set.
  struct Progression {
    let from: Duration
    let by: Duration
    /// A set without the phase, whose length doesn't matter.
    let skip: SkippedSet?

    /// The length in a set, counted from 1.
    func length(inSet set: Int) -> Duration { from + by * (set - 1) }

    /// The first set, counted from 1, in which the length is below 0 or above the longest phase.
    ///
    /// Needs `from`, `by` and `sets` within their limits. Closed form: the length changes one way only.
    func firstSetOutside(sets: Int) -> Int? {
      let first = skip == .first ? 2 : 1
      let last = skip == .last ? sets - 1 : sets
      guard first <= last else { return nil }
      let start = from.inNanoseconds
      let step = by.inNanoseconds
      let margin = step < 0 ? start : Limits.phaseLength.upperBound.inNanoseconds - start
      guard step != 0 else { return nil }
      let outside = max(first, margin / abs(step) + 2)
      return outside <= last ? outside : nil
    }
  }
}
