import Testing
import WorkoutModel

/// Counting without walking comes to the same as walking.
@Suite struct `The phases of a workout as laid out` {
  @Test func `are as many as there are when all are walked`() throws {
    for seed in UInt64(1)...3000 {
      var maker = RandomWorkout(seed: seed)
      let workout = maker.workout()
      let timeline = try Timeline(workout)
      #expect(timeline.phaseCount == Unrolled(workout).segments.count, "seed \(seed)")
    }
  }

  @Test func `begin as densely as they do when all are walked`() throws {
    for seed in UInt64(1)...3000 {
      var maker = RandomWorkout(seed: seed, scale: 20)
      let workout = maker.workout()
      let timeline = try Timeline(workout)
      let begins = Unrolled(workout).begins
      var (first, most) = (0, 0)
      for (index, begin) in begins.enumerated() {
        while begins[first] <= begin - .seconds(1) { first += 1 }
        most = max(most, index - first + 1)
      }
      #expect(timeline.mostBeginsInASecond == most, "seed \(seed)")
    }
  }

  private func group(_ sets: Int, _ nodes: Node...) -> Node { .group(SetGroup(.sets(sets), nodes: nodes)) }

  private func phase(_ nanoseconds: Int) -> Node {
    .phase(Phase("P", .high, .after(.fixed(.nanoseconds(nanoseconds)))))
  }

  private func problems(_ nodes: Node...) -> [Problem] {
    do throws(TimelineError) { _ = try Timeline(Workout(name: "Large", nodes: nodes)) } catch { return error.problems }
    return []
  }

  @Test func `are at most ten million, and the group that holds more is named`() {
    #expect(problems(group(10, group(1000, group(1000, phase(1_000_000))))) == [])
    let all = FieldPath.root.key("phases")
    #expect(
      problems(phase(1), group(11, group(1000, group(1000, phase(1_000_000))))) == [
        Problem(all.index(1), "comes to 11000000 phases as laid out: at most 10000000")
      ])
    #expect(
      problems(group(9_000, group(1000, phase(1_000_000))), group(2_000, group(1000, phase(1_000_000)))) == [
        Problem(all, "comes to 11000000 phases as laid out: at most 10000000")
      ])
    #expect(
      problems(group(2, group(100_000, group(10_000, phase(1000))))) == [
        Problem(
          all.index(0).key("phases").index(0), "comes to 1000000000 phases as laid out: at most 10000000")
      ])
  }

  @Test(arguments: SetOrder.allCases)
  func `are judged the same whichever of them a seed draws`(order: SetOrder) {
    func minutes(_ pick: Int, _ nodes: Node...) -> Node {
      .group(SetGroup(.interval(sets: 4, every: .seconds(60)), order: order, pick: pick, nodes: nodes))
    }
    let interval = FieldPath.root.key("phases").index(0).key("every")
    let (short, long) = (phase(20_000_000_000), phase(50_000_000_000))
    #expect(problems(minutes(1, short, short, long)) == [])
    let complaint = "the longest phases that may be drawn for set 1 last 1m10s, longer than the interval of 1m"
    #expect(problems(minutes(2, short, short, short, short, short, long)) == [Problem(interval, complaint)])
    guard order != .shuffledEachSet else { return }
    let rounds = SetGroup(.total(.seconds(60)), order: order, pick: 1, nodes: [phase(0), long, long, long, long])
    let endless = "phases that may be drawn for every set last no time, so the sets would never end"
    #expect(problems(.group(rounds)) == [Problem(FieldPath.root.key("phases").index(0).key("for"), endless)])
  }

  @Test func `are at most a thousand in any second, and the group that has more is named`() {
    #expect(problems(group(100_000, phase(1_000_000))) == [])
    let all = FieldPath.root.key("phases")
    let message = "more than 1000 of its phases begin within one second"
    #expect(problems(group(2000, phase(999_000))) == [Problem(all.index(0), message)])
    #expect(problems(group(1001, phase(0))) == [Problem(all.index(0), message)])
    #expect(problems(group(900, phase(1)), phase(1), group(900, phase(1))) == [Problem(all, message)])
    #expect(problems(group(900, phase(1)), phase(1_000_000_000), group(900, phase(1))) == [])
    let shrinking = Phase("P", .high, .after(.progression(from: .seconds(2), by: .milliseconds(-1))))
    #expect(problems(.group(SetGroup(.sets(2001), nodes: [.phase(shrinking)]))) == [])
    let faster = Phase("P", .high, .after(.progression(from: .milliseconds(2), by: .microseconds(-1))))
    #expect(
      problems(.group(SetGroup(.sets(2001), nodes: [.phase(faster)]))) == [Problem(all.index(0), message)])
    let list = Phase("P", .high, .after(.perSet((0..<3000).map { .milliseconds($0 == 1500 ? 900 : 2) })))
    #expect(problems(.group(SetGroup(.sets(3000), nodes: [.phase(list)]))) == [])
    #expect(
      problems(.group(SetGroup(.total(.seconds(1)), nodes: [phase(900_000)]))) == [Problem(all.index(0), message)])
  }
}
