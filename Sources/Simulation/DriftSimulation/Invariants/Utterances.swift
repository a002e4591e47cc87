import WorkoutEngine
import WorkoutModel

/// The current and pending words of a session, as its effects place them.
struct Utterances {
  private struct Span {
    let cue: CueKey
    let phrase: Phrase
    var start: Duration
    var end: Duration
  }

  /// Speech that begins up to 50 ms late counts as on time, and ends later by the same amount.
  private static let allowance = PlannedCue.onTime
  private var spans: [Span] = []
  private let durations: PhraseDurations

  init(_ durations: PhraseDurations) { self.durations = durations }

  /// The cues whose words an effect cuts before their end.
  func cut(by effect: Effect) -> [CueKey] {
    guard case .silence(let scope, _) = effect.kind else { return [] }
    return spans.filter { $0.end > effect.due && scope.includes(wordsOf: $0.cue) }.map(\.cue)
  }

  /// The description of the overlap with other words, if an effect speaks over them.
  func clash(of effect: Effect) -> String? {
    guard let new = span(of: effect) else { return nil }
    let clash = spans.first { $0.start + Self.allowance < new.end && new.start + Self.allowance < $0.end }
    return clash.map { "\"\(new.phrase)\" from \(new.start) on meets \"\($0.phrase)\" from \($0.start) to \($0.end)" }
  }

  /// The phrase of a cue that began before an instant and is heard after it.
  func heard(after instant: Duration, where isMeant: (CueKey) -> Bool) -> Phrase? {
    spans.first { $0.start < instant && $0.end > instant && isMeant($0.cue) }?.phrase
  }

  private func span(of effect: Effect) -> Span? {
    guard case .speak(let phrase, _, let cue, let align) = effect.kind else { return nil }
    let length = durations.length(of: phrase)
    let start = align == .end ? effect.due - length : effect.due
    return Span(cue: cue, phrase: phrase, start: start, end: start + length)
  }

  /// Adds the words that an effect speaks, or ends those that it silences.
  fileprivate mutating func perform(_ effect: Effect) {
    if let new = span(of: effect) {
      spans.append(new)
    } else if case .silence(let scope, _) = effect.kind {
      spans.removeAll { $0.start >= effect.due && scope.includes(wordsOf: $0.cue) }
      for index in spans.indices where scope.includes(wordsOf: spans[index].cue) {
        spans[index].end = min(spans[index].end, effect.due)
      }
    }
  }

  /// Forgets the words that ended before an instant.
  fileprivate mutating func forget(before instant: Duration) {
    if spans.contains(where: { $0.end < instant }) { spans.removeAll { $0.end < instant } }
  }

  /// Delays the utterances that are current at an instant, or later.
  fileprivate mutating func postpone(by gap: Duration, from instant: Duration) {
    for index in spans.indices where spans[index].end > instant {
      if spans[index].start > instant { spans[index].start += gap }
      spans[index].end += gap
    }
  }
}

extension RunRecord {
  /// Follows the words of the run: passes each effect, with the number of its step and the words before it, and the
  /// words after each step.
  func followSpeech(
    _ observe: (_ step: Int, _ effect: Effect, _ before: Utterances) -> Void,
    after: (_ step: Int, _ speaking: Utterances) -> Void = { _, _ in }
  ) {
    var speaking = Utterances(oracle.durations)
    let steps = trace.steps
    for index in steps.indices {
      if steps[index].restoration != nil { speaking = Utterances(oracle.durations) }
      // The device slept as long as the host, so pending speech is delayed by `gap`.
      if case .suspended(let gap) = steps[index].action, scenario.whenSuspended == .freeze {
        speaking.postpone(by: gap, from: max(steps[index].previous, steps[index].now - gap))
      }
      // Effects may be dated back to the previous step.
      if !steps[index].effects.isEmpty {
        speaking.forget(before: min(steps[index].previous, steps[index].now) - .seconds(10))
      }
      for effect in steps[index].effects {
        observe(index, effect, speaking)
        speaking.perform(effect)
      }
      after(index, speaking)
    }
  }
}
