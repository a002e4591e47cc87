import DriftSimulation
import Testing
import WorkoutEngine
import WorkoutModel

/// What a rehearsal notes of the plan, as `show` prints it, and what a session notes that is rendered block by block.
@Suite struct `The notes on a plan` {
  private static let doneAfter = Duration.seconds(17)

  private static func length(_ phrase: Phrase) -> PhraseMeasure {
    .length(.milliseconds(150 + 61 * phrase.text.unicodeScalars.count))
  }

  @Test func `are the same in blocks as in a rehearsal, with open phases, too`() throws {
    var (compared, open, noted) = (0, 0, 0)
    for seed in UInt64(1)...120 {
      let timeline = try Timeline(WorkoutGenerator().workout(seed: seed))
      guard timeline.total.map({ $0 < .seconds(1800) }) ?? true else { continue }
      var expected: [String] = []
      var rehearsal = Rehearsal(timeline, doneAfter: Self.doneAfter, measure: Self.length)
      while rehearsal.engine.now < .seconds(1800), let reaction = rehearsal.next() { expected += Self.notes(reaction) }
      let found = Self.notesInBlocks(timeline)
      #expect(found.sorted() == expected.sorted(), "seed \(seed)")
      compared += 1
      noted += expected.count
      if timeline.total == nil { open += 1 }
    }
    #expect(compared > 60 && open > 12 && noted > 300, "\(compared), \(open) of them open, \(noted) notes")
  }

  private static func notes(_ reaction: Engine.Reaction) -> [String] {
    reaction.events.compactMap { event in
      guard case .planNoted(let note) = event.kind, event.at < .seconds(1800) else { return nil }
      return "\(note.due) \(note.key) \(note.kind) to \(String(describing: note.movedTo)): \(note.reason)"
    }
  }

  /// Advances a session by a block at a time, and measures phrases between blocks, as an offline session does.
  private static func notesInBlocks(_ timeline: Timeline) -> [String] {
    let block = Duration.nanoseconds(21_333_333)
    var (engine, notes, now) = (Engine(timeline), [String](), Duration.zero)
    var (measuredUpTo, segment, wasOpen) = (Duration.zero, SegmentID?.none, false)
    func measure() {
      for _ in 0..<5 {
        let needed =
          engine.phrases(upTo: engine.position + .seconds(120)) + engine.phrasesAfterOpenPhase(lasting: doneAfter)
        let news = needed.filter(engine.durations.lacks)
        if news.isEmpty { break }
        engine.updateDurations { durations in for phrase in news { durations.record(phrase, length(phrase)) } }
      }
      measuredUpTo = engine.position + .seconds(120)
    }
    measure()
    notes += Self.notes(engine.send(.start, at: .zero)) + Self.notes(engine.send(.prepared, at: .zero))
    while !engine.playback.isOver, now < .seconds(1800) {
      let end = now + block
      while let done = engine.doneInstant(after: doneAfter), done <= end {
        notes += Self.notes(engine.send(.done, at: done, soundsFrom: now))
      }
      notes += Self.notes(engine.send(.tick, at: end, soundsFrom: now))
      now = end
      let isNew = engine.segment != segment && (engine.isOpen || wasOpen)
      (segment, wasOpen) = (engine.segment, engine.isOpen)
      if isNew || engine.position + .seconds(60) > measuredUpTo { measure() }
    }
    return notes
  }
}
