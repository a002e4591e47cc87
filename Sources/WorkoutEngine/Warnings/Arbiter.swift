import WorkoutModel

/// Decides who speaks when two would speak at once.
///
/// Countdown goes before completion, warning, start and info; among equals the earlier goes first. What loses is moved
/// later where its meaning allows, else it isn't said.
struct Arbiter {
  /// The breath between two phrases when the second had to wait.
  static let breath = Duration.milliseconds(150)

  /// Where somebody speaks already, in the plan.
  let occupied: [ScheduledWarning.Span]

  /// What became of a candidate.
  enum Verdict: Equatable {
    case stands
    case moved(to: Duration, because: CueKind)
    case silenced(because: CueKind?)
  }

  /// The verdicts in the order of `candidates`; `nil` where nobody is in anybody's way, so that all stand.
  func judge(_ candidates: [ScheduledWarning]) -> [Verdict]? {
    if isQuiet(candidates) { return nil }
    var verdicts = Array(repeating: Verdict.stands, count: candidates.count)
    var speakers: [(span: ScheduledWarning.Span, kind: CueKind?)] = occupied.map { ($0, nil) }
    let order = candidates.indices.filter { candidates[$0].speech != nil }.sorted { a, b in
      let (first, second) = (candidates[a], candidates[b])
      if first.cueClass.priority != second.cueClass.priority {
        return first.cueClass.priority > second.cueClass.priority
      }
      return (first.wishedOnset, a) < (second.wishedOnset, b)
    }
    for index in order {
      guard let speech = candidates[index].speech else { continue }
      var onset = speech.onset
      var blocker: CueKind??
      var hasRoom = true
      while hasRoom, let clash = speakers.first(where: { $0.span.overlaps(onset, onset + speech.length) }) {
        blocker = .some(clash.kind)
        if let end = clash.span.end, end + Self.breath <= candidates[index].latestOnset {
          onset = end + Self.breath
        } else {
          hasRoom = false
        }
      }
      guard hasRoom else {
        verdicts[index] = .silenced(because: blocker ?? nil)
        continue
      }
      if onset != speech.onset { verdicts[index] = .moved(to: onset, because: (blocker ?? nil) ?? .custom) }
      let span = ScheduledWarning.Span(start: onset, end: onset + speech.length)
      speakers.append((span, candidates[index].entry.kind))
    }
    return verdicts
  }

  /// Whether each phrase, in the order of their onsets, has ended when the next one begins.
  ///
  /// The common case, found in one pass: candidates come in nearly that order. Phrases that no time lies between may
  /// be taken for a clash; the full judgement knows better.
  private func isQuiet(_ candidates: [ScheduledWarning]) -> Bool {
    var spoken: [(onset: Duration, end: Duration)] = []
    spoken.reserveCapacity(occupied.count + candidates.count)
    func isFree(_ onset: Duration, _ end: Duration) -> Bool {
      var place = spoken.count
      while place > 0, spoken[place - 1].onset > onset { place -= 1 }
      if place > 0, spoken[place - 1].end > onset { return false }
      if place == spoken.count {
        spoken.append((onset, end))
        return true
      }
      if spoken[place].onset < end { return false }
      spoken.insert((onset, end), at: place)
      return true
    }
    for span in occupied {
      guard let end = span.end, isFree(span.start, end) else { return false }
    }
    for candidate in candidates {
      if let speech = candidate.speech, !isFree(speech.onset, speech.end) { return false }
    }
    return true
  }
}

extension CueClass {
  /// Who speaks where two would; the higher one does.
  var priority: Int {
    switch self {
    case .countdown: 5
    case .completion: 4
    case .warning: 3
    case .start: 2
    case .info, .transition, .bell: 1
    }
  }

  /// How late a cue of this class may begin; `nil` where it depends on the phase or nothing is too late.
  var grace: Duration? {
    switch self {
    case .countdown: .milliseconds(150)
    case .transition: .milliseconds(500)
    case .warning, .info, .bell: .seconds(1)
    case .start, .completion: nil
    }
  }
}

extension ScheduledWarning {
  /// The latest moment at which its speech still means what it says: a name up to half of what it names.
  var latestOnset: Duration {
    guard let speech, align == .start else { return speech?.onset ?? due }
    switch cueClass {
    case .start:
      guard let length = anchor.length else { return speech.onset + .seconds(5) }
      return anchor.start + .nanoseconds(length.inNanoseconds / 2)
    case .completion: return speech.onset + .seconds(5)
    default: return speech.onset
    }
  }

  /// Where its speech would begin if nobody else spoke, wherever an earlier decision has moved it to.
  var wishedOnset: Duration { align == .start && sound == nil ? mark : speech?.onset ?? due }

  /// How late it may begin.
  var grace: Duration? {
    if let grace = cueClass.grace { return grace }
    guard cueClass == .start else { return nil }
    let half = anchor.length.map { Duration.nanoseconds($0.inNanoseconds / 2) } ?? .seconds(5)
    return min(half, .seconds(5))
  }
}

extension ScheduledWarning.Span {
  func overlaps(_ from: Duration, _ to: Duration) -> Bool { from < (end ?? .seconds(1 << 40)) && start < to }
}
