public import WorkoutModel

/// Runs a workout from start to end without waiting: from deadline to deadline.
///
/// Elapsed time 0 is instant 0. Open phases without cap end after a given time, so that every workout ends.
///
/// ```swift
/// var rehearsal = Rehearsal(timeline)
/// rehearsal.run { reaction in
///   for event in reaction.events { report(event.at, event.kind) }
/// }
/// ```
public struct Rehearsal {
  /// The session in its current state.
  public private(set) var engine: Engine
  private let doneAfter: Duration
  private let lengths: (SegmentID) -> Duration?
  /// The measurements to come, in order.
  private var recording: ArraySlice<RecordedMeasurement> = []
  /// When a phase was done last, and how many were at that instant.
  private var lastDone = (at: Duration.zero, count: 0)
  /// `nil` if phrases have the lengths that the session knows.
  private let measure: ((Phrase) -> PhraseMeasure)?
  private var measuredUpTo = Duration.zero
  private var window = Duration.zero
  /// The segment of the session when phrases were last measured ahead.
  private var segment: SegmentID?
  private var wasOpen = false
  /// Phrases that `measure` doesn't know; they aren't measured again while they may be spoken.
  private var unmeasured: Set<Phrase> = []

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - timeline: The workout to run.
  ///   - durations: The lengths of the sounds, and of known phrases.
  ///   - doneAfter: The time after which an open phase without cap ends, if nothing ends it before; from 1 s to
  ///     a day.
  ///   - body: The user's heart rates and power, to which targets and comparisons refer.
  ///   - recording: Measurements to replay, in order; `nil` if nobody measures.
  ///   - measure: Returns the length of a phrase; called once for each phrase, before it is planned.
  public init(
    _ timeline: Timeline, durations: PhraseDurations = PhraseDurations(), doneAfter: Duration = .seconds(30),
    body: BodyProfile = BodyProfile(), recording: [RecordedMeasurement]? = nil,
    measure: @escaping (Phrase) -> PhraseMeasure = { _ in .unknown }
  ) {
    let policies = Policies(body: body, expectsSensors: recording != nil)
    engine = Engine(timeline, durations: durations, policies: policies)
    self.recording = (recording ?? [])[...]
    self.doneAfter = Limits.doneAfter(doneAfter)
    lengths = { _ in nil }
    self.measure = measure
  }

  /// Prepares a run of a session that has not begun. The user ends open phases, with or without a cap, after these
  /// lengths; where there is none, those without cap end after `doneAfter`. The measurements of a `recording` are
  /// replayed.
  package init(
    _ engine: Engine, doneAfter: Duration, recording: [RecordedMeasurement] = [],
    lengths: @escaping (SegmentID) -> Duration? = { _ in nil }
  ) {
    self.engine = engine
    self.recording = recording[...]
    self.doneAfter = doneAfter
    self.lengths = lengths
    measure = nil
  }

  /// Runs to the end, and passes every reaction to `observe`.
  public mutating func run(_ observe: (Engine.Reaction) -> Void) {
    while let reaction = next() { observe(reaction) }
  }

  /// Runs to the next deadline; `nil` once the session is over.
  ///
  /// It measures only phrases that may be spoken in the next minutes, so a caller that stops early waits for no others.
  public mutating func next() -> Engine.Reaction? {
    guard !engine.playback.isOver else { return nil }
    measureAhead()
    switch engine.playback {
    case .idle: return engine.send(.start, at: .zero)
    case .preparingToPlay: return engine.send(.prepared, at: .zero)
    default: break
    }
    let done = doneInstant
    let deadline = engine.nextDeadline
    if let measured = recording.first, [done, deadline].allSatisfy({ $0.map { measured.at <= $0 } ?? true }),
      measured.at != done || measured.donesBefore <= (lastDone.at == done ? lastDone.count : 0)
    {
      recording.removeFirst()
      return engine.send(.measure(measured.signal, measured.value, from: nil), at: measured.at)
    }
    if let done, deadline.map({ done <= $0 }) ?? true {
      lastDone = (done, lastDone.at == done ? lastDone.count + 1 : 1)
      return engine.send(.done, at: done)
    }
    return deadline.map { engine.send(.tick, at: $0) }
  }

  /// The instant at which the user ends the current phase; `nil` if the clock ends it before.
  private var doneInstant: Duration? {
    guard let context = engine.context, context.phase.isOpen, !context.cursor.isEndedByUser,
      let length = lengths(context.id)
    else {
      return engine.doneInstant(after: doneAfter)
    }
    let moment = context.cursor.start + length
    if let end = context.cursor.end, end <= moment { return nil }
    return engine.timer.instant(of: moment)
  }

  /// Measures the phrases that may be spoken next, well before they are planned.
  private mutating func measureAhead() {
    guard let measure else { return }
    let (position, reach) = (engine.position, engine.scheduler.reach)
    // What follows an open phase is not in its plan.
    let isNew = engine.segment != segment && (engine.isOpen || wasOpen)
    (segment, wasOpen) = (engine.segment, engine.isOpen)
    guard position + reach * 2 >= measuredUpTo || isNew else { return }
    // The first step measures few phrases; later, fewer and longer look-aheads cost less, but not of too many cues.
    window = window == .zero ? reach * 2 : min(window * 2, reach * 15, engine.scheduler.step * 8)
    measuredUpTo = position + window
    // The decisions of this look-ahead need not be made again when the session gets there.
    engine.decide(to: measuredUpTo + reach)
    // Phrases that turn out shorter than estimated leave time for others.
    for _ in 0..<Self.mostRounds {
      let phrases =
        engine.phrases(upTo: measuredUpTo) + engine.phrasesAfterOpenPhase(lasting: doneAfter)
      let news = phrases.filter { engine.durations.lacks($0) && !unmeasured.contains($0) }
      guard !news.isEmpty else { return }
      let answers = news.map { ($0, measure($0)) }
      unmeasured.formIntersection(phrases)
      unmeasured.formUnion(answers.filter { $0.1 == .unknown }.map { $0.0 })
      engine.updateDurations { durations in
        for (phrase, answer) in answers { durations.record(phrase, answer) }
        durations.forget(besides: phrases)
      }
      // Unknown lengths change no plan, so they bring no other phrases.
      guard answers.contains(where: { $0.1 != .unknown }) else { return }
    }
  }

  private static let mostRounds = 64
}

extension Engine {
  /// The instant at which the current phase ends if the user ends it `wait` after its start, but at least 1 s
  /// and at most a day after it.
  ///
  /// `nil` if the clock ends it before: it is timed, has a cap, or is cut by its group. Overtime ends as it begins.
  public func doneInstant(after wait: Duration) -> Duration? {
    guard let context, !context.cursor.isEndedByUser else { return nil }
    // Nobody plans for overtime: it ends as it begins.
    if context.phase.hasOvertime, let end = context.cursor.end { return timer.instant(of: end) }
    guard context.phase.isOpen else { return nil }
    if context.phase.isOvertime { return timer.instant(of: context.cursor.start) }
    if context.phase.cap != nil { return nil }
    let moment = context.cursor.start + max(Limits.doneAfter(wait), context.phase.atLeast)
    if let end = context.cursor.end, end <= moment { return nil }
    return timer.instant(of: moment)
  }
}
