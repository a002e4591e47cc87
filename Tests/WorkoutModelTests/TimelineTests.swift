import EngineReference
import TestSupport
import Testing
import WorkoutModel

@Suite struct `A timeline` {
  @Test(arguments: UInt64(1)...400)
  func `is what unrolling the workout by hand gives`(seed: UInt64) throws {
    var grower = RandomWorkout(seed: seed)
    let workout = grower.workout(open: seed.isMultiple(of: 3))
    let timeline = try Timeline(unchecked: workout)
    let expected = ReferenceLayout.segments(of: workout)
    var walked: [(SegmentID, Duration, Duration?)] = []
    var cursor = timeline.first()
    while let here = cursor {
      walked.append((here.id, here.start, here.end))
      cursor = here.end.flatMap { timeline.next(after: here, endedAt: $0) }
    }
    #expect(walked.elementsEqual(expected, by: ==), "seed \(seed)")
    #expect(timeline.total == nil || timeline.total == expected.last?.end ?? .zero, "seed \(seed)")
  }

  @Test(arguments: UInt64(1)...SplitMix64.cases(400))
  func `finds the segment of any moment where walking comes to it`(seed: UInt64) throws {
    var grower = RandomWorkout(seed: seed)
    let timeline = try Timeline(unchecked: grower.workout(open: seed.isMultiple(of: 3)))
    var cursor = timeline.first()
    while let here = cursor {
      #expect(timeline.cursor(at: here.start) == here, "seed \(seed)")
      let last = here.end.map { $0 - .nanoseconds(1) } ?? here.start + .seconds(86_400)
      #expect(timeline.cursor(at: last) == here, "seed \(seed)")
      cursor = here.end.flatMap { timeline.next(after: here, endedAt: $0) }
    }
    if let total = timeline.total { #expect(timeline.segment(at: total) == nil, "seed \(seed)") }
    #expect(timeline.segment(at: .nanoseconds(-1)) == nil)
  }

  @Test(arguments: UInt64(1)...SplitMix64.cases(60))
  func `knows from everywhere where the sets around end`(seed: UInt64) throws {
    var grower = RandomWorkout(seed: seed)
    let timeline = try Timeline(unchecked: grower.workout())
    var cursors: [Cursor] = []
    var cursor = timeline.first()
    while let here = cursor {
      cursors.append(here)
      cursor = here.end.flatMap { timeline.next(after: here, endedAt: $0) }
    }
    for here in cursors {
      for (level, span) in timeline.sets(around: here).enumerated() {
        // The segments of the same set: those that share its group and all set numbers down to it.
        let sets = here.id.sets.prefix(here.depth - level)
        let inside = cursors.filter { other in
          other.id.sets.starts(with: sets)
            && timeline.sets(around: other).reversed().dropFirst(sets.count).first?.group == span.group
        }
        #expect(span.start == inside.first?.start, "seed \(seed)")
        #expect(span.end == inside.last?.end, "seed \(seed)")
      }
      #expect(timeline.sets(around: here).last?.end == timeline.total, "seed \(seed)")
    }
  }

  @Test(arguments: UInt64(1)...SplitMix64.cases(200))
  func `knows where the sets around end after the user has changed lengths`(seed: UInt64) throws {
    var grower = RandomWorkout(seed: seed)
    let timeline = try Timeline(unchecked: grower.workout(open: seed.isMultiple(of: 3)))
    var random = SplitMix64(seed: seed)
    var cursor = timeline.first()
    for _ in 0..<40 {
      guard var here = cursor else { break }
      let time = Duration.milliseconds(Int.random(in: 1...20_000, using: &random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0: _ = here.extend(by: time, notBefore: here.start)
      case 1: here.end(at: here.start + time)
      default: break
      }
      for (level, span) in timeline.sets(around: here).enumerated() {
        #expect(span.end == end(ofSetAt: level, around: here, timeline), "seed \(seed), \(here.id), \(level)")
      }
      cursor = timeline.next(after: here, endedAt: here.end ?? here.start + time)
    }
  }

  /// The end of the last segment of a set around a cursor, found segment by segment.
  private func end(ofSetAt level: Int, around cursor: Cursor, _ timeline: Timeline) -> Duration? {
    let (sets, around) = (cursor.id.sets.dropLast(level), groups(around: cursor, timeline).dropLast(level))
    var here = cursor
    while let end = here.end {
      guard let next = timeline.next(after: here, endedAt: end), next.id.sets.starts(with: sets),
        groups(around: next, timeline).starts(with: around)
      else { return end }
      here = next
    }
    return nil
  }

  private func groups(around cursor: Cursor, _ timeline: Timeline) -> [Int] {
    timeline.sets(around: cursor).map(\.group).reversed()
  }

  @Test func `of a day in fifty thousand sets is exact to the nanosecond`() throws {
    let workout = Workout(
      name: "Day",
      nodes: [
        .group(
          SetGroup(
            .sets(50_000),
            nodes: [
              .phase(Phase("A", .high, .after(.fixed(.nanoseconds(1_000_000_001))))),
              .phase(Phase("B", .low, .after(.fixed(.nanoseconds(727_999_999))))),
            ]))
      ])
    let timeline = try Timeline(workout)
    #expect(timeline.total == .seconds(86_400))
    let last = try #require(timeline.segment(at: .seconds(86_400) - .nanoseconds(1)))
    #expect(last.id.sets == [49_999])
    #expect(last.start == .seconds(86_400) - .nanoseconds(727_999_999))
  }

  @Test func `refuses sets that do not fit their interval, and totals beyond the limit`() throws {
    let long = Phase("Long", .high, .after(.fixed(.seconds(61))))
    let minutes = SetGroup(.interval(sets: 3, every: .seconds(60)), nodes: [.phase(long)])
    let emom = Workout(name: "E", nodes: [.group(minutes)])
    let error = #expect(throws: TimelineError.self) { try Timeline(emom) }
    #expect(error?.problems.map(\.path.description) == ["phases[0].every"])
    var nested = Node.phase(Phase("Day", .high, .after(.fixed(.seconds(86_400)))))
    for _ in 0..<8 { nested = .group(SetGroup(.sets(100_000), nodes: [nested])) }
    #expect(throws: TimelineError.self) { try Timeline(Workout(name: "Ages", nodes: [nested])) }
  }

  @Test func `cuts the last set of a group that lasts a given time`() throws {
    let amrap = Workout(
      name: "A",
      nodes: [
        .group(
          SetGroup(
            .total(.seconds(25)),
            nodes: [
              .phase(Phase("A", .high, .after(.fixed(.seconds(6))))),
              .phase(Phase("B", .high, .after(.fixed(.seconds(4))))),
            ])), .phase(Phase("C", .cooldown, .after(.fixed(.seconds(5))))),
      ])
    let timeline = try Timeline(amrap)
    #expect(timeline.total == .seconds(30))
    let cut = try #require(timeline.segment(at: .seconds(24)))
    #expect((cut.start, cut.end ?? .zero) == (.seconds(20), .seconds(25)))
  }

  @Test func `equals another of the same workout with tracks of the same lengths`() throws {
    let workout = Workout(name: "Guided", nodes: [.phase(Phase("Sit", .sit, .after(.track), track: "talk.wav"))])
    func timeline(_ workout: Workout, _ length: Duration) throws -> Timeline {
      try Timeline(workout, trackLengths: ["talk.wav": length])
    }
    var other = workout
    other.nodes = [.phase(Phase("Lie", .sit, .after(.track), track: "talk.wav"))]
    let minute = try timeline(workout, .seconds(60))
    #expect(try minute == timeline(workout, .seconds(60)))
    #expect(try minute != timeline(workout, .seconds(61)))
    #expect(try minute != timeline(other, .seconds(60)))
  }
}
