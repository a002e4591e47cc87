import WorkoutEngine
import WorkoutModel

/// A worker that makes phrases just ahead of their time, well or badly.
///
/// A phrase is asked for two seconds before it is due and takes 30 ms to make, which is what a short one takes
/// espeak-ng. One that isn't there a tenth of a second before it is due is given up, and the session told that it
/// failed. Asked for again and made in time, it is there again.
struct SpeechWorker: Sendable {
  private static let lead = Duration.seconds(2)
  private static let decision = Duration.milliseconds(100)
  private static let making = Duration.milliseconds(30)
  /// How far ahead the plan is looked at, and how long nothing new is looked for.
  private static let horizon = Duration.seconds(5)

  /// What is to be told to the session.
  enum News: Equatable {
    case failed(text: String, reason: String)
    case made(text: String)
  }

  private var factor = 1.0
  /// From when to when nothing is made, in session time.
  private var hangs: [(from: Duration, to: Duration)] = []
  private var isCrashing = false
  private var failing: Set<String> = []
  /// Phrases due up to here have been decided.
  private var decidedUpTo: Duration
  /// Whether anything has ever gone wrong; before that nobody need look.
  private(set) var isTroubled = false

  init() { decidedUpTo = .zero - .seconds(1) }

  /// Takes note of a deed at `session`.
  mutating func take(_ deed: Deed, at session: Duration) {
    switch deed {
    case .speechSlow(let factor): self.factor = factor
    case .speechHang(let length): hangs.append((session, session + length))
    case .speechCrash: isCrashing = true
    default: return
    }
    if !isTroubled { decidedUpTo = session + Self.decision }
    isTroubled = true
  }

  /// It was started again with the session, which knows of no failure any more.
  mutating func restart() { failing = [] }

  /// When to decide about the next phrases, in session time; a look at the plan at the latest after a while. While
  /// nothing has ever gone wrong nobody need ask.
  func nextDecision(_ driver: some SessionDriver, at session: Duration) -> Duration? {
    coming(driver, session).first.map { max($0.due - Self.decision, session) } ?? session + Self.horizon
  }

  /// Decides about the phrases whose time it is.
  mutating func decide(_ driver: some SessionDriver, at session: Duration) -> [News] {
    var news: [News] = []
    for phrase in coming(driver, session) where phrase.due - Self.decision <= session {
      decidedUpTo = max(decidedUpTo, phrase.due)
      let asked = phrase.due - Self.lead
      if let reason = failure(asked: asked, needed: phrase.due - Self.decision) {
        if failing.insert(phrase.text).inserted { news.append(.failed(text: phrase.text, reason: reason)) }
      } else if failing.remove(phrase.text) != nil {
        news.append(.made(text: phrase.text))
      }
    }
    return news
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

  private struct Phrase {
    let text: String
    let due: Duration
  }

  /// The phrases that are to come and not yet decided about, by the beginning of each.
  private func coming(_ driver: some SessionDriver, _ session: Duration) -> [Phrase] {
    let lexicon = driver.lexicon
    return driver.forecast(until: session + Self.horizon).compactMap { effect -> Phrase? in
      guard case .speak(let text, _, let align) = effect.kind else { return nil }
      let due = align == .end ? effect.due - lexicon.length(of: text) : effect.due
      return due > decidedUpTo ? Phrase(text: text, due: due) : nil
    }
    .sorted { $0.due < $1.due }
  }
}
