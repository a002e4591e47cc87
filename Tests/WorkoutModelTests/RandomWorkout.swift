import TestSupport
import WorkoutModel

/// Grows workouts of every shape, small enough to be unrolled by hand.
struct RandomWorkout {
  /// Long enough for whatever grows inside at each depth.
  private static let intervals: [Duration] = [.seconds(27_000), .seconds(1300), .seconds(60)]

  var random: SplitMix64
  /// By how much the phases are shorter than a few seconds.
  private let scale: Int
  /// Not inside an interval, which is only long enough for one run of everything.
  private var mayHaveSides = true

  init(seed: UInt64, scale: Int = 1) {
    random = SplitMix64(seed: seed)
    self.scale = scale
  }

  mutating func workout(open: Bool = false) -> Workout {
    Workout(name: "Random", nodes: nodes(depth: 0, enclosing: nil, open: open))
  }

  private mutating func nodes(depth: Int, enclosing: Repetition?, open: Bool) -> [Node] {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in
      if depth < 3, Int.random(in: 0..<3, using: &random) == 0 {
        var group = group(depth: depth, open: open)
        group.skip = skip(enclosing)
        group.sides = sides()
        return .group(group)
      }
      return .phase(phase(enclosing, open: open))
    }
  }

  private mutating func skip(_ enclosing: Repetition?) -> SkippedSets? {
    guard let enclosing else { return nil }
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return .first
    case 1 where enclosing.sets != nil: return .last
    case 2: return .numbers((0..<3).map { _ in Int.random(in: 1...max(4, enclosing.sets ?? 4), using: &random) })
    default: return nil
    }
  }

  private mutating func sides() -> Sides? {
    guard mayHaveSides else { return nil }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return Sides()
    case 1: return Sides(["a", "b", "c"], change: duration())
    default: return nil
    }
  }

  private mutating func group(depth: Int, open: Bool) -> SetGroup {
    switch Int.random(in: 0..<5, using: &random) {
    case 4:
      let cap = Duration.milliseconds(Int.random(in: 1...60_000, using: &random))
      let repetition = Repetition.capped(sets: Int.random(in: 1...5, using: &random), cap: cap)
      return SetGroup(repetition, nodes: nodes(depth: depth + 1, enclosing: repetition, open: open))
    case 0:
      let repetition = Repetition.total(.milliseconds(Int.random(in: 1...60_000, using: &random)))
      // One phase that surely lasts keeps the sets going.
      let steady = Node.phase(Phase("Steady", .high, .after(.fixed(.milliseconds(700)))))
      return SetGroup(repetition, nodes: [steady] + nodes(depth: depth + 1, enclosing: repetition, open: open))
    case 1:
      let (sets, length) = (Int.random(in: 1...5, using: &random), Self.intervals[depth])
      let growing = SetInterval.progression(from: length, by: .milliseconds(700))
      let repetition = Repetition.interval(sets: sets, every: sets.isMultiple(of: 2) ? growing : .fixed(length))
      let couldHaveSides = mayHaveSides
      mayHaveSides = false
      defer { mayHaveSides = couldHaveSides }
      return SetGroup(repetition, nodes: nodes(depth: depth + 1, enclosing: repetition, open: open))
    default:
      let repetition = Repetition.sets(Int.random(in: 1...5, using: &random))
      return SetGroup(repetition, nodes: nodes(depth: depth + 1, enclosing: repetition, open: open))
    }
  }

  private mutating func phase(_ enclosing: Repetition?, open: Bool) -> Phase {
    var phase = Phase("P", .high, .after(.fixed(duration())))
    phase.sides = sides()
    guard let enclosing else { return phase }
    let kind = Int.random(in: 0..<9, using: &random)
    if let sets = enclosing.sets {
      if kind == 0 { phase.end = .after(.perSet((0..<sets).map { _ in duration() })) }
      if kind == 1 { phase.end = .after(.progression(from: .seconds(9), by: .milliseconds(-700))) }
    }
    if kind == 2 { phase.end = .after(.progression(from: duration(), by: .milliseconds(300))) }
    if open, kind == 3 { phase.end = .open() }
    if open, kind == 4 { phase.end = .open(cap: duration()) }
    if kind == 8, let tempo = Tempo("1-0-0.5-0") {
      phase.end = .after(.tempo(tempo))
      phase.reps = .perSet(PerSet(list: (0..<3).map { _ in Int.random(in: 1...6, using: &random) }) ?? PerSet(1))
    }
    phase.skip = skip(enclosing)
    return phase
  }

  private mutating func duration() -> Duration {
    if Int.random(in: 0..<5, using: &random) == 0 { return .zero }
    return .nanoseconds(Int.random(in: 1...9_000_000_000 / scale, using: &random))
  }
}
