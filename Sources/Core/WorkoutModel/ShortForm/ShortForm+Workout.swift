extension ShortForm {
  /// The workout that the form stands for.
  public var workout: Workout {
    let name = description
    let isShort = name.unicodeScalars.count <= Limits.nameLength
    let title = isShort ? name : String(name.unicodeScalars.prefix(Limits.nameLength - 1)) + "…"
    let kinds = parts.reduce(into: Set()) { $0.formUnion($1.kinds) }
    let style: Style = kinds == [.effort] ? .hiit : kinds == [.stillness] ? .meditation : .silent
    let ready = parts.firstIndex(where: { $0.needsReady })
    let nodes = parts.enumerated().flatMap { index, part in
      (index == ready ? [.phase(Phase(PerSet(.getReady), .prepare, .after(.fixed(Self.ready))))] : [])
        + part.nodes(in: style)
    }
    var workout = Workout(name: title, style: style, nodes: nodes)
    if style == .silent { workout.cues = rules(for: kinds, in: workout) }
    return workout
  }

  static let ready = Duration.seconds(10)
  static let breathing = Duration.seconds(300)

  enum Kind {
    case effort, stillness, breath
  }

  /// The rules of a workout of more than one kind, or of breaths: each phase sounds as in a workout of its own kind.
  private func rules(for kinds: Set<Kind>, in workout: Workout) -> [CueRule] {
    var rules: [CueRule] = []
    if kinds.contains(.effort) {
      // Nobody wants to hear "Last breath".
      let hiit = Style.hiit.rules.filter { $0.id != Style.lastSetID || !kinds.contains(.breath) }
      rules += hiit.map { rule in
        var rule = rule
        let intensities = rule.condition.intensity ?? Intensity.allCases
        if rule.on == .phase { rule.condition.intensity = intensities.filter { $0 != .sit } }
        return rule
      }
    } else if parts.last?.kinds.contains(.breath) == true {
      rules.append(CueRule(on: .workout, at: .end(offset: .zero), sound: CueSound("bowl")))
    }
    var all = workout
    all.cues = rules
    // Those that would never sound are left out, as a reader of the file would do.
    let idle = (try? Timeline(unchecked: all))?.ineffective.map { $0.path } ?? []
    return rules.enumerated().filter { index, _ in
      !idle.contains { $0.steps.starts(with: FieldPath.root.key("cues").index(index).steps) }
    }.map { $0.element }
  }
}

extension ShortForm.Part {
  /// Whether ten seconds to get ready stand before it.
  var needsReady: Bool {
    switch self {
    case .intervals, .emom, .amrap, .forTime: true
    case .countdown, .sit, .breath: false
    case .rounds(_, let parts, _): parts.contains(where: { $0.needsReady })
    }
  }

  var kinds: Set<ShortForm.Kind> {
    switch self {
    case .intervals, .emom, .amrap, .forTime, .countdown: [.effort]
    case .sit: [.stillness]
    case .breath: [.breath]
    case .rounds(let count, let parts, let rest):
      parts.reduce(into: rest > .zero && count > 1 ? [.effort] : []) { $0.formUnion($1.kinds) }
    }
  }

  func nodes(in style: Style) -> [Node] {
    switch self {
    case .intervals(let sets, let work, let rest, let names):
      let phases = [Self.work(names, .after(.fixed(work)))] + Self.rest(rest, between: sets)
      return [.group(SetGroup(.sets(sets), nodes: phases))]
    case .emom(let minutes, let names):
      let repetition = Repetition.interval(sets: minutes, every: .seconds(60))
      return [
        .group(SetGroup(repetition, name: BuiltInWord.minute.placeholder, nodes: [Self.work(names, .open(cap: nil))]))
      ]
    case .amrap(let length, let names):
      return [.group(SetGroup(.total(length), name: BuiltInWord.round.placeholder, nodes: Self.stations(names)))]
    case .forTime(let rounds, let cap, let names):
      let repetition = cap.map { Repetition.capped(sets: rounds, cap: $0) } ?? .sets(rounds)
      return [.group(SetGroup(repetition, name: BuiltInWord.round.placeholder, nodes: Self.stations(names)))]
    case .countdown(let length, let name):
      return [.phase(Phase(name.map { PerSet($0) } ?? PerSet(.countdown), .high, .after(.fixed(length))))]
    case .sit(let length, let bells):
      var cues = bells.map { [CueRule(on: .phase, at: .every($0), sound: CueSound("bowl"))] } ?? []
      if style != .meditation { cues = Self.gongs + cues }
      return [.phase(Phase(PerSet(.sit), .sit, .after(.fixed(length)), cues: cues))]
    case .breath(let lengths, let rounds): return [.group(Self.breaths(lengths, rounds))]
    case .rounds(let count, let parts, let rest):
      return [
        .group(
          SetGroup(
            .sets(count), name: BuiltInWord.round.placeholder,
            nodes: parts.flatMap { $0.nodes(in: style) } + Self.rest(rest, between: count))
        )
      ]
    }
  }

  /// The gongs of a sit, which the style `meditation` has by itself.
  private static let gongs = [
    CueRule(on: .phase, at: .start(offset: .zero), sound: CueSound("gong")),
    CueRule(on: .phase, at: .end(offset: .zero), sound: CueSound("gong", strikes: 3), cueClass: .completion),
  ]

  private static func work(_ names: [String], _ end: PhaseEnd) -> Node {
    .phase(Phase(PerSet(list: names) ?? PerSet(.work), .high, end))
  }

  /// A rest between sets; none where it would never come.
  private static func rest(_ length: Duration, between sets: Int) -> [Node] {
    length > .zero && sets > 1 ? [.phase(Phase(PerSet(.rest), .rest, .after(.fixed(length)), skip: .last))] : []
  }

  /// The phases of a round, each of which ends when the user says so.
  private static func stations(_ names: [String]) -> [Node] {
    (names.isEmpty ? [BuiltInWord.work.placeholder] : names).map { .phase(Phase(PerSet($0), .high, .open(cap: nil))) }
  }

  /// As many breaths as come nearest to five minutes.
  private static func wholeBreaths(of length: Duration) -> Int {
    let (breathing, length) = (ShortForm.breathing.inNanoseconds, length.inNanoseconds)
    return Int(max(1, (2 * breathing + length) / (2 * length)))
  }

  private static func breaths(_ lengths: [Duration], _ rounds: Int?) -> SetGroup {
    let phases = zip([BuiltInWord.in, .hold, .out, .hold], lengths).filter { $1 > .zero }.map { name, length in
      Node.phase(Phase(PerSet(name), .sit, .after(.fixed(length))))
    }
    let name = CueText(pieces: [.placeholder(.phase)])
    return SetGroup(
      .sets(rounds ?? wholeBreaths(of: lengths.reduce(.zero, +))), name: BuiltInWord.breath.placeholder,
      cues: [
        CueRule(on: .phase, at: .start(offset: .zero), sound: CueSound("tick")),
        CueRule(on: .phase, at: .start(offset: .milliseconds(200)), say: name, cueClass: .start),
      ], nodes: phases)
  }
}
