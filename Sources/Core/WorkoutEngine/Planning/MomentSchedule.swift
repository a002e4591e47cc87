import WorkoutModel

/// Finds the moments of a rule within the phase, set or workout it is anchored to.
struct MomentSchedule {
  let anchor: ScheduledWarning.Span
  /// The end of an anchor whose end nobody is to know before it comes.
  var hiddenEnd: Duration?
  /// Whether the length of the anchor depends on the user, so that its half isn't known.
  var endsByUser = false
  /// Makes `random` moments differ between anchors, but never between runs; other rules need none.
  let seed: UInt64
  /// The length for which `random` moments are drawn; `nil` if it is unknown.
  let drawnLength: Duration?

  struct Mark: Equatable {
    let at: Duration
    let number: Int
  }

  /// A single moment such as `end-3s`, or `nil` if it isn't known yet.
  func moment(_ moment: Moment) -> Duration? {
    var length = anchor.length
    switch moment {
    case .end(let offset) where offset >= .zero: length = (anchor.end ?? hiddenEnd).map { $0 - anchor.start }
    case .half, .part: if endsByUser { return nil }
    case .start, .end, .every, .random: break
    }
    return moment.offset(inLength: length).map { anchor.start + $0 }
  }

  /// The moments of a rule in order, including those outside the anchor. A rule with `every` has only those inside it,
  /// from `lower` through `upper`.
  func marks(of entry: CompiledRules.Entry, from lower: Duration, through upper: Duration) -> Marks {
    let rule = entry.rule
    switch rule.at {
    case .every(let interval):
      return repeated(interval, from: entry.first ?? interval, between: lower, and: upper)
    case .random(let count): return .listed(random(count)[...])
    case .start, .end, .half, .part:
      guard let first = moment(rule.at) else { return .none }
      guard let count = rule.count else { return .spaced(Mark(at: first, number: 0), step: .zero, left: 1, growth: 0) }
      return .spaced(Mark(at: first, number: count), step: .seconds(1), left: count, growth: -1)
    }
  }

  private func repeated(
    _ interval: Duration, from first: Duration, between lower: Duration, and upper: Duration
  ) -> Marks {
    let (origin, step) = (anchor.start + first, interval.inNanoseconds)
    // The end itself isn't a moment of the interval.
    let upper = (anchor.end ?? hiddenEnd).map { min($0 - .nanoseconds(1), upper) } ?? upper
    guard step > 0, upper >= origin else { return .none }
    let next = max(0, ((lower - origin).inNanoseconds + step - 1) / step)
    let last = (upper - origin).inNanoseconds / step
    guard next <= last else { return .none }
    let mark = Mark(at: origin + .nanoseconds(next * step), number: Int(next) + 1)
    return .spaced(mark, step: interval, left: Int(last - next) + 1, growth: 1)
  }

  /// Sorted moments at least `Limits.randomSpacing` apart and away from both ends; none where they don't fit.
  ///
  /// Uniform numbers are drawn from the length without all spacings, sorted, and spread by the spacings: every
  /// arrangement that keeps the distances is equally likely.
  func random(_ count: Int) -> [Mark] {
    let spacing = Limits.randomSpacing.inNanoseconds
    guard let length = drawnLength?.inNanoseconds else { return [] }
    let space = length - Int64(count + 1) * spacing
    guard space >= 0 else { return [] }
    var generator = SeededRandom(seed: seed)
    let draws = (0..<count).map { _ in Int64(generator.next() % UInt64(space + 1)) }.sorted()
    return draws.enumerated().map { index, draw in
      let distance = draw + Int64(index + 1) * spacing
      return Mark(at: anchor.start + .nanoseconds(distance), number: index + 1)
    }
  }
}

/// The moments of a rule, generated one by one, because most rules have at most one in a phase.
enum Marks: Sequence, IteratorProtocol {
  /// The next `left` moments from this one on, `step` apart, with numbers that change by `growth`.
  case spaced(MomentSchedule.Mark, step: Duration, left: Int, growth: Int)
  case listed(ArraySlice<MomentSchedule.Mark>)

  static let none = Marks.listed([])

  mutating func next() -> MomentSchedule.Mark? {
    switch self {
    case .listed(var marks):
      guard let mark = marks.popFirst() else { return nil }
      self = .listed(marks)
      return mark
    case .spaced(let mark, let step, let left, let growth):
      guard left > 0 else { return nil }
      let following = MomentSchedule.Mark(at: mark.at + step, number: mark.number + growth)
      self = .spaced(following, step: step, left: left - 1, growth: growth)
      return mark
    }
  }
}
