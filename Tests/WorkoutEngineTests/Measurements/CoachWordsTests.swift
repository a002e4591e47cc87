import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `The words of the coach` {
  private static let range: PerSet<Target> = PerSet(Target("140-150bpm"))

  private func cue(_ moment: Moment, _ cueClass: CueClass? = nil) -> CueRule {
    CueRule(on: .phase, at: moment, say: CueText(pieces: [.words("Planned")]), cueClass: cueClass)
  }

  @Test(arguments: CueClass.allCases)
  func `wait until no other words are heard, and never move them`(cueClass: CueClass) throws {
    for (planned, call) in [(39.2, 40.35), (40.5, 41.65), (41.2, 40), (41.1, 42.25)] {
      let start = Duration.milliseconds(Int((planned * 1000).rounded()))
      var coach = try CoachHarness(Self.range, cues: [cue(.start(offset: start), cueClass)])
      coach.feed([(0, 145), (30, 100)], to: 50)
      #expect(coach.calls == "\(Score.seconds(.milliseconds(Int((call * 1000).rounded())))): Faster")
      #expect(coach.harness.score.lines == ["\(Score.seconds(start)) custom \"Planned\""])
    }
  }

  @Test func `are heard before words that have to wait, whose sound has been heard`() throws {
    let waiting = CueRule(
      on: .phase, at: .start(offset: .seconds(38)), sound: CueSound("bell"), say: CueText(pieces: [.words("Long")]),
      cueClass: .info)
    let others = [38_700, 41_300].map { cue(.start(offset: .milliseconds($0)), .warning) }
    var coach = try CoachHarness(Self.range, cues: [waiting] + others)
    coach.record("Long", length: .seconds(3))
    coach.feed([(0, 145), (30, 100)], to: 50)
    #expect(coach.harness.score.notes.count == 1, "the long words wait")
    #expect(coach.calls == "40: Faster")
  }

  @Test func `keep the pause after the words before them, also where a sound begins in it`() throws {
    let words = CueText(pieces: [.words("Breathe")])
    let cues = [
      CueRule(on: .phase, at: .start(offset: .seconds(39)), say: words),
      CueRule(on: .phase, at: .start(offset: .milliseconds(40_100)), sound: CueSound("bell"), say: words),
    ]
    var coach = try CoachHarness(Self.range, cues: cues)
    coach.record("Faster", length: .milliseconds(100))
    coach.feed([(0, 145), (30, 100)], to: 45)
    #expect(coach.calls == "40.150: Faster")
  }

  @Test func `are left out where there is no room for them, or the signal is back before there is`() throws {
    var coach = try CoachHarness(Self.range, 60, cues: [cue(.every(.milliseconds(2_200)), .bell)])
    coach.feed([(0, 100)], to: 60)
    #expect(coach.calls.isEmpty && coach.harness.score.lines.count == 27)
    let long = (30...38).map { cue(.start(offset: .seconds($0) + .milliseconds(500 * ($0 % 2)))) }
    coach = try CoachHarness(Self.range, cues: long)
    coach.feed([(0, 145), (25, 100), (37, 145)], to: 60)
    #expect(coach.calls.isEmpty)
  }

  @Test func `fall silent where a change of the plan has others begin, and where the user leaves the phase`() throws {
    var coach = try CoachHarness(Self.range, 60, cues: [cue(.end(offset: .seconds(-10)), .warning)])
    coach.feed([(0, 145), (30, 100)], to: 40.2)
    coach.send(.extend(by: .milliseconds(-9_500)), at: 40.2)
    coach.feed([(41, 100)], to: 45)
    #expect(coach.calls == "40: Faster" && coach.harness.score.lines == ["40.500 custom \"Planned\""])
    #expect(coach.harness.score.notes == ["40 cut Faster: other words begin"])
    #expect(silences(coach) == [.milliseconds(40_500)])
    coach = try CoachHarness(
      Sample.silent([], CoachHarness.phase(Self.range, 60, .standard), CoachHarness.phase(nil, 60)))
    coach.feed([(0, 145), (30, 100)], to: 40.2)
    coach.send(.skip, at: 40.2)
    #expect(coach.harness.score.notes == ["40 cut Faster: the user has left its phase"])
    #expect(silences(coach) == [.milliseconds(40_200)])
  }

  private func silences(_ coach: CoachHarness) -> [Duration] {
    let keys = coach.reports.map(\.cue.cue)
    return coach.harness.score.effects.filter {
      if case .silence(.words(of: keys), _) = $0.kind { true } else { false }
    }.map(\.due)
  }

  @Test(arguments: [
    ("de", "Langsamer, Keine Leistungswerte"), ("fr-CA", "Moins vite, Pas de puissance"),
    ("es", "Más despacio, Sin potencia"), ("it", "Più piano, Potenza assente"),
    ("pt-BR", "Mais devagar, Sem potência"), ("nl", "Langzamer, Geen vermogensmeting"), ("ja", "Slower, No power"),
  ])
  func `are in the language of the voice, or in English`(language: String, words: String) throws {
    var workout = Sample.silent([], CoachHarness.phase(PerSet(Target("90rpm 200w")), 60, .standard))
    workout.voice.language = language
    let phrases = try Timeline(workout).phrases()
    var coach = try CoachHarness(workout)
    coach.feed([.cadence: [(0, 120)]], to: 30)
    let said = coach.reports.compactMap(\.cue.phrase)
    #expect(said.map(\.text).joined(separator: ", ") == words)
    #expect(said.allSatisfy { $0.parts.allSatisfy { $0.isEnglish == (language == "ja") } })
    // They are known before, for the voice and for recordings.
    #expect(said.allSatisfy(phrases.contains) && Set(phrases).count == 6)
    #expect(workout.speaks && (workout.untranslatedLanguage != nil) == (language == "ja"))
  }

  @Test func `are asked for in time, and not before`() throws {
    let workout = Sample.silent([], CoachHarness.phase(nil, 60), CoachHarness.phase(Self.range, 60, .standard))
    let engine = Engine(try Timeline(workout))
    #expect(engine.phrases(upTo: .seconds(59)).isEmpty)
    #expect(engine.phrases(upTo: .seconds(60)) == ["Faster", "Slower", "No heart rate"])
  }

  @Test func `are a beep where they can't be spoken`() throws {
    var coach = try CoachHarness(Self.range)
    coach.change { $0.updateDurations { $0.record("Faster", failure: "no voice") } }
    coach.feed([(0, 100)], to: 25)
    let cue = try #require(coach.reports.first?.cue)
    #expect((cue.say, cue.sound, cue.outcome, cue.cause) == ("Faster", "beep", .failed, .unspoken("no voice")))
    let effects = coach.harness.score.effects.filter { $0.cuePart?.cue == cue.cue }
    #expect(effects.map(\.kind) == [.playSound(Effect.Sound(CueSound("beep"), cue: cue.cue, align: .start))])
  }

  @Test(arguments: [(39, "40: Faster"), (40.1, "40.100: Faster"), (40.2, "–: Faster"), (44, "–: Faster")])
  func `are left out where the host was so late that other words may begin`(soundsFrom: Double, calls: String) throws {
    var coach = try CoachHarness(Self.range)
    coach.feed([(0, 145), (30, 100)], to: 36)
    coach.change { $0.send(.tick, at: 44, soundsFrom: soundsFrom) }
    #expect(coach.calls == calls)
    let outcome = coach.reports.last?.cue.outcome
    #expect(outcome == (calls.hasPrefix("–") ? .skipped : soundsFrom > 40 ? .late : .onTime))
  }

  @Test func `are the same after a restore, and none is said twice by the process that resumes`() throws {
    var coach = try CoachHarness(PerSet(Target("140-150bpm 90rpm")))
    coach.feed([.heartRate: [(0, 145), (15, 100)]], to: 24)
    var restored = coach
    try restored.change { try $0.replay() }
    for run in 0..<2 {
      if run == 0 { coach.feed([(25, 100)], to: 60) } else { restored.feed([(25, 100)], to: 60) }
    }
    #expect(coach.reports == restored.reports)
    #expect(coach.calls == "20: No cadence, 25: Faster, 55: Faster")
    var engine = try #require(coach.harness.engine.paused())
    var said: [String] = []
    for action in [Action.prepared, .resume] { _ = engine.send(action, at: .zero) }
    for second in 1...40 {
      for action in [Action.tick, .measure(.heartRate, 100, from: nil)] {
        for case .coached(let report) in engine.send(action, at: .seconds(second)).events.map(\.kind) {
          said.append("\(report.cue.at ?? .zero): \(report.cue.say ?? "")")
        }
      }
    }
    #expect(said == ["25.0 seconds: Faster"])
  }

  @Test func `are reported as left out where they may have been heard before the process died`() throws {
    var coach = try CoachHarness(Self.range)
    coach.feed([(0, 145), (30, 100)], to: 38)
    let engine = coach.harness.engine
    let (paused, events) = engine.leavingOut(.seconds(4))
    let reports = events.compactMap { if case .coached(let report) = $0.kind { report } else { nil } }
    #expect(reports.map(\.cue.outcome) == [.skipped] && reports.first?.cue.at == nil)
    #expect(reports.first?.cue.due == .seconds(-2))
    // They count as said.
    var resumed = try #require(paused)
    for action in [Action.prepared, .resume] { _ = resumed.send(action, at: .zero) }
    var said: [Duration] = []
    for second in 1...40 {
      for case .coached(let report) in resumed.send(.tick, at: .seconds(second)).events.map(\.kind) {
        said.append(report.cue.due)
      }
      _ = resumed.send(.measure(.heartRate, 100, from: nil), at: .seconds(second))
    }
    #expect(said == [.seconds(28)])
  }

  @Test func `change nothing else: without signals a workout is the same but for what nobody measures`() throws {
    let cues = [cue(.half(offset: .zero)), cue(.start(offset: .seconds(25)), .start)]
    var workout = Sample.silent(cues, CoachHarness.phase(Self.range, 60), CoachHarness.phase(Self.range, 60))
    var (plain, coached) = (try EngineHarness(workout), try CoachHarness(workout).harness)
    workout.coach = .standard
    coached = try CoachHarness(workout).harness
    plain.run(to: 120)
    coached.run(to: 120)
    let others = coached.events.filter { if case .coached = $0.kind { false } else { true } }
    #expect(others.map(\.kind) == plain.events.map(\.kind) && coached.events.count == others.count + 1)
  }
}
