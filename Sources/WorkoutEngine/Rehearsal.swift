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

  /// Runs to the end; `observe` sees every reaction and the notes on what was moved or left out.
  public mutating func run(_ observe: (Engine.Reaction, [PlanNote]) -> Void) {
    var asked: Set<String> = []
    learn(&asked)
    observe(engine.send(.start, at: .zero), engine.takeNotes())
    observe(engine.send(.prepared, at: .zero), engine.takeNotes())
    while !engine.state.playback.isOver {
      learn(&asked)
      let done = engine.doneInstant(after: doneAfter)
      let deadline = engine.nextDeadline
      if let done, deadline.map({ done <= $0 }) ?? true {
        observe(engine.send(.done, at: done), engine.takeNotes())
      } else if let deadline {
        observe(engine.send(.tick, at: deadline), engine.takeNotes())
      } else {
        return
      }
    }
  }

  /// Has the phrases of the next minutes measured, well before their planning.
  private mutating func learn(_ asked: inout Set<String>) {
    let position = engine.state.position
    guard position + WarningScheduler.lookAhead * 2 >= measuredUpTo else { return }
    measuredUpTo = position + .seconds(300)
    let texts = engine.texts(upTo: measuredUpTo).filter { engine.lexicon.lacks($0) && !asked.contains($0) }
    guard !texts.isEmpty else { return }
    asked.formUnion(texts)
    let answers = texts.map { ($0, measure($0)) }
    engine.learn { lexicon in
      for (text, answer) in answers { lexicon.learn(text, answer) }
    }
  }
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
