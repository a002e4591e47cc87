import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A style` {
  @Test func `for intervals announces phases, counts down and back-times the completion of each set`() throws {
    #expect(
      try Score(Sample.tabata).lines == [
        "0 phaseStart [bowl] \"Get ready\"",
        "5 transition [woodblock]",
        "7 countdown \"3\"", "8 countdown \"2\"", "9 countdown \"1\"",
        "10 phaseStart [gong] \"Work\"",
        "25 transition [woodblock]",
        "27 countdown \"3\"", "28 countdown \"2\"", "29 countdown \"1\"",
        "30 phaseStart [bell] \"Rest\"",
        "35 transition [woodblock]",
        "36 setCompletion \"Set 1 completing in\"",
        "37 countdown \"3\"", "38 countdown \"2\"", "39 countdown \"1\"",
        "40 phaseStart [gong] \"Work\"",
        "41.750 setStart \"Last set\"",
        "55 transition [woodblock]",
        "56 setCompletion \"Set 2 completing in\"",
        "57 countdown \"3\"", "58 countdown \"2\"", "59 countdown \"1\"",
        "60 phaseStart [bowl] \"Cool down\"",
        "72 countdown \"3\"", "73 countdown \"2\"", "74 countdown \"1\"",
        "75 completion [gong] \"Tabata complete\"",
      ])
  }

  @Test func `speaks the language of the voice`() throws {
    var workout = Sample.tabata
    workout.voice.language = "de-AT"
    let said = try Score(workout).reports.compactMap(\.say)
    #expect(said.contains("Satz 1 endet in") && said.contains("Letzter Satz") && said.last == "Tabata geschafft")
    #expect(!said.contains { $0.contains("set") || $0.contains("complet") })
  }

  @Test func `says how often a phase is to be done where its author doesn't`() throws {
    func said(_ name: String, say: String? = nil, rule: String = "{phase}") throws -> [String?] {
      let open = Phase(PerSet(name), .high, .open(), reps: 12, say: say.map { PerSet($0) })
      let first = Sample.phase("Get ready", .prepare, 10)
      let cue = CueRule(on: .phase, at: .start(offset: .zero), say: try CueText(rule))
      return try Score(Sample.silent([cue], first, .phase(open))).reports.map(\.say)
    }
    #expect(try said("Push-ups") == ["Get ready", "Push-ups, 12 reps"])
    #expect(try said("Push-ups", rule: "{reps} {phase}") == ["12 reps Push-ups"])
    #expect(try said("Push-ups", rule: "now {phase}, next {next}") == ["now Get ready, next Push-ups, 12 reps"])
    #expect(try said("12 push-ups") == ["Get ready", "12 push-ups"])
    #expect(try said("Push-ups", say: "Down and up") == ["Get ready", "Down and up"])
  }

  @Test func `names what is left of an interval in the language of the voice`() throws {
    let group = SetGroup(.interval(sets: 1, every: .seconds(60)), nodes: [Sample.phase("Zug", .high, 20)])
    let workout = Workout(name: "A", voice: Voice(language: "nl"), nodes: [.group(group)])
    #expect(try Score(workout).phases.map(\.name) == ["Zug", "Rust"])
  }

  @Test func `for boxing rings once to begin a round, three times to end it, and claps ten seconds before`() throws {
    let round = [Sample.phase("Round", .high, 180), Sample.phase("Rest", .rest, 60, skip: .last)]
    let boxing = Workout(name: "Boxing", style: .boxing, nodes: [.group(SetGroup(.sets(2), nodes: round))])
    let score = try Score(boxing)
    #expect(
      score.lines == [
        "0 phaseStart [boxing-bell]", "170 transition [woodblock]", "180 transition [boxing-bell]",
        "240 phaseStart [boxing-bell]", "410 transition [woodblock]", "420 transition [boxing-bell]",
      ])
    let strikes = score.effects.compactMap { effect -> Int? in
      if case .playSound(let struck) = effect.kind { struck.sound.strikes } else { nil }
    }
    #expect(strikes == [1, 1, 3, 1, 1, 3])
  }

  @Test func `for meditation strikes a gong at the start of the sit and three at its end, and says nothing`() throws {
    let sit = Workout(
      name: "Sit", style: .meditation,
      cues: [CueRule(on: .phase, at: .every(.seconds(300)), sound: CueSound("bowl"))],
      nodes: [Sample.phase("Settle", .prepare, 10), Sample.phase("Sit", .sit, 900)])
    #expect(
      try Score(sit).lines == [
        "10 phaseStart [gong]", "310 custom [bowl]", "610 custom [bowl]", "910 completion [gong]",
      ])
  }

  @Test func `for meditation strikes one gong between two sits and three where the sitting ends`() throws {
    func strikes(_ nodes: Node...) throws -> [String] {
      try Score(Workout(name: "Sit", style: .meditation, nodes: nodes)).effects.compactMap { effect in
        guard case .playSound(let struck) = effect.kind else { return nil }
        let sound = struck.sound
        return "\(Score.seconds(effect.due)) x\(sound.strikes)"
      }
    }
    let (sit, walk) = (Sample.phase("Sit", .sit, 60), Sample.phase("Walk", .low, 30))
    #expect(try strikes(sit, sit) == ["0 x1", "60 x1", "120 x3"])
    #expect(try strikes(sit, walk, sit, walk) == ["0 x1", "60 x3", "90 x1", "150 x3"])
    #expect(try strikes(walk, .group(SetGroup(.sets(3), nodes: [sit]))) == ["30 x1", "90 x1", "150 x1", "210 x3"])
    #expect(
      try strikes(.group(SetGroup(.sets(2), nodes: [sit, walk])), sit) == [
        "0 x1", "60 x3", "90 x1", "150 x3", "180 x1", "240 x3",
      ])
    let open = Node.phase(Phase("Sit", .sit, .open()))
    #expect(try strikes(open, sit) == ["0 x1", "30 x1", "90 x3"])
    #expect(try strikes(sit, open) == ["0 x1", "60 x1", "90 x3"])
  }

  @Test func `says halfway only where the half is known`() throws {
    func halves(_ nodes: Node..., on anchor: Anchor = .phase) throws -> [String] {
      let rule = CueRule(on: anchor, at: .half(offset: .zero), say: CueText(pieces: [.words("Half")]))
      return try Score(Sample.silent([rule], .group(SetGroup(.sets(1), nodes: nodes)))).lines
    }
    let timed = Sample.phase("A", .high, 20)
    let capped = Node.phase(Phase("B", .high, .open(cap: .seconds(60))))
    let brief = Node.phase(Phase("B", .high, .open(cap: .seconds(40))))
    let (rounds, minutes) = (
      Node.group(SetGroup(.total(.seconds(100)), nodes: [capped])),
      Node.group(SetGroup(.interval(sets: 2, every: .seconds(50)), nodes: [brief]))
    )
    #expect(try halves(timed, capped) == ["10 custom \"Half\""])
    #expect(try halves(timed, capped, on: .set).isEmpty)
    #expect(try halves(timed, capped, on: .workout).isEmpty)
    #expect(try halves(timed, rounds, on: .workout) == ["60 custom \"Half\""])
    #expect(try halves(timed, minutes, on: .workout) == ["60 custom \"Half\""])
    #expect(try halves(timed, timed, on: .workout) == ["20 custom \"Half\""])
    #expect(try halves(minutes, on: .set) == ["25 custom \"Half\"", "50 custom \"Half\"", "75 custom \"Half\""])
    let skipped = Node.phase(Phase("B", .high, .open(cap: .seconds(60)), skip: .first))
    #expect(
      try halves(.group(SetGroup(.sets(2), nodes: [timed, skipped])), on: .set) == ["10 custom \"Half\""])
  }

  @Test(arguments: Style.allCases)
  func `says the words of a phase that has some, once and where it begins`(style: Style) throws {
    func said(_ intensity: Intensity, _ cues: [CueRule] = [], say: String? = "Now") throws -> [String] {
      let phase = Phase("A", intensity, .after(.fixed(.seconds(20))), say: say.map { PerSet($0) })
      let workout = Workout(name: "W", style: style, cues: cues, nodes: [.phase(phase)])
      return try Score(workout).effects.compactMap { effect in
        if case .speak(let words) = effect.kind, effect.due < .seconds(3) {
          "\(Score.seconds(effect.due)) \(words.phrase)"
        } else {
          nil
        }
      }
    }
    for intensity in Intensity.allCases {
      let sounds: Bool =
        switch style {
        case .hiit: true
        case .boxing: intensity == .high
        case .meditation: intensity == .sit
        case .silent: false
        }
      #expect(try said(intensity) == [sounds ? "0.600 Now" : "0 Now"], "\(intensity)")
      #expect(try said(intensity, say: nil).isEmpty == (style != .hiit), "\(intensity)")
    }
    // The author's own announcement is enough, and so is a sound of the author's.
    let own = CueRule(on: .phase, at: .start(offset: .seconds(1)), say: try CueText("Go, {phase}"))
    if style != .hiit { #expect(try said(.low, [own]) == ["1 Go, Now"]) }
    let tick = CueRule(on: .phase, at: .start(offset: .zero), sound: CueSound("tick"))
    #expect(try said(.low, [tick]) == ["0.600 Now"])
    #expect(try said(.low, say: "💪").isEmpty)
  }

  @Test func `that is silent makes no cue`() throws {
    #expect(try Score(Sample.silent([], Sample.phase("A", .high, 60))).lines.isEmpty)
  }
}
