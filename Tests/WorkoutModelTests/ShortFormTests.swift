import StrictJSON
import TestSupport
import Testing
import WorkoutModel

@Suite struct `A short form` {
  private func error(in text: String) -> ShortFormError? {
    do throws(ShortFormError) { _ = try ShortForm(text) } catch { return error }
    return nil
  }

  /// The names and lengths in seconds of the first phases.
  private func phases(of text: String, _ count: Int) throws -> String {
    let timeline = try Timeline(ShortForm(text).workout)
    var cursor = timeline.first()
    var phases: [String] = []
    while let here = cursor, phases.count < count {
      let length = here.end.map { "\(($0 - here.start).components.seconds)" } ?? "open"
      phases.append("\(timeline.phase(of: here.id).name) \(length)")
      cursor = timeline.following(here, openLength: .seconds(30))
    }
    return phases.joined(separator: ", ")
  }

  @Test(arguments: [
    ("8x20/10", 240, "Get ready 10, Work 20, Rest 10, Work 20"),
    ("3x20/10 squats,push-ups", 90, "Get ready 10, squats 20, Rest 10, push-ups 20, Rest 10, squats 20"),
    ("2x(2x20/10)/1:00", 170, "Get ready 10, Work 20, Rest 10, Work 20, Rest 60, Work 20, Rest 10, Work 20"),
    ("5x3:00/1:00", 1150, "Get ready 10, Work 180, Rest 60"), ("2x20/0", 50, "Get ready 10, Work 20, Work 20"),
    ("amrap 12", 730, "Get ready 10"), ("fortime 5 cap 20", 1210, "Get ready 10"),
    ("20:00", 1200, "Countdown 1200"), ("20:00 walk", 1200, "walk 1200"), ("sit 20", 1200, "Sit 1200"),
    ("breathe 4-7-8", 304, "In 4, Hold 7, Out 8, In 4"), ("breathe 2-0-2-12", 304, "In 2, Out 2, Hold 12, In 2"),
    ("box 7", 308, "In 7, Hold 7, Out 7, Hold 7"), ("box 200", 800, "In 200, Hold 200"),
    ("box 4 x 10", 160, "In 4, Hold 4, Out 4, Hold 4, In 4"),
    ("2x20/10 + 5:00 + 1x30/0", 390, "Get ready 10, Work 20, Rest 10, Work 20, Countdown 300, Work 30"),
    ("5:00 + 2x20/10", 360, "Countdown 300, Get ready 10, Work 20, Rest 10, Work 20"),
  ])
  func `is a workout`(text: String, seconds: Int, phases: String) throws {
    let timeline = try Timeline(ShortForm(text).workout)
    #expect(timeline.total == .seconds(seconds))
    #expect(try self.phases(of: text, phases.split(separator: ",").count) == phases)
  }

  @Test func `of an EMOM has a set a minute, and takes the names in turn`() throws {
    let workout = try ShortForm("emom 10 burpees,rows").workout
    guard case .group(let group) = workout.nodes.last, case .phase(let phase) = group.nodes.first else {
      Issue.record("no group of phases: \(workout.nodes)")
      return
    }
    #expect(group.repetition == .interval(sets: 10, every: .seconds(60)))
    #expect(phase.name.values == ["burpees", "rows"])
    #expect(try Timeline(workout).total == .seconds(610))
  }

  @Test func `of a sit rings its bells, and has the style of meditation`() throws {
    let workout = try ShortForm("sit 20 bells 5").workout
    #expect(workout.style == .meditation)
    #expect(workout.placedRules.map(\.rule.at) == [.every(.seconds(300))])
  }

  @Test(arguments: [
    ("12x45/15", ["45s/15s x 12", "12x 45/15", "12 × 45 / 15", "12X45sec/15 s", "45/15x12", " 12*45/15 "]),
    ("5x3:00/1:00", ["5x3m/1m", "5x3'/1'", "5 x 3 min / 60", "3:00/1:00 x 5"]),
    ("emom 10", ["EMOM 10", "10 min emom", "emom 10:00", "emom 10 minutes", "emom10"]),
    ("amrap 12", ["12 AMRAP", "amrap 12min"]),
    ("fortime 5 cap 20", ["for time 5 cap 20:00", "fortime 5 rounds cap 20m"]),
    ("sit 20 bells 5", ["sit 20m bells every 5 min"]), ("box 4", ["breathe 4-4-4-4", "Box 4s"]),
    ("3x(8x20/10)/1:00", ["3 x (8x20/10) / 1m", "(20/10 x 8)/60s x 3"]),
    ("1:30", ["90s", "1m30", "1'30\"", "1.5 min"]),
    ("8x20/10 + sit 5", ["8x20/10+sit 5", "8x20/10\u{A0}+ sit\u{202F}5"]), ("10x1s/1s", ["10x1 s/1 sec"]),
    ("3x20:00/5:00", ["3x20m/5m"]), ("8x90/45", ["8x1m30/45s", "8x1:30/0:45"]),
  ])
  func `is spelt as people write it, and has one shortest text`(shortest: String, others: [String]) throws {
    let form = try ShortForm(shortest)
    #expect(form.description == shortest)
    #expect(form.workout.name == shortest)
    for other in others { #expect(try ShortForm(other) == form, "\(other)") }
  }

  @Test(arguments: [
    ("8x20", 5, "8x20/10"), ("8x20/1o", 6, "8x20/10"), ("8x20/", 6, "8x20/10"), ("20", 1, "20:00"),
    ("20/10", 6, "8x20/10"), ("emon 10", 1, "emom 10"), ("emom", 5, "emom 10"), ("emom 10:30", 6, "emom 10"),
    ("5x3m/1", 6, "5x3m/1:00"), ("5x1/3:00", 3, "5x1:00/3:00"), ("8x20-10", 5, "8x20/10"),
    ("3x(8x20/10", 11, "3x(8x20/10)"), ("(8x20/10)", 1, "3x(8x20/10)"), ("3x(8x20/10)/2", 13, "3x(8x20/10)/2:00"),
    ("8x20/10 +", 10, "8x20/10"), ("8x20/10 emom 10", 9, "8x20/10 + emom 10"), ("8x20/10squats", 8, "8x20/10 squats"),
    ("breathe 5-5", 8, "breathe 5-0-5"), ("8x20/10 x 3", 8, "3x(8x20/10)"), ("0x20/10", 1, "8x20/10"),
    ("8x0/10", 3, "8x20/10"), ("8x20/10)", 8, "8x20/10"), ("2x20/10 a,b,c", 8, "8x20/10"),
    ("sit 5 bells 5", 13, "sit 20"),
    ("8x20/10 ,", 9, "8x20/10"), ("8x25h/10", 3, "8x1:00/10"), ("", 1, "8x20/10"), ("push-ups", 1, "8x20/10"),
    ("100x20000/10", 1, "8x20/10"), ("20:00 a,b", 6, "8x20/10"),
    // A small number could be minutes, and `m` metres.
    ("10x1/1", 4, "10x1:00/1:00"), ("8x90/2", 6, "8x90/2:00"), ("8x0.5/9.5", 3, "8x0.5s/9.5"),
    ("10x1", 5, "10x1:00/1:00"),
    ("8x400m/1:00", 3, "fortime 8 400m"), ("400m", 1, "fortime 1 400m"), ("10x50m/10", 4, "10x50:00/10"),
    ("12 x 400m", 6, "fortime 12 400m"), ("8x1:00/400m", 8, "8x1:00/2:00"), ("amrap 400m", 7, "amrap 2:00"),
    ("2x400m/60 + 5:00", 3, "2x2:00/60 + 5:00"), ("60m", 1, "1:00:00"), ("20s5", 1, "8x20/10"),
    // Words that are no exercises.
    ("8x20/10 work,rest", 9, "8x20/10"), ("8x20/10 squats, Pause", 17, "8x20/10"), ("amrap 12 cap", 10, "amrap 12"),
    ("emom 10 every 2", 9, "emom 10"), ("8x20/10 3 rounds", 9, "8x20/10"), ("5:00 cap 20", 6, "5:00"),
    // What is missing or mistyped.
    ("x20/10", 1, "8x20/10"), ("8x/10", 3, "8x20/10"), ("8x/10 rows", 3, "8x20/10 rows"), ("8x", 3, "8x20/10"),
    ("+ 5x3:00/1:00", 1, "5x3:00/1:00"), ("1e9x20/10", 1, "10x20/10"), ("8x20,5/10", 5, "8x20.5/10"),
    ("sit 20 bells", 13, "sit 20 bells 10"), ("8x-20/10", 3, "8x20/10"),
    // Characters that only look right.
    ("8х20/10", 2, "8x20/10"), ("８x20/10 приседания", 1, "8x20/10 приседания"), ("８ｘ２０／１０", 1, "8x20/10"),
    ("еmom 10", 1, "emom 10"), ("breathe 4–7–8", 10, "breathe 4-7-8"), ("8х20", 2, "8x20/10"),
  ])
  func `that isn't sure is refused, with the place and the nearest form`(text: String, column: Int, nearest: String) {
    let error = error(in: text)
    #expect(error?.column == column && error?.nearest == nearest, "\(text): \(error.map { "\($0)" } ?? "accepted")")
    for suggestion in error?.suggestions ?? [] { #expect(throws: Never.self, "\(text)") { try ShortForm(suggestion) } }
  }

  @Test func `is told from the name of a file`() {
    for text in [
      "8x20/10", "emom 10", "box 4", "20", "8x20", "emon 10", "(8x20/10)", "12x 45/15 rows", "8x", "x20/10", "8x/10",
      "+ 8x20/10", "1e9x20/10", ".5x20/10",
      "8х20/10", "８ｘ２０／１０",
    ] {
      #expect(ShortForm.isMeant(by: text), "\(text)")
    }
    for text in [
      "tabata", "box-breathing", "30-30-nested", "2024/plan.json", "./20", "emom-10", "8x20/10.json", "sitting",
      "тренировка", "5-5", "2026-11-28", "x-ray", "../8x20",
    ] {
      #expect(!ShortForm.isMeant(by: text), "\(text)")
    }
  }

  @Test func `of any kind reads as itself again, and its workout has nothing without effect`() throws {
    var random = RandomShortForm(seed: SplitMix64.seed(20))
    for _ in 0..<SplitMix64.cases(2_000) {
      let text = random.text()
      guard text.unicodeScalars.count <= ShortForm.longestText else { continue }
      let form = try #require(try? ShortForm(text), "\(text): \(error(in: text).map { "\($0)" } ?? "")")
      let again = try ShortForm(form.description)
      #expect(again == form && again.workout == form.workout && again.description == form.description, "\(text)")
      #expect(form.workout.problems.isEmpty, "\(text)")
      let idle = try Timeline(form.workout).ineffective.filter { !$0.message.contains("never reached") }
      #expect(idle.isEmpty, "\(text): \(idle)")
    }
  }

  @Test func `that is damaged is a workout or an error with a form that is near`() throws {
    var random = RandomShortForm(seed: SplitMix64.seed(21))
    var (forms, errors) = (0, 0)
    for _ in 0..<SplitMix64.cases(10_000) {
      let text = random.damaged(random.text())
      guard let error = error(in: text) else {
        forms += 1
        continue
      }
      errors += 1
      #expect((1...text.unicodeScalars.count + 1).contains(error.column), "\(text)")
      for suggestion in error.suggestions { #expect((try? ShortForm(suggestion)) != nil, "\(text): \(error)") }
      #expect(error.description.unicodeScalars.allSatisfy { $0.isPrintable }, "\(text)")
    }
    let enough = SplitMix64.cases(500)
    #expect(forms > enough && errors > 4 * enough, "\(forms) forms, \(errors) errors")
  }

  @Test func `that could be seconds or minutes is told both ways`() {
    #expect(error(in: "10x1/1")?.suggestions == ["10x1:00/1:00", "10x1s/1s"])
    #expect(error(in: "10x1/1")?.description.hasSuffix(#"did you mean "10x1:00/1:00" or "10x1s/1s"?"#) == true)
  }

  @Test func `that nests deeply or never ends is refused at once`() {
    #expect(error(in: String(repeating: "1x(", count: 150))?.message.contains("nest") == true)
    #expect(error(in: String(repeating: "8x20/10 + ", count: 100))?.column == ShortForm.longestText + 1)
    #expect(error(in: "8x20/10 a\u{1B}[2J")?.column == 10)
  }
}
