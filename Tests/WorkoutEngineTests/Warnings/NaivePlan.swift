import WorkoutEngine
import WorkoutModel

/// What a workout says and when, by one greedy pass over all its cues: the law of arbitration, written plainly.
///
/// It knows workouts of phases and of groups without groups in them, with rules of fixed words.
struct NaivePlan {
  /// Where a cue sounds and speaks; `nil` for what it doesn't.
  struct Place: Equatable {
    var sound: Duration?
    var speech: Duration?
  }

  private struct Candidate {
    let key: String
    let rule: Int
    let node: Int
    let mark: Duration
    let isEnd: Bool
    let cue: CueRule
    let anchor: Range<Duration>
    let length: Duration
    var place = Place()

    var begins: Duration { place.sound ?? place.speech ?? mark }
    var preferred: Duration { place.speech ?? mark }
    var rank: Int { [.countdown, .completion, .warning, .start].firstIndex(of: cue.effectiveClass) ?? 4 }
    var latest: Duration {
      guard cue.align == .start, cue.count == nil else { return preferred }
      switch cue.effectiveClass {
      case .start: return anchor.lowerBound + (anchor.upperBound - anchor.lowerBound) / 2
      case .completion: return preferred + .seconds(5)
      case .info: return min(preferred + .seconds(5), anchor.upperBound - .nanoseconds(1))
      default: return preferred
      }
    }
  }

  private(set) var places: [String: Place] = [:]
  private var candidates: [Candidate] = []

  init(_ workout: Workout, _ lengths: [String: Duration]) {
    let end = expand(workout, lengths)
    let order = candidates.indices.filter { candidates[$0].place.speech != nil }.sorted { a, b in
      let (first, second) = (candidates[a], candidates[b])
      if first.rank != second.rank { return first.rank < second.rank }
      if first.preferred != second.preferred { return first.preferred < second.preferred }
      if first.mark != second.mark { return first.mark < second.mark }
      if first.isEnd != second.isEnd { return first.isEnd }
      return (first.rule, first.node) < (second.rule, second.node)
    }
    var taken: [Range<Duration>] = []
    for index in order {
      let candidate = candidates[index]
      var onset: Duration? = candidate.preferred
      while let start = onset,
        let end = taken.filter({ $0.overlaps(start..<start + candidate.length) }).map(\.upperBound).max()
      {
        let next = end + .milliseconds(150)
        onset = next <= candidate.latest ? next : nil
      }
      candidates[index].place.speech = onset
      if let onset { taken.append(onset..<onset + candidate.length) }
    }
    let counts = Set(
      candidates.filter { $0.cue.count != nil && $0.key.hasSuffix("#\($0.cue.count ?? 0)") }
        .filter { $0.place != Place() }.map(\.mark))
    for candidate in candidates where candidate.place != Place() {
      if let counted = candidate.cue.condition.counted, counts.contains(candidate.mark) != counted { continue }
      // Behind the end of the workout only its last words come.
      guard candidate.begins <= end || candidate.cue.effectiveClass == .completion else { continue }
      places[candidate.key] = candidate.place
    }
  }

  private mutating func expand(_ workout: Workout, _ lengths: [String: Duration]) -> Duration {
    var position = Duration.zero
    var node = 0
    for item in workout.nodes {
      node += 1
      switch item {
      case .phase(let phase): add(phase, node, set: nil, &position, workout, lengths)
      case .group(let group):
        let own = node
        for set in 1...(group.repetition.sets ?? 1) {
          let start = position
          for (offset, child) in group.nodes.enumerated() {
            if case .phase(let phase) = child { add(phase, own + 1 + offset, set: set, &position, workout, lengths) }
          }
          add(.set, own, set: set, start..<position, workout, lengths)
        }
        node += group.nodes.count
      }
    }
    add(.workout, 0, set: nil, .zero..<position, workout, lengths)
    return position
  }

  private mutating func add(
    _ phase: Phase, _ node: Int, set: Int?, _ position: inout Duration, _ workout: Workout,
    _ lengths: [String: Duration]
  ) {
    guard case .after(.fixed(let length)) = phase.end else { return }
    add(.phase, node, set: set, position..<position + length, workout, lengths)
    position += length
  }

  private mutating func add(
    _ anchor: Anchor, _ node: Int, set: Int?, _ span: Range<Duration>, _ workout: Workout,
    _ lengths: [String: Duration]
  ) {
    for (index, rule) in workout.cues.enumerated() where rule.on == anchor {
      for (mark, number) in Self.marks(of: rule, in: span) where mark >= span.lowerBound && mark <= span.upperBound {
        let text = rule.count.map { _ in "\(number)" } ?? rule.say?.description
        let length = text.flatMap { lengths[$0] } ?? .zero
        var place = Place(sound: rule.sound == nil ? nil : mark)
        var due = mark
        if text != nil {
          let onset = rule.align == .end ? mark - length : rule.sound == nil ? mark : mark + .milliseconds(600)
          place.speech = onset
          due = rule.sound == nil || rule.align == .start ? min(mark, onset) : onset - .milliseconds(600)
          if rule.sound != nil { place.sound = due }
        }
        guard due >= span.lowerBound else { continue }
        candidates.append(
          Candidate(
            key: "\(index)/\(node)/\(set ?? 0)#\(number)", rule: index, node: node, mark: mark,
            isEnd: mark == span.upperBound, cue: rule, anchor: span, length: length, place: place))
      }
    }
  }

  private static func marks(of rule: CueRule, in span: Range<Duration>) -> [(Duration, Int)] {
    switch rule.at {
    case .start(let offset): counted(rule, span.lowerBound + offset)
    case .end(let offset): counted(rule, span.upperBound + offset)
    case .part(let percent, let offset):
      counted(rule, span.lowerBound + (span.upperBound - span.lowerBound) * percent / 100 + offset)
    case .half(let offset): counted(rule, span.lowerBound + (span.upperBound - span.lowerBound) / 2 + offset)
    case .every(let interval):
      (1..<2000).map { (span.lowerBound + interval * $0, $0) }.filter { $0.0 < span.upperBound }
    case .random: []
    }
  }

  private static func counted(_ rule: CueRule, _ mark: Duration) -> [(Duration, Int)] {
    guard let count = rule.count else { return [(mark, 0)] }
    return (0..<count).map { (mark + .seconds($0), count - $0) }
  }
}
