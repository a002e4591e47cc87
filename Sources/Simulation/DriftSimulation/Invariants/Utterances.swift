import WorkoutEngine
import WorkoutModel

/// The current and pending words of a session, as its effects place them.
struct Utterances: Sendable {
  /// Words, and when they are heard.
  struct Span: Sendable {
    let cue: CueKey
    let phrase: Phrase
    var start: Duration
    var end: Duration

    /// The words of an effect; `nil` if it speaks none.
    init?(_ effect: Effect, _ durations: PhraseDurations) {
      guard case .speak(let words) = effect.kind else { return nil }
      let (phrase, cue, align) = (words.phrase, words.cue, words.align)
      let length = durations.length(of: phrase)
      (self.cue, self.phrase) = (cue, phrase)
      start = align == .end ? effect.due - length : effect.due
      end = start + length
    }
  }

  /// Speech that begins up to 50 ms late counts as on time, and ends later by the same amount.
  private static let allowance = ScheduledWarning.onTime
  private var spans: [Span] = []

  /// The cues whose words fall silent at an instant, before their end.
  func cut(by scope: Effect.SilenceScope, at instant: Duration) -> [CueKey] {
    spans.filter { $0.end > instant && scope.includes(wordsOf: $0.cue) }.map(\.cue)
  }

  /// The description of the overlap with other words, if there is one.
  func clash(with new: Span) -> String? {
    let clash = spans.first { $0.start + Self.allowance < new.end && new.start + Self.allowance < $0.end }
    return clash.map { "\"\(new.phrase)\" from \(new.start) on meets \"\($0.phrase)\" from \($0.start) to \($0.end)" }
  }

  /// The phrase of a cue that began before an instant and is heard after it.
  func heard(after instant: Duration, where isMeant: (CueKey) -> Bool) -> Phrase? {
    spans.first { $0.start < instant && $0.end > instant && isMeant($0.cue) }?.phrase
  }

  /// Whether words are heard in an interval.
  func heard(in span: Range<Duration>, where isMeant: (CueKey) -> Bool) -> Bool {
    spans.contains { $0.start < span.upperBound && $0.end > span.lowerBound && isMeant($0.cue) }
  }

  mutating func add(_ new: Span) { spans.append(new) }

  /// Ends words at an instant, and removes those that would begin then or later.
  mutating func silence(_ scope: Effect.SilenceScope, at instant: Duration) {
    spans.removeAll { $0.start >= instant && scope.includes(wordsOf: $0.cue) }
    for index in spans.indices where scope.includes(wordsOf: spans[index].cue) {
      spans[index].end = min(spans[index].end, instant)
    }
  }

  /// Forgets the words that ended before an instant.
  mutating func forget(before instant: Duration) {
    for index in spans.indices.reversed() where spans[index].end < instant { spans.remove(at: index) }
  }

  /// Delays the utterances that are current at an instant, or later.
  mutating func postpone(by gap: Duration, from instant: Duration) {
    for index in spans.indices where spans[index].end > instant {
      if spans[index].start > instant { spans[index].start += gap }
      spans[index].end += gap
    }
  }
}

/// The words of a run: where they meet, where they are cut, and those that are heard where the session goes elsewhere.
struct SpeechLog: Sendable {
  /// The steps in which words begin over others, with a description.
  private(set) var clashes: [(step: Int, text: String)] = []
  /// The cues whose words an effect of a step cuts.
  private(set) var cuts: [(step: Int, cues: [CueKey])] = []
  /// The words after the steps that are followed.
  private(set) var speaking: [Int: Utterances] = [:]
  /// The words of the steps before each in which a cue isn't on time.
  private(set) var before: [Int: Utterances] = [:]

  /// Follows the words of a run under a policy; keeps those after some steps.
  init(_ steps: [TraceStep], _ durations: PhraseDurations, _ policy: SuspendPolicy, keeping isKept: (Int) -> Bool) {
    var words = Utterances()
    for index in steps.indices {
      if steps[index].restoration != nil { words = Utterances() }
      // The device slept as long as the host, so pending speech is delayed by `gap`.
      if policy == .freeze, let sleep = steps[index].sleep { words.postpone(by: sleep.length, from: sleep.start) }
      // Effects may be dated back to the previous step.
      if !steps[index].effects.isEmpty {
        words.forget(before: min(steps[index].previous, steps[index].now) - .seconds(10))
      }
      if steps[index].isLate { before[index] = words }
      for effect in steps[index].effects {
        if let new = Utterances.Span(effect, durations) {
          if let clash = words.clash(with: new) { clashes.append((index, clash)) }
          words.add(new)
        } else if case .silence(let scope, _) = effect.kind {
          cuts.append((index, words.cut(by: scope, at: effect.due)))
          words.silence(scope, at: effect.due)
        }
      }
      if isKept(index) { speaking[index] = words }
    }
  }
}

extension TraceStep {
  /// Whether a cue in it isn't on time.
  fileprivate var isLate: Bool {
    events.contains { if case .cueSettled(let cue) = $0.kind { cue.outcome != .onTime } else { false } }
  }
}
