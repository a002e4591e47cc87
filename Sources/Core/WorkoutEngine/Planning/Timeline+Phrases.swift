package import WorkoutModel

extension Timeline {
  /// The length with which an open phase counts.
  private static let openLength = Duration.seconds(1_800)
  /// The limits of the assumed time at which the user ends a phase, which is halfway to where it ends by itself.
  private static let (soonest, latest) = (Duration.seconds(1), Duration.seconds(30))
  /// The number of seeds in a row without a new phrase after which no more are expected.
  private static let patience = 5
  private static let mostSeeds: UInt64 = 100

  /// Every phrase that a session of this workout may speak, whatever is drawn, each once, in order of first occurrence.
  ///
  /// Phrases are listed even if there is no time for them, because a move may make some. An open phase is searched for
  /// half an hour, and left where it ends by itself or, a second time, halfway there. So other times and numbers that
  /// follow from the user's actions are not listed, nor words with measured values, nor all that may come next in a
  /// group with a limit.
  package func phrases() -> [Phrase] {
    var (phrases, seen, sinceLast): ([Phrase], Set<Phrase>, Int) = ([], [], 0)
    for seed in 0..<Self.mostSeeds where sinceLast < Self.patience {
      guard let drawn = try? drawn(from: self.seed &+ seed) else { break }
      let all = drawn.planned(leavesEarly: false) + drawn.planned(leavesEarly: true)
      let new = all.filter { seen.insert($0).inserted }
      phrases += new
      sinceLast = new.isEmpty ? sinceLast + 1 : 0
    }
    return phrases
  }

  /// The phrases of this plan, in order, if the user ends open phases early, or if they end by themselves.
  private func planned(leavesEarly: Bool) -> [Phrase] {
    let rules = CompiledRules(self)
    let expander = CueExpander(rules, PhraseDurations())
    var phrases: [Phrase] = []
    func add(_ cursor: Cursor, through end: Duration) {
      let context = SegmentContext(cursor, rules)
      let stretch = CueExpander.Stretch(context: context, from: cursor.start, to: end)
      let cues = expander.find(in: stretch).candidates.enumerated().sorted {
        ($0.element.due, $0.offset) < ($1.element.due, $1.offset)
      }
      let spoken = cues.compactMap { $0.element.speech }.filter { !$0.isMeasured }
      phrases += spoken.map { $0.phrase } + rules.coachPhrases(of: context)
    }
    var next = first()
    while let cursor = next {
      var end = cursor.end ?? cursor.start + Self.openLength
      add(cursor, through: end)
      if rules.phase(of: cursor.node).isOpen {
        let length = cursor.end.map { $0 - cursor.start } ?? Self.latest
        let early = min(Self.latest, max(length / 2, min(length, Self.soonest)))
        end = cursor.start + (leavesEarly ? early : length)
        var ended = cursor
        ended.end(at: end)
        add(ended, through: end)
      }
      next = self.next(after: cursor, endedAt: end)
    }
    return phrases
  }
}
