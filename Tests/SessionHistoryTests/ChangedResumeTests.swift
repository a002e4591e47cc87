import SessionHistory
import Testing
import WorkoutEngine
import WorkoutModel

/// What a session finds of a workout whose lengths have changed since.
extension `A session that was interrupted` {
  @Test(arguments: [(5, 5), (35, 38), (75, 78), (95, 101), (125, 131)])
  func `in one of several phases of a name is found in that one`(left: Double, found: Int) throws {
    func phase(_ name: String, _ seconds: Int) -> Node {
      .phase(Phase(PerSet(name), .high, .after(.fixed(.seconds(seconds)))))
    }
    func workout(rest: Int) -> Workout {
      let nodes = [phase("Work", 20), phase("Rest", rest), phase("Work", 20)]
      return Workout(name: "Twice \(rest)", style: .silent, nodes: nodes + [.group(SetGroup(.sets(2), nodes: nodes))])
    }
    try leave(at: left, workout(rest: 10))
    let timeline = try Timeline(workout(rest: 13))
    let start = try #require(try unfinished().startByName(timeline))
    let state = try start.resumed(timeline, PhraseDurations(), Policies()).engine.state
    #expect(state.position == .seconds(found))
  }
}
