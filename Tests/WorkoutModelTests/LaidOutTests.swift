import EngineReference
import Testing
import WorkoutModel

/// Their number, and its limit.
@Suite struct `The phases of a workout as laid out` {
  @Test func `are as many as there are when all are walked`() throws {
    for seed in UInt64(1)...3000 {
      var maker = RandomWorkout(seed: seed)
      let workout = maker.workout()
      let timeline = try Timeline(unchecked: workout)
      #expect(timeline.phaseCount == ReferenceLayout.segments(of: workout).count, "seed \(seed)")
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

  private static let tooMany = "has more than 100000 phases as laid out: use fewer sets, or split the workout"

  @Test func `are at most a hundred thousand, and the innermost group that holds more is named`() {
    #expect(problems(group(10, group(100, group(100, phase(1_000_000))))) == [])
    let all = FieldPath.root.key("phases")
    #expect(
      problems(phase(1), group(11, group(100, group(100, phase(1_000_000))))) == [
        Problem(all.index(1), Self.tooMany)
      ])
    #expect(
      problems(group(900, group(100, phase(1_000_000))), group(200, group(100, phase(1_000_000)))) == [
        Problem(all.index(1), Self.tooMany.replacing("out:", with: "out together with what comes before it:"))
      ])
    let day = Node.phase(Phase("P", .high, .after(.fixed(.seconds(86_400)))))
    #expect(
      problems(group(5, day), phase(1), group(5, day), phase(1)) == [
        Problem(all.index(2), "lasts longer than 7 days together with what comes before it")
      ])
    #expect(problems(group(8, day)) == [Problem(all.index(0), "lasts longer than 7 days")])
    let random = Node.phase(Phase("P", .high, .after(.random(RandomLength(.seconds(86_000), .seconds(86_400))))))
    #expect(
      problems(group(4, random), group(5, random), phase(1)) == [
        Problem(all.index(1), "lasts longer than 7 days together with what comes before it")
      ])
    #expect(
      problems(group(2, group(100_000, group(10_000, phase(1000))))) == [
        Problem(all.index(0).key("phases").index(0), Self.tooMany)
      ])
    var nested = phase(1000)
    for _ in 0..<8 { nested = group(100_000, nested) }
    #expect(problems(nested).count == 1)
    #expect(
      problems(.group(SetGroup(.total(.seconds(100)), nodes: [phase(900_000)]))) == [
        Problem(all.index(0), Self.tooMany)
      ])
  }

  @Test func `count only up to the time that ends their group`() {
    let rounds = SetGroup(.capped(sets: 100_000, cap: .seconds(1)), nodes: [phase(9_000_000), phase(1)])
    #expect(problems(.group(rounds)) == [])
    #expect(problems(.group(SetGroup(.total(.seconds(99)), nodes: [phase(1_000_000)]))) == [])
    let open = Node.phase(Phase("Open", .high, .open()))
    #expect(problems(.group(SetGroup(.total(.seconds(604_800)), nodes: [open]))) == [])
  }

  @Test func `are those that have a length and begin before time cuts them off`() {
    #expect(problems(group(60_000, phase(1_000_000_000), phase(0))) == [])
    let long = group(100_000, phase(1_000_000_000), phase(1_000_000_000))
    #expect(problems(.group(SetGroup(.total(.seconds(3600)), nodes: [long]))) == [])
  }

  @Test func `of sets that no plan reaches are refused, however long they would be`() throws {
    let growing = Phase("P", .high, .after(.progression(from: .seconds(10), by: .seconds(86_400))))
    let rounds = SetGroup(.total(.seconds(3600)), nodes: [.phase(growing), .phase(growing)])
    let timeline = try Timeline(Workout(name: "Growing", nodes: [.group(rounds)]))
    let first = try #require(timeline.first())
    for set in [3, 70_000, 81_000, 100_000] {
      #expect(timeline.cursor(ofSet: set, around: first, notBefore: .zero) == nil, "set \(set)")
    }
  }

  @Test func `are a million at most in groups of which a draw takes one, because each group takes memory`() {
    func drawn(of count: Int) -> [Problem] {
      let groups = Array(repeating: group(99_000, phase(1)), count: count)
      return problems(.group(SetGroup(.sets(1), pick: 1, nodes: groups)))
    }
    #expect(drawn(of: 10) == [])
    let last = FieldPath.root.key("phases").index(0).key("phases").index(10)
    #expect(drawn(of: 4000) == [Problem(last, Self.tooMany)])
  }

  @Test func `are counted in a moment, however many phases a set has that last no time`() {
    #expect(problems(group(100_000, phase(1_000_000_000), phase(0))).count == 0)
    let empty = Array(repeating: phase(0), count: 9000)
    let sets = SetGroup(.sets(100_000), nodes: [phase(1_000_000_000)] + empty)
    #expect(problems(.group(sets)) == [Problem(FieldPath.root.key("phases").index(0), Self.tooMany)])
  }

  @Test func `of no length count once a set, so that no walk takes long`() {
    let skipped = Phase("P", .high, .after(.fixed(.seconds(1))), skip: .numbers(Array(1...99_999)))
    #expect(
      problems(group(2, .group(SetGroup(.sets(100_000), nodes: [.phase(skipped)])))) == [
        Problem(FieldPath.root.key("phases").index(0), Self.tooMany)
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
}
