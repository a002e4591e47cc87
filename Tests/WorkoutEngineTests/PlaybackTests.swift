import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A session` {
  @Test func `paused and resumed goes on where it was and shifts all that follows by exactly the pause`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 23.123_456_789)
    drill.send(.pause, at: 23.123_456_789)
    drill.run(to: 50)
    #expect(drill.engine.state.elapsed == .nanoseconds(23_123_456_789))
    drill.send(.resume, at: 53.123_456_789)
    drill.run(to: 200)
    let straight = try Score(Sample.tabata).reports
    #expect(drill.score.reports.map(\.outcome) == straight.map(\.outcome))
    for (shifted, plain) in zip(drill.score.reports, straight) {
      #expect(shifted.due - plain.due == (plain.due < .seconds(23.2) ? .zero : .seconds(30)))
    }
    #expect(drill.score.finished == .seconds(75))
  }

  @Test func `fades out on pause and in on resume, and turning a fade round takes as long as it had come`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 20)
    drill.send(.pause, at: 20)
    drill.send(.resume, at: 20.5)
    drill.run(to: 30)
    drill.send(.pause, at: 30)
    drill.run(to: 40)
    #expect(
      drill.states == [
        "0 preparingToPlay", "0 fadingIn", "1.500 playing", "20 fadingOut", "20.500 fadingIn", "21 playing",
        "30 fadingOut", "31.500 paused",
      ])
  }

  @Test func `says no cue while it is paused`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 6.5)
    drill.send(.pause, at: 6.5)
    let before = drill.score.lines.count
    drill.run(to: 60)
    #expect(drill.score.lines.count == before)
  }

  @Test func `skipped to the next phase cancels what was left of this one`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 12)
    drill.send(.skip, at: 12)
    #expect(drill.engine.state.position == .seconds(30))
    #expect(drill.engine.state.elapsed == .seconds(12))
    drill.run(to: 13)
    #expect(
      drill.score.lines.suffix(5) == [
        "25 transition [woodblock] (cancelled)", "27 countdown \"3\" (cancelled)", "28 countdown \"2\" (cancelled)",
        "29 countdown \"1\" (cancelled)", "12 phaseStart [bell] \"Rest\"",
      ])
  }

  @Test func `skipped past its last phase is complete, with its closing cue`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 65)
    drill.send(.skip, at: 65)
    #expect(drill.score.lines.last == "65 completion [gong] \"Tabata complete\"")
    #expect(drill.engine.state.playback == .completed)
    #expect(drill.score.finished == .seconds(65))
  }

  @Test func `taken back within two seconds goes to the previous phase, later to the start of this one`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 31.9)
    drill.send(.back, at: 31.9)
    #expect(drill.engine.state.position == .seconds(10))
    drill.run(to: 33.9)
    drill.send(.back, at: 33.9)
    #expect(drill.engine.state.position == .seconds(10))
    drill.send(.restartPhase, at: 34)
    #expect(drill.engine.state.position == .seconds(10))
    drill.run(to: 54.5)
    #expect(drill.score.lines.last == "54 phaseStart [bell] \"Rest\"")
    #expect(drill.score.reports.allSatisfy { $0.outcome == .onTime })
  }

  @Test func `with an open phase waits for done, and what follows begins then`() throws {
    let open = Phase("Plank", .high, .open(reps: 12, cap: nil))
    let bell = CueRule(on: .phase, at: .end(offset: .zero), sound: CueSound("bell"))
    var drill = try Drill(Sample.silent([bell], .phase(open), Sample.phase("Rest", .rest, 10)))
    drill.run(to: 500)
    #expect(drill.engine.standing.remaining == nil)
    drill.send(.done, at: 1234.5)
    #expect(drill.engine.standing.remaining == .seconds(10))
    drill.send(.done, at: 1235)
    drill.run(to: 2000)
    #expect(drill.score.lines == ["1234.500 custom [bell]", "1244.500 custom [bell]"])
    #expect(drill.answers == ["done: accepted", "done: this phase ends by the clock: skip it instead"])
  }

  @Test func `of intervals starts each set on its interval, whenever the work is done`() throws {
    let work = Phase("Work", .high, .open(reps: nil, cap: nil))
    let emom = Sample.silent(
      [], .group(SetGroup(.interval(sets: 3, every: .seconds(60)), nodes: [.phase(work)])))
    var drill = try Drill(emom)
    drill.send(.done, at: 25)
    drill.run(to: 170)
    drill.send(.done, at: 170)
    drill.run(to: 200)
    #expect(
      drill.score.phases.map { "\(Score.seconds($0.start)) \($0.name) \($0.set ?? 0)" } == [
        "0 Work 1", "25 Rest 1", "60 Work 2", "120 Work 3", "170 Rest 3",
      ])
    #expect(drill.score.finished == .seconds(180))
  }

  @Test func `made longer shifts all that follows by as much, the cut of the clock among it`() throws {
    let amrap = Sample.silent(
      [CueRule(on: .phase, at: .end(offset: .seconds(-2)), count: 2)],
      .group(SetGroup(.total(.seconds(25)), nodes: [Sample.phase("A", .high, 10)])), Sample.phase("C", .cooldown, 5))
    var drill = try Drill(amrap)
    drill.run(to: 9.5)
    drill.send(.extend(by: .seconds(15)), at: 9.5)
    drill.run(to: 100)
    #expect(drill.score.finished == .seconds(45))
    #expect(
      drill.score.phases.map { Score.seconds($0.start) } == ["0", "25", "35", "40"])
    #expect(drill.score.lines.prefix(4) == ["8 custom \"2\"", "9 custom \"1\"", "23 custom \"2\"", "24 custom \"1\""])
  }

  @Test func `made shorter cancels what finds no time any more`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 24)
    drill.send(.extend(by: .seconds(-5)), at: 24)
    drill.run(to: 100)
    let transition = drill.score.reports.filter { $0.kind == .transition && $0.set == 1 }
    #expect(transition.map(\.outcome) == [.cancelled])
    #expect(drill.score.finished == .seconds(70))
  }

  @Test func `refuses what it can't do, and says why`() throws {
    var drill = try Drill(Sample.tabata)
    drill.send(.start, at: 1)
    drill.send(.resume, at: 1)
    drill.send(.done, at: 1)
    drill.send(.toggle, at: 2)
    drill.send(.toggle, at: 2.4)
    drill.send(.pause, at: 2.5)
    drill.send(.stop, at: 3)
    drill.send(.stop, at: 3)
    drill.send(.skip, at: 9)
    #expect(
      drill.answers == [
        "start: the workout has been started already", "resume: it isn't paused",
        "done: this phase ends by the clock: skip it instead", "toggle: accepted",
        "toggle: toggled less than 0.5 s before", "pause: it is paused already", "stop: accepted",
        "stop: the workout is over", "skip: the workout is over",
      ])
  }

  @Test func `stopped fades out and is over, with the rest of its phase cancelled`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 26)
    drill.send(.stop, at: 26)
    drill.run(to: 40)
    #expect(drill.states.suffix(2) == ["26 fadingOut", "27.500 stopped"])
    #expect(drill.score.reports.suffix(3).map(\.outcome) == [.cancelled, .cancelled, .cancelled])
    #expect(drill.score.finished == .seconds(26))
  }
}
