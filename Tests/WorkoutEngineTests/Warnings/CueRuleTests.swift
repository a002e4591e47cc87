import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A cue rule` {
  private func say(_ text: String) throws -> CueText { try CueText(text) }

  @Test func `fills its placeholders in when it plays`() throws {
    let text = try say(
      "{workout}: {phase}, then {next}, set {set} of {sets}, round {set@Round}, {elapsed} gone, {remaining} left")
    let workout = Sample.silent(
      [CueRule(on: .phase, at: .start(offset: .seconds(5)), say: text, condition: Condition(intensity: [.high]))],
      .group(
        SetGroup(
          .sets(2), name: "Round",
          nodes: [.group(SetGroup(.sets(1), nodes: [Sample.phase("A", .high, 95), Sample.phase("B", .low, 5)]))])))
    #expect(
      try Score(workout).lines == [
        "5 custom \"Silent: A, then B, set 1 of 1, round 1, 5 seconds gone, 1 minute 30 seconds left\"",
        "105 custom \"Silent: A, then B, set 1 of 1, round 2, 5 seconds gone, 1 minute 30 seconds left\"",
      ])
  }

  @Test func `names the next phase by what it says in its own set, in no set as well`() throws {
    var work = Phase("Work", .high, .after(.fixed(.seconds(10))))
    work.say = "Work {set} of {sets}"
    var run = Phase("Run", .high, .open(cap: .seconds(10)), reps: 8)
    run.say = "{reps} runs"
    let rule = CueRule(on: .phase, at: .start(offset: .seconds(5)), say: try say("{next} next"))
    let workout = Sample.silent(
      [rule], Sample.phase("Ready", .low, 10),
      .group(SetGroup(.sets(2), nodes: [.phase(work), Sample.phase("Rest", .low, 10)])), .phase(run))
    #expect(
      try Score(workout).lines == [
        "5 custom \"Work 1 of 2 next\"", "10 phaseStart \"Work 1 of 2\"", "15 custom \"Rest next\"",
        "25 custom \"Work 2 of 2 next\"", "30 phaseStart \"Work 2 of 2\"", "35 custom \"Rest next\"",
        "45 custom \"8 reps runs next\"", "50 phaseStart \"8 reps runs\"",
      ])
  }

  @Test func `says the target of the phase in its set, in the language of the voice`() throws {
    let targets = PerSet(list: ["95% 90rpm", "Z4"].map { Target($0) })
    let work = Phase("Arbeit", .high, .after(.fixed(.seconds(10))), target: targets)
    let rule = CueRule(on: .phase, at: .start(offset: .seconds(2)), say: try say("{target}"))
    var workout = Sample.silent(
      [rule], .group(SetGroup(.sets(2), nodes: [.phase(work)])), Sample.phase("Ende", .low, 10))
    workout.voice.language = "de"
    #expect(
      try Score(workout).lines.prefix(2) == ["2 custom \"95 Prozent, 90 Umdrehungen\"", "12 custom \"Zone 4\""])
  }

  @Test func `with sound and speech plays the sound at its moment and speaks 0.6 s later`() throws {
    let rule = CueRule(on: .phase, at: .start(offset: .seconds(1)), sound: CueSound("bell"), say: try say("Go"))
    let effects = try Score(Sample.silent([rule], Sample.phase("A", .high, 9))).effects.filter(\.isSound)
    #expect(effects.map(\.due) == [.seconds(1), .milliseconds(1600)])
  }

  @Test func `aligned to the end of both ends with its speech`() throws {
    let rule = CueRule(
      on: .phase, at: .end(offset: .zero), sound: CueSound("bell"), say: try say("Over"), align: .end)
    let score = try Score(Sample.silent([rule], Sample.phase("A", .high, 9))) { _ in .milliseconds(700) }
    #expect(score.lines == ["7.700 custom [bell] \"Over\""])
    #expect(score.effects.filter(\.isSound).map(\.due) == [.milliseconds(7700), .seconds(9)])
  }

  @Test func `aligned to the end of its last strike begins earlier by the others, and is left out without the room`()
    throws
  {
    let strikes = CueSound("bell", strikes: 3, spacing: .milliseconds(700))
    let rule = CueRule(on: .phase, at: .end(offset: .zero), sound: strikes, align: .end)
    // A sound of unknown length lasts a second.
    for (milliseconds, lines) in [(9_000, ["6.600 custom [bell]"]), (2_400, ["0 custom [bell]"]), (2_399, [])] {
      let phase = Node.phase(Phase("A", .high, .after(.fixed(.milliseconds(milliseconds)))))
      let score = try Score(Sample.silent([rule], phase))
      #expect(score.lines == lines)
      // The player counts back from the moment itself.
      #expect(score.effects.filter(\.isSound).map(\.due) == lines.map { _ in .milliseconds(milliseconds) })
    }
  }

  @Test func `of the workout begins its strikes many phases before the one that the last ends with`() throws {
    let strikes = CueSound("bell", strikes: 9, spacing: .seconds(30))
    let rule = CueRule(on: .workout, at: .end(offset: .zero), sound: strikes, align: .end)
    let group = SetGroup(.sets(60), nodes: [Sample.phase("A", .high, 10)])
    var harness = try EngineHarness(Sample.silent([rule], .group(group)))
    harness.run(to: 600)
    #expect(harness.score.lines == ["359 custom [bell]"])
  }

  @Test func `that would begin before what it belongs to is left out, and the plan says so`() throws {
    let early = CueRule(on: .phase, at: .end(offset: .seconds(-1)), say: try say("Too long for this"), align: .end)
    let outside = CueRule(on: .phase, at: .start(offset: .seconds(5)), say: try say("Never"))
    let score = try Score(Sample.silent([early, outside], Sample.phase("A", .high, 3))) { _ in .seconds(4) }
    #expect(score.lines.isEmpty)
    #expect(
      score.notes == [
        "5 leftOut Never: its moment is outside the phase",
        "2 leftOut Too long for this: it would have to begin before the phase does",
      ])
  }

  @Test func `that is left out is told in the words that it would have had, but for what has no value`() throws {
    let early = CueRule(on: .set, at: .end(offset: .seconds(-1)), say: try say("Set {set} over"), align: .end)
    let outside = CueRule(on: .phase, at: .start(offset: .seconds(5)), say: try say("{phase} of {workout}"))
    let last = CueRule(on: .phase, at: .start(offset: .seconds(1)), say: try say("{phase}, then {next}"))
    let group = SetGroup(.sets(2), nodes: [Sample.phase("A", .high, 3)])
    let score = try Score(Sample.silent([early, outside, last], .group(group))) { _ in .seconds(4) }
    let workout = Sample.silent([]).name
    #expect(
      Set(score.notes.map { String($0.drop { $0 != "l" }) }).isSuperset(of: [
        "leftOut Set 1 over: it would have to begin before the set does",
        "leftOut Set 2 over: it would have to begin before the set does",
        "leftOut A of \(workout): its moment is outside the phase",
        "leftOut A, then {next}: no phase follows",
      ]), "\(score.notes)")
  }

  @Test func `repeated every so often leaves out both ends, and what its condition excludes`() throws {
    let rule = CueRule(
      on: .workout, at: .every(.seconds(5)), sound: CueSound("bowl"),
      condition: Condition(before: .end(offset: .seconds(-3))))
    #expect(
      try Score(Sample.silent([rule], Sample.phase("A", .sit, 10), Sample.phase("B", .sit, 7))).lines == [
        "5 custom [bowl]", "10 custom [bowl]",
      ])
  }

  @Test func `at random moments keeps ten seconds from both ends and between them, the same in each run`() throws {
    let rule = CueRule(on: .phase, at: .random(5), sound: CueSound("bowl"))
    let workout = Sample.silent([rule], Sample.phase("A", .sit, 120))
    let first = try Score(workout)
    #expect(first.reports.count == 5)
    let moments = [Duration.zero] + first.reports.map(\.due) + [.seconds(120)]
    #expect(zip(moments, moments.dropFirst()).allSatisfy { $1 - $0 >= .seconds(10) })
    #expect(try Score(workout).lines == first.lines)
    #expect(try Score(Sample.silent([rule], Sample.phase("A", .sit, 59))).lines.isEmpty)
  }

  @Test func `of nested sets that end together is said for the outer set alone`() throws {
    let rule = CueRule(
      on: .set, at: .end(offset: .seconds(-3)), say: try say("Set {set} completing in"), align: .end)
    let workout = Sample.silent(
      [rule],
      .group(SetGroup(.sets(2), nodes: [.group(SetGroup(.sets(2), nodes: [Sample.phase("A", .high, 10)]))])))
    #expect(
      try Score(workout).reports.map { "\(Score.seconds($0.mark)) \($0.say ?? "")" } == [
        "7 Set 1 completing in", "17 Set 1 completing in", "27 Set 1 completing in", "37 Set 2 completing in",
      ])
  }

  @Test func `of lower rank gives way: a name moves, and so does an information that has 5 s`() throws {
    let name = CueRule(on: .phase, at: .start(offset: .zero), say: try say("{phase}"))
    let hello = CueRule(on: .workout, at: .start(offset: .zero), say: try say("Hello"), cueClass: .warning)
    let info = CueRule(on: .phase, at: .start(offset: .milliseconds(400)), say: try say("Breathe"))
    let score = try Score(Sample.silent([name, hello, info], Sample.phase("A", .high, 10)))
    #expect(score.lines == ["0 custom \"Hello\"", "1.150 custom \"A\"", "2.300 custom \"Breathe\""])
    #expect(
      score.notes == [
        "0 moved A: by 1150 ms: custom speaks", "0.400 moved Breathe: by 1900 ms: custom speaks",
      ])
  }

  @Test func `of information waits 5 s at most, and only within what it belongs to`() throws {
    let talk = CueRule(on: .workout, at: .start(offset: .zero), say: try say("Talk"), cueClass: .warning)
    let info = CueRule(on: .phase, at: .start(offset: .milliseconds(1)), say: try say("Breathe"))
    for (length, talking, isSaid) in [(60, 4850, true), (60, 4852, false), (5, 4850, false), (6, 4850, true)] {
      let workout = Sample.silent([talk, info], Sample.phase("A", .high, length), Sample.phase("B", .rest, 1))
      let score = try Score(workout) { $0 == "Talk" ? .milliseconds(talking) : .milliseconds(900) }
      #expect(score.lines.contains { $0.hasPrefix("5 ") } == isSaid, "\(length) s, \(talking) ms: \(score.lines)")
    }
  }

  @Test func `of a number too long for its second gives way to a beep`() throws {
    let rule = CueRule(on: .phase, at: .end(offset: .seconds(-2)), count: 2)
    let score = try Score(Sample.silent([rule], Sample.phase("A", .high, 10))) { text in
      text == "2" ? .milliseconds(1200) : .milliseconds(300)
    }
    #expect(score.lines == ["8 custom [beep]", "9 custom \"1\""])
  }
}

extension Effect {
  var isSound: Bool {
    switch kind {
    case .playSound, .speak: true
    default: false
    }
  }
}
