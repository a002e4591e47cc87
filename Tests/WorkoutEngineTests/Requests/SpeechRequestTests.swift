import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `Words on request` {
  /// Bells, and no words but those of `cues`: push-ups of a minute, and two phases more.
  private static func workout(
    _ cues: [CueRule] = [], language: String = "en", last: Node = Sample.phase("Squats", .high, 318)
  ) -> Workout {
    Workout(
      name: "Circuit", style: .boxing, voice: Voice(language: language), cues: cues,
      nodes: [Sample.phase("Push-ups", .high, 60), Sample.phase("Rest", .rest, 30), last])
  }

  private static func words(_ text: String, at moment: Moment) -> CueRule {
    CueRule(on: .phase, at: moment, say: CueText(pieces: [.words(text)]))
  }

  /// What was said, with the seconds of session time; a dash for what was left out.
  private func said(_ harness: EngineHarness) -> [String] {
    harness.events.compactMap { event in
      guard case .said(let cue) = event.kind else { return nil }
      return "\(cue.at.map(Score.seconds) ?? "–"): \(cue.say ?? "")"
    }
  }

  /// What is said of a session to which each action is sent at its second.
  private func said(
    _ workout: Workout, to end: Double = 120, _ actions: (Action, Double)...
  ) throws -> [String] {
    var harness = try EngineHarness(workout)
    for (action, second) in actions {
      harness.run(to: second)
      harness.send(action, at: second)
    }
    harness.run(to: end)
    return said(harness)
  }

  @Test(arguments: [
    ("en", "Push-ups, 12 seconds left. Next: Rest. 6 minutes to go"),
    ("de", "Push-ups, noch 12 Sekunden. Danach: Rest. Insgesamt noch 6 Minuten"),
    ("fr", "Push-ups, encore 12 secondes. Ensuite : Rest. Encore 6 minutes au total"),
    ("es", "Push-ups, aún 12 segundos. Después: Rest. Aún 6 minutos en total"),
    ("it", "Push-ups, ancora 12 secondi. Poi: Rest. Ancora 6 minuti in tutto"),
    ("pt-BR", "Push-ups, ainda 12 segundos. Depois: Rest. Ainda 6 minutos no total"),
    ("nl", "Push-ups, nog 12 seconden. Daarna: Rest. In totaal nog 6 minuten"),
    ("sv", "Push-ups, 12 seconds left. Next: Rest. 6 minutes to go"),
  ])
  func `tell where the session is when they are heard, in the language of the voice`(
    language: String, words: String
  ) throws {
    #expect(try said(Self.workout(language: language), (.say(nil), 47)) == ["48: \(words)"])
  }

  @Test func `tell the time that is known: what has passed of an open phase, what it is over, and the pulse`() throws {
    let open = Self.workout(last: .phase(Phase("Plank", .high, .open())))
    #expect(
      try said(open, (.say(nil), 10), (.say(nil), 99)) == [
        "11: Push-ups, 49 seconds left. Next: Rest", "100: Plank, 10 seconds so far",
      ])
    let speech = Phase("Speech", .high, .after(.fixed(.seconds(20))), overtime: .unlimited)
    let talk = Workout(name: "Talk", style: .boxing, nodes: [.phase(speech), Sample.phase("Questions", .low, 60)])
    #expect(
      try said(talk, to: 60, (.say(nil), 9), (.say(nil), 31)) == [
        "10: Speech, 10 seconds left. Next: Questions", "32: Speech, 12 seconds over. Next: Questions",
      ])
    let pulse = try said(
      Self.workout(), (.measure(.heartRate, 131, from: nil), 46), (.measure(.heartRate, 131, from: nil), 46.5),
      (.say(nil), 47), (.measure(.heartRate, 140, from: nil), 47.5))
    #expect(pulse == ["48: Push-ups, 12 seconds left. Next: Rest. 6 minutes to go. Pulse 131"])
    #expect(try said(Self.workout(), to: 400, (.say(nil), 300)) == ["301: Squats, 1 minute 47 seconds left"])
  }

  @Test func `wait for the words of the plan, or tell less between them`() throws {
    let one = Self.workout([Self.words("Elbows", at: .start(offset: .milliseconds(48_500)))])
    #expect(
      try said(one, (.say(nil), 47)) == ["49.650: Push-ups, 10 seconds left. Next: Rest. 6 minutes to go"])
    let some = Self.workout([Self.words("Elbows", at: .every(.seconds(4)))])
    #expect(try said(some, (.say(nil), 47)) == ["49.150: Push-ups, 11 seconds left"])
    var harness = try EngineHarness(Self.workout([Self.words("Elbows", at: .every(.seconds(2)))]))
    harness.run(to: 20)
    harness.send(.say(nil), at: 20)
    harness.run(to: 40)
    #expect(said(harness).isEmpty && harness.answers == ["say: other words leave no room"])
  }

  @Test func `tell of the next phase where this one leaves no time for them`() throws {
    #expect(try said(Self.workout(), (.say(nil), 57)) == ["60: Rest, 30 seconds left. Next: Squats. 6 minutes to go"])
  }

  @Test func `are a text as it is, which no phase ends`() throws {
    #expect(try said(Self.workout(), (.say("Elbows in"), 58.8)) == ["59.800: Elbows in"])
    // One after the other; the third has no time left.
    let long = String(repeating: "Keep going ", count: 8)
    #expect(
      try said(Self.workout(), (.say("One"), 10), (.say(long), 10), (.say("Three"), 10)) == [
        "11: One", "11.575: \(long)", "–: Three",
      ])
  }

  @Test func `are answered in a pause, and fall silent where it ends`() throws {
    var harness = try EngineHarness(Self.workout())
    harness.run(to: 20)
    for (action, second) in [(Action.pause, 20.0), (.say(nil), 30), (.say("Elbows in"), 30), (.resume, 36.1)] {
      harness.run(to: second)
      harness.send(action, at: second)
    }
    harness.run(to: 60)
    let place = "Paused. Push-ups, 40 seconds left. Next: Rest. 6 minutes to go"
    #expect(said(harness) == ["31: \(place)", "36: Elbows in"])
    #expect(harness.score.notes.count == 1)
  }

  @Test func `that were asked for in a phase are told of the one to which the user has moved`() throws {
    let told = try said(Self.workout(), (.say(nil), 20), (.skip, 20.5))
    #expect(told == ["21: Rest, 30 seconds left. Next: Squats. 6 minutes to go"])
  }

  @Test func `are refused with the reason where they can't be said`() throws {
    func answer(_ text: String?, _ change: (inout Workout) -> Void = { _ in }, _ policies: Policies = Policies()) throws
      -> String
    {
      var workout = Self.workout()
      change(&workout)
      var harness = try EngineHarness(workout, policies: policies)
      harness.run(to: 5)
      harness.send(.say(text), at: 5)
      return harness.answers[0]
    }
    #expect(try answer(nil) == "say: accepted")
    #expect(try answer(nil) { $0.style = .silent } == "say: this workout is silent")
    #expect(try answer(nil, { _ in }, Policies(speaks: false)) == "say: this run speaks no words")
    #expect(try answer("…!") == "say: there is nothing in it to say")
    for text in ["", String(repeating: "a", count: 121), "a\u{1B}[2J", "a\nb", "a\u{202E}b"] {
      #expect(try answer(text) == "say: a text to say has 1 to 120 characters, and none of them controls")
    }
    var harness = try EngineHarness(Self.workout())
    for action in [Action.say("Up"), .say("Up"), .interruptionBegan, .say(nil)] { harness.send(action, at: 5) }
    #expect(
      harness.answers == [
        "say: accepted", "say: these words are about to be said", "interruptionBegan: accepted",
        "say: another program has the sound",
      ])
  }

  @Test func `are left out with a report where the session ends before them`() throws {
    var harness = try EngineHarness(Self.workout())
    harness.run(to: 20)
    harness.send(.say("Well done"), at: 20)
    harness.send(.stop, at: 20)
    harness.run(to: 60)
    #expect(said(harness) == ["–: Well done"])
  }

  @Test func `are left out where another program takes the sound before them, and not said later`() throws {
    var harness = try EngineHarness(Self.workout())
    harness.run(to: 20)
    for text in ["Elbows in", nil] { harness.send(.say(text), at: 20) }
    harness.send(.interruptionBegan, at: 20.5)
    harness.run(to: 30)
    harness.send(.interruptionEnded(shouldResume: true), at: 30)
    harness.run(to: 40)
    #expect(said(harness) == ["–: Elbows in", "–: "])
    let causes = harness.events.compactMap { if case .said(let cue) = $0.kind { cue.cause } else { nil } }
    #expect(causes == [.interrupted, .interrupted])
    try harness.replay()
  }

  @Test func `are in the forecast, so that a host places them ahead`() throws {
    var harness = try EngineHarness(Self.workout())
    harness.run(to: 47)
    harness.send(.say(nil), at: 47)
    let forecast = harness.engine.forecast(until: .seconds(49))
    #expect(forecast.map(\.due) == [.seconds(48)] && harness.engine.phrases(upTo: .seconds(50)).count == 1)
    harness.run(to: 49)
    #expect(harness.engine.forecast(until: .seconds(49)).isEmpty)
  }

  @Test func `that wait are part of the log, but not of another process`() throws {
    var harness = try EngineHarness(Self.workout())
    harness.run(to: 47)
    for text in ["One", "Two"] { harness.send(.say(text), at: 47) }
    try harness.replay()
    harness.run(to: 48.2)
    try harness.replay()
    var engine = try #require(harness.engine.paused())
    for action in [Action.prepared, .resume] { _ = engine.send(action, at: .zero) }
    let later = engine.send(.tick, at: .seconds(20)).events
    #expect(!later.contains { if case .said = $0.kind { true } else { false } })
  }

  @Test func `are left out by a host that is late, and the others are as without them`() throws {
    var (plain, asked) = (try EngineHarness(Sample.tabata), try EngineHarness(Sample.tabata))
    plain.run(to: 75)
    asked.run(to: 12)
    asked.send(.say(nil), at: 12)
    asked.send(.tick, at: 14.1, soundsFrom: 14.1)
    asked.run(to: 75)
    #expect(said(asked).count == 1 && said(asked)[0].hasPrefix("–"))
    func planned(_ harness: EngineHarness) -> [CueReport] {
      harness.events.compactMap { if case .cueSettled(let cue) = $0.kind { cue } else { nil } }
    }
    #expect(planned(asked).map(\.cue) == planned(plain).map(\.cue))
  }
}
