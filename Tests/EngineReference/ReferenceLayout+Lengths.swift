import WorkoutModel

/// Lengths that depend on draws or on other phases.
extension ReferenceLayout {
  /// A length in steps of 0.1 s, from the seed, the node and the numbers of the sets.
  func drawn(_ length: RandomLength, _ node: Int, _ sets: [Int]) -> Duration {
    let own = ReferenceMoments.seed("length", [Int(truncatingIfNeeded: seed), node])
    var generator = SeededRandom(seed: ReferenceMoments.seed("set", [Int(truncatingIfNeeded: own)] + sets))
    let steps = (length.longest - length.shortest).wholeNanoseconds / 100_000_000
    return length.shortest + .milliseconds(100 * Int(generator.next() % UInt64(steps + 1)))
  }

  /// The length of a phase that nothing cuts off, after phases that took these times; `nil` if only the user ends it.
  func length(of run: NumberedPhase, inSets sets: [Int], after took: [String: Duration]) -> Duration? {
    switch run.phase.end {
    case .after(.random(let random)): return drawn(random, run.node, sets)
    case .after(.relative(let other)):
      guard let time = took[other.name.inEnglish] else { return .zero }
      return min(.nanoseconds((time * other.millionths / 1_000_000).wholeNanoseconds), .seconds(86_400))
    case .after, .open: return length(of: run.phase, inSet: sets.last ?? 0)
    }
  }

  /// The end of a set around which there is no limit but that of a group within the set in question; `nil` if only the
  /// user ends it and hasn't done so.
  func wholeEnd(
    ofSet id: SetID, of group: NumberedGroup, from start: Duration, limit: Duration? = nil,
    _ took: inout [String: Duration]
  ) -> Duration? {
    let set = id.sets.last ?? 0
    if let every = group.every(inSet: set) {
      took.merge(self.took) { $1 }
      return start + every
    }
    var now = start
    for child in children(of: group, inSets: id.sets) {
      let end: Duration?
      switch child {
      case .phase(let run):
        end = Self.earlier(wholeEnd(of: run, inSets: id.sets, from: now, took), limit)
        record(run, id.sets, end.map { $0 - now }, &took)
      case .group(let inner): end = wholeEnd(of: inner, inSets: id.sets, from: now, limit: limit, &took)
      }
      guard let end else { return nil }
      now = end
      if let limit, now >= limit { return limit }
    }
    return now
  }

  /// The end of a group around which there is no limit; `nil` if only the user ends it and hasn't done so.
  func wholeEnd(
    of group: NumberedGroup, inSets sets: [Int], from start: Duration, limit: Duration?,
    _ took: inout [String: Duration]
  ) -> Duration? {
    if let total = group.total {
      // Where none of its sets takes time, it takes none.
      var tookInside = took
      let isEmpty = (0..<Self.mostEmptySets).allSatisfy { set in
        wholeEnd(ofSet: SetID(group: group.node, sets: sets + [set]), of: group, from: start, &tookInside) == start
      }
      if isEmpty { return start }
      // What ran in it is what has run.
      took.merge(self.took) { $1 }
      return Self.earlier(start + total, limit)
    }
    let cap = Self.earlier(group.cap.map { start + $0 }, limit)
    var now = start
    for set in 0..<(group.sets ?? 0) {
      let id = SetID(group: group.node, sets: sets + [set])
      guard let end = wholeEnd(ofSet: id, of: group, from: now, limit: cap, &took) else { return cap }
      now = end
      if let cap, now >= cap { return cap }
    }
    return now
  }

  /// The end of a phase that nothing cuts off; `nil` if only the user ends it and hasn't done so.
  func wholeEnd(
    of run: NumberedPhase, inSets sets: [Int], from start: Duration, _ took: [String: Duration]
  ) -> Duration? {
    let end = length(of: run, inSets: sets, after: took).map { start + $0 }
    guard case .open = run.phase.end, let ended = ended[SegmentID(node: run.node, sets: sets)] else { return end }
    return Self.earlier(end, max(ended, start))
  }

  /// Keeps what a phase took under its name, if it ran.
  func record(
    _ run: NumberedPhase, _ sets: [Int], _ time: Duration?, isRun: Bool = false, _ took: inout [String: Duration]
  ) {
    guard !run.isChange, let time, isRun || time > .zero else { return }
    took[run.phase.written.name.value(inSets: sets, of: run.names).inEnglish] = time
  }

  /// The names of phases that the user ends, and of those that are as long as one of these.
  static func usersNames(_ nodes: [Node], _ known: Set<String> = []) -> Set<String> {
    var names = known
    for node in nodes {
      switch node {
      case .group(let group): names = usersNames(group.nodes + (group.between.map { [$0] } ?? []), names)
      case .phase(let phase):
        switch phase.end {
        case .open: names.formUnion(phase.written.name.values.map(\.inEnglish))
        case .after(.relative(let other)):
          if names.contains(other.name.inEnglish) { names.formUnion(phase.written.name.values.map(\.inEnglish)) }
        case .after: break
        }
      }
    }
    return names == known ? names : usersNames(nodes, names)
  }

  static func isSkipped(_ skip: SkippedSets?, _ set: Int, of sets: Int?) -> Bool {
    switch skip {
    case .first: set == 0
    case .last: set + 1 == sets
    case .numbers(let numbers): numbers.contains { $0 == set + 1 }
    case nil: false
    }
  }

  static func earlier(_ a: Duration?, _ b: Duration?) -> Duration? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }
}

/// A stretch of the plan.
struct PlanSpan: Equatable, Sendable {
  let start: Duration
  /// `nil` if only the user ends it.
  let end: Duration?

  var length: Duration? { end.map { $0 - start } }

  func contains(_ moment: Duration) -> Bool { moment >= start && (end.map { moment <= $0 } ?? true) }
}
