import WorkoutModel

/// Decides which cue speaks where two would speak at once.
///
/// The law: countdown precedes completion, warning, start and info; within a class the earlier desired onset precedes,
/// then the order of candidates. Each takes its place if it overlaps no words placed before it. Otherwise it begins a
/// pause after the end of the last words that overlap it, again and again, up to its latest onset. Otherwise its words
/// are left out.
///
/// The decisions are those of one pass over the whole workout, wherever they begin and however far they have come: each
/// class is decided in order, and before each decision the higher classes are decided up to the end of its words.
struct SpeechArbitrator: Sendable {
  /// A position later than any in a plan.
  static let never = Duration.seconds(Int64(1) << 40)

  enum Verdict {
    case spoken
    /// `mayFit`: whether shorter words might have fitted.
    case silenced(because: CueKind, mayFit: Bool)
  }

  struct Decision {
    let cue: ScheduledWarning
    let verdict: Verdict
  }

  private struct Request: Comparable {
    let onset: Duration
    let cue: ScheduledWarning

    static func < (a: Request, b: Request) -> Bool { a.onset != b.onset ? a.onset < b.onset : a.cue.precedes(b.cue) }
    static func == (a: Request, b: Request) -> Bool { a.cue === b.cue }
  }

  private(set) var candidates: CandidateStream
  /// Candidates with words that are found but not decided, by the rank of their class.
  private var requests = Array(repeating: OrderedQueue<Request>(), count: CueClass.lowestRank + 1)
  /// The onset before which all requests have been decided, by rank.
  private var decidedBefore = Array(repeating: Duration.zero - never, count: CueClass.lowestRank + 1)
  private var spoken: SpokenTime
  private var decisions: [Decision] = []
  private var leftOut: [LeftOutCue] = []

  /// Begins where `candidates` begin, with the words of `speaking` in progress; `waiting` cues were moved to their
  /// onsets before.
  init(_ candidates: CandidateStream, speaking: [SpokenTime.Span], waiting: [ScheduledWarning]) {
    self.candidates = candidates
    spoken = SpokenTime(speaking: speaking)
    for cue in waiting { add(cue) }
  }

  /// Decides all requests before `limit` of the classes from the highest to `rank`.
  mutating func decide(through rank: Int = CueClass.lowestRank, before limit: Duration, _ expander: CueExpander) {
    for rank in 0...rank where decidedBefore[rank] < limit {
      while let found = candidates.completeBefore, found < limit { add(candidates.next(expander)) }
      while let request = requests[rank].popFirst(where: { $0.onset < limit }) {
        decide(request, rank, expander)
      }
      decidedBefore[rank] = limit
    }
    if rank == CueClass.lowestRank { spoken.forget(before: limit) }
  }

  /// Removes and returns the decisions, and the cues that were left out before they were candidates.
  mutating func drainDecisions() -> (decisions: [Decision], leftOut: [LeftOutCue]) {
    defer { (decisions, leftOut) = ([], []) }
    return (decisions, leftOut)
  }

  private mutating func add(_ findings: CueExpander.Findings) {
    leftOut += findings.leftOut
    for cue in findings.candidates { add(cue) }
  }

  private mutating func add(_ cue: ScheduledWarning) {
    // Speech of no length can't overlap other speech.
    guard let speech = cue.speech, speech.length > .zero else {
      decisions.append(Decision(cue: cue, verdict: .spoken))
      return
    }
    requests[cue.entry.rank].insert(Request(onset: cue.desiredOnset, cue: cue))
  }

  private mutating func decide(_ request: Request, _ rank: Int, _ expander: CueExpander) {
    var cue = request.cue
    var mayFit = false
    while let speech = cue.speech {
      if rank > 0 { decide(through: rank - 1, before: speech.end, expander) }
      guard let clash = spoken.last(overlapping: speech.onset, speech.end) else {
        spoken.insert(SpokenTime.Span(start: speech.onset, end: speech.end, kind: cue.entry.kind))
        decisions.append(Decision(cue: cue, verdict: .spoken))
        return
      }
      mayFit = mayFit || clash.start > speech.onset
      let onset = clash.end + SpokenInterval.pause
      guard onset <= request.cue.latestOnset else {
        let verdict = Verdict.silenced(because: clash.kind, mayFit: mayFit)
        decisions.append(Decision(cue: request.cue, verdict: verdict))
        return
      }
      cue = expander.moved(cue, to: onset, because: clash.kind)
    }
  }
}
