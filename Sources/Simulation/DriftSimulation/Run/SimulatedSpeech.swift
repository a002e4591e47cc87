import WorkoutEngine
import WorkoutModel

/// A speech worker that synthesises phrases just ahead of their time, with or without faults.
///
/// A phrase is requested 2 s before it is due and takes 30 ms, the time that espeak-ng needs for a short one. A phrase
/// that is not ready 100 ms before it is due is given up, and the session is informed of the failure. It is available
/// again once it has been requested again and synthesised in time.
struct SimulatedSpeech: Sendable {
  private static let lead = Duration.seconds(2)
  private static let decision = Duration.milliseconds(100)
  private static let making = Duration.milliseconds(30)
  /// The length of the plan that is examined, and the maximum interval between examinations.
  private static let horizon = Duration.seconds(5)

  /// What the worker reports to the session.
  enum Report: Equatable {
    case failed(Phrase, reason: String)
    case made(Phrase)
  }

  private var disturbance = SpeechDisturbance()
  private var failing: Set<Phrase> = []
  /// The due time up to which phrases have been decided.
  private var decidedUpTo = Duration.seconds(-1)
  /// Whether a fault has ever occurred; until then the worker need not be queried.
  private(set) var hasFaults = false

  /// Applies a fault from `session` on.
  mutating func disturb(at session: Duration, _ change: (inout SpeechDisturbance, _ session: Duration) -> Void) {
    change(&disturbance, session)
    if !hasFaults { decidedUpTo = session + Self.decision }
    hasFaults = true
  }

  /// Restarts the worker with the session, which has no record of failures.
  mutating func restart() { failing = [] }

  /// The session time of the next decision; at most `horizon` from now, to examine the plan again. `nil` if that is
  /// after `limit`. It need not be called before the first fault.
  func nextDecision(_ driver: some SessionDriver, at session: Duration, through limit: Duration) -> Duration? {
    let end = min(limit + Self.decision, session + Self.horizon)
    if let next = coming(driver, through: end).lazy.map(\.due).min() { return max(next - Self.decision, session) }
    return end < session + Self.horizon ? nil : end
  }

  /// Decides about the phrases whose decision is due.
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
    if disturbance.isCrashing {
      disturbance.isCrashing = false
      return "the speech worker crashed"
    }
    let making = Duration.nanoseconds(Int64(min(Double(Self.making.inNanoseconds) * disturbance.factor, 1e15)))
    var ready = asked + making
    for hang in disturbance.hangs where asked <= hang.to && ready >= hang.from { ready = max(ready, hang.to + making) }
    return ready <= needed ? nil : "the speech worker didn't answer in time"
  }

  /// The future phrases that are not decided yet: all that begin up to an instant, and possibly others.
  private func coming(_ driver: some SessionDriver, through instant: Duration) -> [(phrase: Phrase, due: Duration)] {
    driver.forecast(until: instant).compactMap { effect in
      guard case .speak(let words) = effect.kind else { return nil }
      let (phrase, align) = (words.phrase, words.align)
      let due = align == .end ? effect.due - driver.durations.length(of: phrase) : effect.due
      return due > decidedUpTo ? (phrase, due) : nil
    }
  }
}
