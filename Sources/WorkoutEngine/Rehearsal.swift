public import WorkoutModel

/// Runs a workout from start to end without waiting: from deadline to deadline.
///
/// Elapsed 0 is instant 0. Open phases without cap are done after a given time, so that every workout comes to its end.
public struct Rehearsal {
  /// The session as it stands.
  public private(set) var engine: Engine
  private let doneAfter: Duration
  private let measure: (String) -> PhraseMeasure
  private var measuredUpTo = Duration.zero
  private var window = Duration.zero
  /// Where the session stood when it was measured ahead last.
  private var segment: SegmentID?
  private var wasOpen = false
  /// What was asked for and isn't known: it isn't asked for again while it may be said.
  private var unmeasured: Set<String> = []

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - timeline: What to run.
  ///   - lexicon: The lengths of the sounds, and of those phrases that are known.
  ///   - doneAfter: When an open phase without cap is done, if nothing else ends it before; at least a second.
  ///   - measure: Says how long a phrase is; asked once for each, ahead of its planning.
  public init(
    _ timeline: Timeline, lexicon: Lexicon = Lexicon(), doneAfter: Duration = .seconds(30),
    measure: @escaping (String) -> PhraseMeasure = { _ in .unknown }
  ) {
    engine = Engine(timeline, lexicon: lexicon)
    self.doneAfter = doneAfter
    self.measure = measure
  }

  /// Runs to the end; `observe` sees every reaction.
  public mutating func run(_ observe: (Engine.Reaction) -> Void) {
    while let reaction = next() { observe(reaction) }
  }

  /// Runs to the next deadline; `nil` once the session is over.
  ///
  /// It has no more phrases measured than may be said in the next minutes, so whoever stops has waited for no others.
  public mutating func next() -> Engine.Reaction? {
    guard !engine.state.playback.isOver else { return nil }
    measureAhead()
    switch engine.state.playback {
    case .idle: return engine.send(.start, at: .zero)
    case .preparingToPlay: return engine.send(.prepared, at: .zero)
    default: break
    }
    let done = engine.doneInstant(after: doneAfter)
    let deadline = engine.nextDeadline
    if let done, deadline.map({ done <= $0 }) ?? true { return engine.send(.done, at: done) }
    return deadline.map { engine.send(.tick, at: $0) }
  }

  /// Has the phrases measured that may be said next, well before they are planned.
  private mutating func measureAhead() {
    let (position, reach) = (engine.state.position, engine.scheduler.reach)
    // What follows an open phase is not in its plan.
    let isNew = engine.segment != segment && (engine.isOpen || wasOpen)
    (segment, wasOpen) = (engine.segment, engine.isOpen)
    guard position + reach * 2 >= measuredUpTo || isNew else { return }
    // The first row waits for few phrases; later, fewer and longer looks ahead cost less.
    window = window == .zero ? reach * 2 : min(window * 2, reach * 15)
    measuredUpTo = position + window
    // Phrases that turn out shorter than they were thought to be make room for others.
    for _ in 0..<Self.mostRounds {
      let texts =
        engine.texts(upTo: measuredUpTo) + engine.textsAfterOpenPhase(lasting: max(doneAfter, .seconds(1)))
      let news = texts.filter { engine.lexicon.lacks($0) && !unmeasured.contains($0) }
      guard !news.isEmpty else { return }
      let answers = news.map { ($0, measure($0)) }
      unmeasured.formIntersection(texts)
      unmeasured.formUnion(answers.filter { $0.1 == .unknown }.map(\.0))
      engine.learn { lexicon in
        for (text, answer) in answers { lexicon.learn(text, answer) }
        lexicon.forget(besides: texts)
      }
    }
  }

  private static let mostRounds = 64
}

extension Engine {
  /// When the current phase is done for somebody who says so `wait` after its start, but never sooner than after a
  /// second.
  ///
  /// `nil` where the clock ends it before: it is timed, has a cap, or is cut by its group.
  public func doneInstant(after wait: Duration) -> Duration? {
    guard let spot, spot.sheet.isOpen, !spot.sheet.hasCap else { return nil }
    let moment = spot.cursor.start + max(wait, .seconds(1))
    if let end = spot.cursor.end, end <= moment { return nil }
    return state.timer.instant(of: moment)
  }
}
