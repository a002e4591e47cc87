import SessionReporting
import Testing
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// A session on virtual time, and what is observed of it.
private struct Observed {
  private(set) var engine: Engine
  private(set) var session: ObservedSession

  /// A session of these nodes, written as in a file.
  init(_ nodes: String) throws {
    let text = #"{"name":"W","style":"silent","phases":[\#(nodes)]}"#
    engine = Engine(try Timeline(try WorkoutReader.read(Array(text.utf8), named: "w")))
    session = ObservedSession(engine)
    send(.start, at: 0)
    send(.prepared, at: 0)
  }

  mutating func send(_ action: Action, at seconds: Double) {
    let instant = Duration.milliseconds(Int(seconds * 1_000))
    while let deadline = engine.nextDeadline, deadline <= instant { observe(engine.send(.tick, at: deadline)) }
    observe(engine.send(action, at: instant))
  }

  private mutating func observe(_ reaction: Engine.Reaction) {
    for event in reaction.events { session.observe(SessionEvent(event)) }
  }

  /// The phase, the sets around it, what is left of the limit, and what follows: "A 10 reps (Round 2) 0:30 > B >> C".
  mutating func line(at seconds: Double) -> String {
    send(.tick, at: seconds)
    guard let phase = session.current else { return session.playback.name }
    let place = session.place.extrapolated(to: .milliseconds(Int(seconds * 1_000)))
    let position = place.progress.position
    let repetition = phase.repetition(at: position - (phase.position ?? .zero))
    let reps = phase.reps.map { " " + PlaceText.reps($0, repetition) } ?? ""
    let sets = PlaceText.groups(phase.groups.map { ($0.name, $0.set, $0.sets) }).joined(separator: ", ")
    let left = session.limit.map { " " + ClockText.short(($0.upperBound - position).secondsUp) } ?? ""
    let ahead = session.ahead(3).map { next in
      let reps = next.reps.map { " " + PlaceText.reps($0) } ?? ""
      let length = next.isOpen ? "open" : next.length.map(ClockText.short) ?? "?"
      return "\(next.name)\(reps) \(length)" + (next.position.map { " at \(ClockText.short($0))" } ?? "")
    }
    return "\(phase.name)\(reps) (\(sets))\(left) > " + ahead.joined(separator: " > ")
  }
}

@Suite struct `An observed session` {
  @Test func `ends its last phase where a measurement has ended it, also after an extension`() throws {
    var observed = try Observed(
      #"{"name":"Recover","ambient":{"sound":"rain"},"until":{"heartRate":"< 120"},"cap":60}"#)
    for second in [3.0, 3.5] { observed.send(.measure(.heartRate, 110, from: nil), at: second) }
    observed.send(.extend(by: .seconds(15)), at: 4)
    #expect(observed.session.cursor?.end == .seconds(75))
    observed.send(.tick, at: 8.5)
    #expect(observed.session.cursor == observed.engine.cursor && observed.session.cursor?.end == .seconds(8))
    #expect(observed.session.current?.isDone == true)
  }

  @Test(arguments: [
    (#"{"name":"Sit","intensity":"prepare","duration":6}"#, Action.extend(by: .seconds(3)), 9.0),
    (#"{"name":"Sit","open":true}"#, .done, 5), (#"{"name":"Sit","duration":20}"#, .skip, 5),
  ])
  func `breathes in the right phases, whatever came before`(first: String, action: Action, start: Double) throws {
    let exercise = #"{"name":"In","intensity":"sit","duration":4},{"name":"Out","intensity":"sit","duration":4}"#
    var observed = try Observed(
      #"\#(first),{"sets":2,"order":"shuffled","phases":[{"sets":3,"phases":[\#(exercise)]}]}"#)
    observed.send(action, at: 5)
    // Within a set as well.
    observed.send(.extend(by: .seconds(2)), at: start + 1)
    let breaths = [0.0, 6, 10, 14, 18, 22, 26, 30].map { passed in
      observed.send(.tick, at: start + passed)
      return observed.session.current?.breath.map { "\($0.from)\($0.to)" } ?? "none"
    }
    #expect(breaths == ["01", "10", "01", "10", "01", "10", "01", "10"])
  }

  @Test func `of as many rounds as possible goes on within the round, until time cuts it`() throws {
    var observed = try Observed(
      #"{"name":"Round","for":60,"phases":[{"name":"Push-ups","open":true,"reps":10},"#
        + #"{"name":"Squats","open":true,"reps":15}]},{"name":"Cool down","duration":30}"#)
    let start = "Push-ups 10 reps (Round 1) 0:58 > Squats 15 reps open > Push-ups 10 reps open > Squats 15 reps open"
    #expect(observed.line(at: 2) == start)
    observed.send(.done, at: 10)
    #expect(
      observed.line(at: 12)
        == "Squats 15 reps (Round 1) 0:48 > Push-ups 10 reps open > Squats 15 reps open > Push-ups 10 reps open")
    observed.send(.done, at: 20)
    #expect(observed.line(at: 20).hasPrefix("Push-ups 10 reps (Round 2) 0:40 > Squats 15 reps open > "))
    observed.send(.undo, at: 21)
    #expect(observed.line(at: 21).hasPrefix("Squats 15 reps (Round 1) 0:39 > Push-ups 10 reps open"))
    #expect(observed.session.redoable == 1)
    observed.send(.pause, at: 30)
    #expect(observed.line(at: 50).hasPrefix("Squats 15 reps (Round 1) 0:30 > Push-ups"))
    #expect(observed.session.playback == .paused(.user))
    observed.send(.resume, at: 60)
    #expect(observed.line(at: 92) == "Cool down () > ")
    #expect(observed.session.roundCounts.isEmpty)
  }

  @Test func `of capped rounds shows what is left of the cap, and what follows the last round`() throws {
    var observed = try Observed(
      #"{"name":"Round","sets":2,"cap":120,"phases":[{"name":"Run","open":true},{"name":"Rest","duration":20}]},"#
        + #"{"name":"Walk","duration":30}"#)
    #expect(observed.line(at: 5) == "Run (Round 1 of 2) 1:55 > Rest 0:20 > Run open > Rest 0:20")
    observed.send(.done, at: 30)
    #expect(observed.line(at: 31) == "Rest (Round 1 of 2) 1:29 > Run open at 0:50 > Rest 0:20 > Walk 0:30")
    #expect(observed.line(at: 55) == "Run (Round 2 of 2) 1:05 > Rest 0:20 > Walk 0:30")
    observed.send(.done, at: 60)
    #expect(observed.line(at: 61) == "Rest (Round 2 of 2) 0:59 > Walk 0:30 at 1:20")
    #expect(observed.session.roundCounts == [RoundCount(name: "Round", count: 1)])
  }

  @Test func `of an open phase every minute has a rest of unknown length, and the next minute at its place`() throws {
    var observed = try Observed(
      #"{"name":"Minute","sets":3,"every":60,"phases":[{"name":"Swings","open":true,"reps":15}]},"#
        + #"{"name":"Walk","duration":30}"#)
    #expect(
      observed.line(at: 20)
        == "Swings 15 reps (Minute 1 of 3) 0:40 > Rest ? > Swings 15 reps open at 1:00 > Rest ?")
    observed.send(.done, at: 40)
    #expect(
      observed.line(at: 45)
        == "Rest (Minute 1 of 3) 0:15 > Swings 15 reps open at 1:00 > Rest ? > Swings 15 reps open at 2:00")
    #expect(observed.line(at: 110).hasPrefix("Swings 15 reps (Minute 2 of 3) 0:10 > Rest ? > Swings"))
    // Nobody says done: the minute cuts it.
    #expect(observed.line(at: 121) == "Swings 15 reps (Minute 3 of 3) 0:59 > Rest ? > Walk 0:30 at 3:00")
  }

  @Test func `of a circuit names every group, with the notes of each station`() throws {
    var observed = try Observed(
      #"{"name":"Round","sets":3,"phases":[{"name":"Station","sets":2,"phases":["#
        + #"{"name":["Squats","Rows"],"duration":40,"notes":["Knees out.","Flat back."]},"#
        + #"{"name":"Change","duration":20}]},{"name":"Recover","duration":60}]}"#)
    #expect(
      observed.line(at: 65)
        == "Rows (Round 1 of 3, Station 2 of 2) > Change 0:20 at 1:40 > Recover 1:00 at 2:00 > Squats 0:40 at 3:00")
    #expect(observed.session.current?.notes == "Flat back." && observed.session.current?.remark == "Flat back.")
    observed.send(.jump(to: .seconds(185)), at: 66)
    #expect(observed.line(at: 66).hasPrefix("Squats (Round 2 of 3, Station 1 of 2) > Change 0:20 at 3:40"))
    observed.send(.extend(by: .seconds(15)), at: 67)
    #expect(observed.line(at: 67).contains(" > Change 0:20 at 3:55 > Rows 0:40 at 4:15"))
    observed.send(.undo, at: 68)
    #expect(observed.line(at: 68).contains(" > Change 0:20 at 3:40"))
  }

  @Test func `knows each side, and the repetition of a tempo`() throws {
    var observed = try Observed(
      #"{"name":"Ready","duration":10},{"name":"Rows","tempo":"3-0-1-1","reps":8,"sides":true,"#
        + #""metronome":{"bpm":60}},{"name":"Walk","duration":30}"#)
    #expect(
      observed.line(at: 5) == "Ready () > Rows, left side 8 reps 0:40 at 0:10 > Rows, right side 8 reps 0:40 at 0:50 > "
        + "Walk 0:30 at 1:30")
    #expect(observed.line(at: 19.9).hasPrefix("Rows, left side rep 2 of 8 ()"))
    #expect(observed.line(at: 20).hasPrefix("Rows, left side rep 3 of 8 ()"))
    #expect(observed.line(at: 89.9).hasPrefix("Rows, right side rep 8 of 8 ()"))
    #expect(observed.session.current?.side == "right side")
  }

  @Test(arguments: [SuspendPolicy.continue, .freeze])
  func `stands still over a sleep that doesn't count`(policy: SuspendPolicy) throws {
    let workout = Workout(name: "W", style: .silent, nodes: [PlanFixture.phase("A", .high, .seconds(60))])
    var engine = Engine(try Timeline(workout), policies: Policies(whenSuspended: policy))
    var session = ObservedSession(engine)
    // The last tick comes after the host has fallen asleep, so that the rest of the sleep is still left out later.
    let inputs: [(Action, at: Int)] = [(.start, 0), (.prepared, 0), (.tick, 12), (.suspended(gap: .seconds(20)), 30)]
    for (action, at) in inputs {
      for event in engine.send(action, at: .seconds(at)).events { session.observe(SessionEvent(event)) }
    }
    for second in [30, 31, 35] {
      _ = engine.send(.tick, at: .seconds(second))
      #expect(session.place.extrapolated(to: .seconds(second)).progress == engine.progress)
    }
  }

  @Test func `is never set back by a late report, and jumps before the beginning`() throws {
    let phases = ["A", "B"].map { PlanFixture.phase($0, .high, .seconds(20)) }
    var engine = Engine(try Timeline(Workout(name: "W", style: .silent, nodes: phases)))
    var session = ObservedSession(engine)
    for action in [Action.start, .jump(to: .seconds(25))] {
      for event in engine.send(action, at: .zero).events { session.observe(SessionEvent(event)) }
    }
    #expect(session.current?.name == "B" && session.next == nil)
    for event in engine.send(.prepared, at: .seconds(1)).events { session.observe(SessionEvent(event)) }
    let events = engine.send(.tick, at: .seconds(3)).events
    for event in events { session.observe(SessionEvent(event)) }
    let late = EngineEvent(
      at: .milliseconds(500), kind: .resumed(PauseReport(elapsed: .zero, reason: .user)), progress: engine.progress)
    let before = session.place.at
    session.observe(SessionEvent(late))
    #expect(session.place.at == before)
  }
}
