extension WorkoutCheck {
  mutating func checkPhase(_ phase: Phase, at path: FieldPath, in groups: [EnclosingGroup]) {
    let mayHaveSides = phase.sides != nil || groups.contains(where: { $0.hasSides }) || isUnknown(path.key("sides"))
    let place = RulePlace(
      .phase(
        mayHaveReps: phase.reps != nil || isUnknown(path.key("reps")),
        mayHaveTarget: phase.target != nil || isUnknown(path.key("target")), mayHaveSides: mayHaveSides),
      groups: groups)
    checkValues(phase.name, path.key("name"), in: groups) { $0.checkName($1, $2, in: place) }
    checkEnd(of: phase, at: path, in: groups)
    checkOvertime(of: phase, at: path)
    checkStages(of: phase, at: path)
    checkReps(of: phase, at: path, in: groups)
    checkSkip(phase.skip, path.key("skip"), in: groups)
    checkSides(phase.sides, at: path)
    checkValues(phase.say, path.key("say"), in: groups) { $0.checkPhaseText($1, $2, in: place) }
    checkValues(phase.target, path.key("target"), in: groups) { $0.checkLength($1.description, Limits.target, $2) }
    checkValues(phase.notes, path.key("notes"), in: groups) { $0.checkRemark($1, Limits.remark, $2, in: place) }
    if case .bed(let ambient) = phase.ambient { checkAmbient(ambient, path.key("ambient")) }
    if let track = phase.track { checkTrack(track, path.key("track")) }
    checkMetronome(phase.metronome, path.key("metronome"), in: groups, skip: phase.skip)
    checkCoach(phase.coach, path.key("coach"))
    checkRules(phase.cues, at: path.key("cues"), in: place)
  }

  private mutating func checkEnd(of phase: Phase, at path: FieldPath, in groups: [EnclosingGroup]) {
    switch phase.end {
    case .open(let cap, let atLeast, let until):
      checkRange(cap, Limits.phaseLength, path.key("cap"))
      checkLeast(atLeast, cap, path)
      if let until { checkUntil(until, cap, path) }
    case .after(.fixed(let length)):
      checkRange(length, Limits.phaseLength, path.key("duration"))
    case .after(.perSet(let lengths)):
      checkList(lengths, path.key("duration"), in: groups)
    case .after(.progression(let from, let growth)):
      let progression = Progression(from: from, by: growth, skip: phase.skip)
      checkProgression(progression, path.key("duration"), in: groups)
    case .after(.track):
      if phase.track == nil, !isUnknown(path.key("track")) {
        report(path.key("duration"), "\"track\" needs a \"track\" beside it: a sound file that sets the length")
      }
    case .after(.tempo(let tempo)): checkTempo(tempo, of: phase, at: path, in: groups)
    case .after(.random(let length)): checkRandom(length, path.key("duration").key("random"))
    case .after(.relative(let length)): checkRelative(length, at: path)
    }
  }

  private mutating func checkTempo(
    _ tempo: Tempo, of phase: Phase, at path: FieldPath, in groups: [EnclosingGroup]
  ) {
    guard let reps = phase.reps else {
      guard !isUnknown(path.key("reps")) else { return }
      return report(path.key("tempo"), "needs \"reps\" beside it: the phase lasts as long as they take")
    }
    let longest = Limits.phaseLength.upperBound
    if let name = reps.group, let group = groups.last?.name, group != name.inEnglish {
      report(path.key("reps"), "must be taken by the sets of the innermost group where they have a \"tempo\"")
    }
    switch reps {
    case .perSet(let counts):
      guard let most = counts.values.max(), Limits.reps.contains(most), tempo.length * most > longest else { return }
      report(path.key("reps"), "take longer than 24 hours at this tempo")
    case .progression(let from, let growth):
      guard let sets = groups.last?.repetition?.sets, Limits.sets.contains(sets), Limits.reps.contains(from),
        Limits.repsGrowth.contains(growth)
      else { return }
      let last = from + growth * (sets - 1)
      guard Limits.reps.contains(last), tempo.length * max(from, last) > longest else { return }
      report(path.key("reps"), "take longer than 24 hours at this tempo")
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
    guard isReadable, let sets = group.repetition?.sets else { return }
    checkProgression(progression, sets: sets, path)
  }

  mutating func checkProgression(_ progression: Progression, sets: Int, _ path: FieldPath) {
    guard Limits.sets.contains(sets), let broken = progression.firstSetOutside(sets: sets) else { return }
    let length = DurationText.write(progression.length(inSet: broken))
    let limits = [progression.limits.lowerBound, progression.limits.upperBound].map { DurationText.write($0) }
    report(
      path, "comes to \(length) in set \(broken) of \(sets): must stay within \(limits.joined(separator: "…"))")
  }

  private func count(_ number: Int, _ noun: String) -> String { number == 1 ? "1 \(noun)" : "\(number) \(noun)s" }
}

extension WorkoutCheck {
  /// A length that changes linearly from set to set.
  struct Progression {
    let from: Duration
    let by: Duration
    /// Sets without the phase, which are not checked.
    let skip: SkippedSets?
    var limits = Limits.phaseLength

    func length(inSet set: Int) -> Duration { from + by * (set - 1) }

    /// The first set, counted from 1, in which the length is outside the limits.
    ///
    /// Requires `from`, `by` and `sets` within their limits. The length is monotonic, so the result is in closed
    /// form.
    func firstSetOutside(sets: Int) -> Int? {
      let first = skip == .first ? 2 : 1
      let last = skip == .last ? sets - 1 : sets
      guard first <= last else { return nil }
      let start = from.inNanoseconds
      let step = by.inNanoseconds
      let margin = step < 0 ? start - limits.lowerBound.inNanoseconds : limits.upperBound.inNanoseconds - start
      guard step != 0 else { return nil }
      let outside = max(first, Int(clamping: margin / abs(step) + 2))
      return outside <= last ? outside : nil
    }
  }
}
