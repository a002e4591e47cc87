import WorkoutEngine
import WorkoutModel

/// A worker that makes phrases just ahead of their time, well or badly.
///
/// A phrase is requested two seconds before it is due and takes 30 ms to make, which is what espeak-ng needs for a
/// short one. A phrase that is not ready a tenth of a second before it is due is given up, and the session is informed
/// that it failed. It is available again once it has been requested again and made in time.
struct SimulatedSpeech: Sendable {
  private static let lead = Duration.seconds(2)
  private static let decision = Duration.milliseconds(100)
  private static let making = Duration.milliseconds(30)
  /// How far ahead the plan is looked at, and how long nothing new is looked for.
  private static let horizon = Duration.seconds(5)

  /// What the worker reports to the session.
  enum Report: Equatable {
    case failed(Phrase, reason: String)
    case made(Phrase)
  }

  /// How many times as long phrases take.
  var factor = 1.0
  /// From when to when nothing is made, in session time.
  var hangs: [(from: Duration, to: Duration)] = []
  /// Whether the phrase that is being made, or the next one, is lost.
  var isCrashing = false
  private var failing: Set<Phrase> = []
  /// Phrases due up to here have been decided.
  private var decidedUpTo: Duration
  /// Whether a fault has ever occurred; until then the worker need not be queried.
  private(set) var hasFaults = false

  init() { decidedUpTo = .zero - .seconds(1) }

  /// Changes how phrases are made from `session` on.
  mutating func disturb(at session: Duration, _ change: (inout SimulatedSpeech, _ session: Duration) -> Void) {
    change(&self, session)
    if !hasFaults { decidedUpTo = session + Self.decision }
    hasFaults = true
  }

  /// It was started again with the session, which knows of no failure any more.
  mutating func restart() { failing = [] }

  /// When to decide about the next phrases, in session time; at the latest after `horizon`, to look at the plan again.
  /// `nil` if that comes after `limit`. It need not be asked before the first fault.
  func nextDecision(_ driver: some SessionDriver, at session: Duration, through limit: Duration) -> Duration? {
    let end = min(limit + Self.decision, session + Self.horizon)
    if let next = coming(driver, through: end).lazy.map(\.due).min() { return max(next - Self.decision, session) }
    return end < session + Self.horizon ? nil : end
  }

  /// Decides about the phrases whose time it is.
  mutating func decide(_ driver: some SessionDriver, at session: Duration) -> [Report] {
    var reports: [Report] = []
    let all = coming(driver, through: session + Self.decision).sorted { $0.due < $1.due }
    for coming in all where coming.due - Self.decision <= session {
      decidedUpTo = max(decidedUpTo, coming.due)
      let asked = coming.due - Self.lead
      if let reason = failure(asked: asked, needed: coming.due - Self.decision) {
        if failing.insert(coming.phrase).inserted { reports.append(.failed(coming.phrase, reason: reason)) }
      } else if failing.remove(coming.phrase) != nil {
        reports.append(.made(coming.phrase))
      }
    }
    return reports
  }

  private mutating func failure(asked: Duration, needed: Duration) -> String? {
    if isCrashing {
      isCrashing = false
      return "the speech worker crashed"
    }
    let making = Duration.nanoseconds(Int(min(Double(Self.making.inNanoseconds) * factor, 1e15)))
    var ready = asked + making
    for hang in hangs where asked <= hang.to && ready >= hang.from { ready = max(ready, hang.to + making) }
    return ready <= needed ? nil : "the speech worker didn't answer in time"
  }

  /// The phrases that are to come and not yet decided about: all that begin up to an instant, and maybe others.
  private func coming(_ driver: some SessionDriver, through instant: Duration) -> [(phrase: Phrase, due: Duration)] {
    driver.forecast(until: instant).compactMap { effect in
      guard case .speak(let phrase, _, _, let align) = effect.kind else { return nil }
      let due = align == .end ? effect.due - driver.durations.length(of: phrase) : effect.due
      return due > decidedUpTo ? (phrase, due) : nil
    }
  }
}
