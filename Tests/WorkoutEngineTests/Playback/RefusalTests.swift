import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A refused action` {
  @Test(arguments: [InputPolicy.reverse, .gate])
  func `says why and changes nothing, in every state`(policy: InputPolicy) throws {
    var refused = 0
    for state in StateActions.states {
      let engine = try StateActions.engine(in: state, Policies(input: policy))
      for action in StateActions.actions where action != .tick {
        var (asked, untouched) = (engine, engine)
        let now = StateActions.instant(of: action, after: engine)
        let reaction = asked.send(action, at: now)
        let time = untouched.send(.tick, at: now)
        guard case .actionTaken(let report) = reaction.events.last?.kind, report.action == action,
          case .refused(let reason) = report.result
        else { continue }
        refused += 1
        let place = Comment(rawValue: "\(action) in \(state.name)")
        #expect(!reason.description.isEmpty && report.from == report.to && report.to == asked.state.playback, place)
        #expect(reaction.effects == time.effects && reaction.events.dropLast() == time.events[...], place)
        #expect(asked.state == untouched.state, place)
      }
    }
    #expect(refused > 100)
  }

  @Test func `is answered in words a user understands`() throws {
    try expectScore(
      of: Sample.tabata, from: 1, .at(1, .start), .at(1, .prepared), .at(1, .resume), .at(1, .done),
      .at(2, .extend(by: .seconds(90_000))), .at(2, .extend(by: .zero)), .at(2, .jump(to: .seconds(75))),
      .at(2, .undo), .at(2, .redo), .at(2, .audioRestored), .at(2, .suspended(gap: .zero)), .at(2, .pause),
      .at(2.5, .pause), .at(3, .stop), .at(3, .stop), .at(3, .skip), .at(3, .resume),
      score: """
        1 start refused: the workout has been started already
        1 prepared refused: nothing is being prepared
        1 resume refused: it isn't paused
        1 done refused: this phase ends by the clock: skip it instead
        1.5 fadingIn -> playing
        2 extend by 90000 refused: a phase lasts at most 24 hours
        2 extend by 0 refused: that is no change
        2 jump to 75 refused: the workout ends at 1:15
        2 undo refused: there is nothing to undo
        2 redo refused: there is nothing to redo
        2 audioRestored refused: the sound is there
        2 suspended 0 refused: no time was lost
        2 playing -> fadingOut 1.5 to paused(user); pause ! silence everything 0.3, journal = timer stops
        2.5@2 pause refused: it is paused already
        3@2 transition [woodblock] cancelled due 6 (stop); countdown "3" cancelled due 8 (stop); countdown "2"
            cancelled due 9 (stop); countdown "1" cancelled due 10 (stop); fadingOut -> fadingOut 0.5 to stopped;
            stop ! journal
        3@2 stop refused: the workout is over
        3@2 skip refused: the workout is over
        3@2 resume refused: the workout is over
        """)
  }
}
