import CueAudio
import DriftSimulation
import SessionHistory
import Synchronization
import WorkoutEngine
import WorkoutModel

/// The laws of a live session on a virtual machine.
extension SimulatedRun {
  /// How far from its instant a click may be heard: a smaller jump of the clock moves no sound.
  private static let tolerance = Duration.microseconds(1_500)

  /// What was violated in the run.
  package func judge() throws -> [String] {
    violations + arrivals() + told() + plan() + sounds() + repeats() + (try rows())
  }

  /// What the user does reaches the session once, unless the process has died or the session is over, and so does the
  /// length of each sleep of the machine.
  private func arrivals() -> [String] {
    var found: [String] = []
    for (number, process) in processes.enumerated() {
      var missing = machine.state.withLock { $0.sent }.filter { $0.life == number + 1 }.map { "\($0.action)" }
      for input in live.inputs where input.process == number {
        switch input.action {
        case .start, .prepared, .audioLost, .audioRestored, .suspended, .speechFailed: continue
        default: break
        }
        guard let index = missing.firstIndex(of: "\(input.action)") else {
          found.append("\(input.action) at \(input.at) was done by nobody")
          continue
        }
        missing.remove(at: index)
      }
      if !missing.isEmpty, process.died == nil, !live.engine.playback.isOver { found.append("\(missing) is lost") }
    }
    let told = live.inputs.reduce(Duration.zero) { if case .suspended(let gap) = $1.action { $0 + gap } else { $0 } }
    if told > machine.asleep { found.append("\(told) of sleep are told, of \(machine.asleep)") }
    return found
  }

  /// The session reports the cues that a session on a clock of its own does.
  private func told() -> [String] {
    let expected = live.trace.cues.filter { $0.outcome != .cancelled }.map { "\($0.cue) \($0.outcome) due \($0.due)" }
    return live.told == expected ? [] : ["told: \(Self.difference(live.told, expected))"]
  }

  /// The laws of the simulator hold.
  private func plan() -> [String] {
    var trace = live.trace
    let ends = trace.steps.indices.filter { if case .restored = trace.steps[$0].input { true } else { false } }
    // A session that goes on from what the history has, without what the user did last, is another one.
    if let first = zip(processes, ends).first(where: { $0.0.isBehind })?.1 {
      trace.steps.removeSubrange(first...)
      trace.finalState = nil
    }
    trace.isCut = processes.last?.died != nil || trace.steps.count < live.trace.steps.count
    guard !trace.steps.isEmpty else { return [] }
    return Invariants.violations(in: TraceRecord(scenario, oracle, trace)).map { violation in
      "\(violation.number): \(violation.message) (step \(violation.step))"
    }
  }

  /// Each sound that the engine asks for is heard at its instant, if a device plays then, and no other.
  private func sounds() -> [String] {
    let hearing = machine.hearing
    let click = FrameClock.duration(of: VirtualVoice.click)
    var found: [String] = []
    for sound in live.sounds where !sound.isSpoken || sound.clicks.count > 1 {
      guard let start = sound.clicks.first, isJudged(sound, at: start, click, hearing) else { continue }
      let isHeard = hearing.clicks.contains { heard in
        heard.start <= start + click + Self.tolerance && heard.end >= start - Self.tolerance
      }
      if !isHeard { found.append("\(sound.cue) isn't heard at \(start)") }
    }
    let expected = live.sounds.flatMap(\.clicks).sorted()
    for heard in hearing.clicks {
      let isExpected = expected.contains { abs(($0 - heard.start).inNanoseconds) <= Self.tolerance.inNanoseconds }
      let isDisturbed = live.inputs.contains { input in
        input.at <= heard.start + .milliseconds(20) && input.at > heard.start - .seconds(2)
      }
      if !isExpected, !isDisturbed, !isDisplaced(heard, hearing) {
        found.append("something is heard at \(heard.start), \(Self.offset(of: heard.start, from: expected))")
      }
    }
    return found
  }

  /// Whether something comes after a device has begun again: it was mixed before, or is the rest of words that had
  /// begun.
  private func isDisplaced(_ heard: Hearing.Click, _ hearing: Hearing) -> Bool {
    hearing.audible.contains { stretch in
      guard stretch.from <= heard.start else { return false }
      if heard.start <= stretch.from + settling { return true }
      return heard.isSpoken
        && live.sounds.contains { words in
          guard words.isSpoken, let first = words.clicks.first, let last = words.clicks.last else { return false }
          return first <= stretch.from + settling && heard.start <= stretch.from + settling + (last - first)
        }
    }
  }

  /// How long after a device has begun again something may be heard late: what was mixed then, and two blocks.
  private var settling: Duration { FrameClock.duration(of: 2 * machine.sound.blockFrames + 400) }

  /// How far an instant is from the nearest of others.
  private static func offset(of instant: Duration, from others: [Duration]) -> String {
    let nearest = others.min { abs(($0 - instant).inNanoseconds) < abs(($1 - instant).inNanoseconds) }
    return nearest.map { "\((instant - $0) / .milliseconds(1)) ms after what is expected" } ?? "not expected"
  }

  private func isJudged(_ sound: LiveTrace.Sound, at start: Duration, _ click: Duration, _ hearing: Hearing) -> Bool {
    let end = start + click + Self.tolerance
    let isCut = live.cuts.contains { cut in
      cut.at >= sound.asked && cut.at <= end + .milliseconds(12)
        && (sound.isSpoken ? cut.scope.includes(wordsOf: sound.cue) : cut.scope == .everything)
    }
    let isAlive = processes[sound.process].died.map { end < $0 } ?? true
    let held = FrameClock.duration(of: machine.sound.bufferFrames)
    let isLate = hearing.audible.contains { $0.from <= start && start <= $0.from + held + settling }
    let volume = live.volumes.last { $0.at <= start }?.gain ?? 0
    return isAlive && !isCut && !isLate && volume > Limits.volume.lowerBound
      && hearing.isAudible(from: start - Self.tolerance, to: end)
  }

  /// What was heard before a process was killed isn't heard again, unless the user moves.
  private func repeats() -> [String] {
    let hearing = machine.hearing
    var found: [String] = []
    for sound in live.sounds {
      guard let end = sound.clicks.last, let died = processes[sound.process].died, !processes[sound.process].isBehind,
        end < died, hearing.isAudible(from: end, to: end)
      else { continue }
      let again = live.sounds.first { other in
        other.process == sound.process + 1 && other.cue == sound.cue && other.mark == sound.mark
          && other.isSpoken == sound.isSpoken
      }
      guard let again else { continue }
      let isMoved = live.inputs.contains { input in
        switch input.action {
        case .prepared, .resume, .audioLost, .audioRestored, .speechFailed, .suspended, .lifecycle: false
        default: input.at > end && input.at <= again.asked
        }
      }
      if !isMoved { found.append("\(sound.cue) is heard at \(end) and, after a restart, again") }
    }
    return found
  }

  // MARK: Rows

  /// The history has what was done and what became of cues, in order, each once.
  private func rows() throws -> [String] {
    guard let store = try? HistoryStore(at: machine.place, for: .reading) else { return [] }
    var found: [String] = []
    let legs = try store.database.rows("SELECT id, start, lost FROM leg ORDER BY id")
    for (number, (leg, process)) in zip(legs, processes).enumerated() {
      let (id, start): (Int64, Int64) = (leg["id"], leg["start"])
      if (leg["lost"] as Int) != 0 { found.append("rows are lost") }
      let tables = [
        ("action", "name || ' ' || (at - \(start))", Self.actions(process.events), Self.actions(process.added)),
        ("cue", "cue || ' ' || outcome", Self.cues(process.events), Self.cues(process.added)),
      ]
      for (table, text, done, added) in tables {
        let sql = "SELECT \(text) AS text FROM \(table) WHERE leg = \(id) ORDER BY id"
        let texts: [String] = try store.database.rows(sql).map { $0["text"] }
        let isWhole = process.died == nil
        let kept = texts.count - added.count
        let expected = isWhole ? done : Array(done.prefix(max(0, kept)))
        if Array(texts.dropLast(added.count)) != expected {
          found.append("rows of \(table): \(Self.difference(texts, expected))")
        }
      }
      let sql = "SELECT cue FROM fact WHERE leg = \(id) ORDER BY id"
      let facts: [String] = try store.database.rows(sql).map { $0["cue"] }
      let added = process.addedFacts.map(\.description)
      if !Self.isPart(facts.dropLast(added.count), of: live.facts[number]) || Array(facts.suffix(added.count)) != added
      {
        found.append("rows of fact: \(facts), of \(live.facts[number]) and \(added)")
      }
    }
    return found
  }

  /// Whether some facts are those of a session, in order, but for what a move has made it forget before a commit.
  private static func isPart(_ facts: ArraySlice<String>, of all: [CueKey]) -> Bool {
    var left = all.map(\.description)[...]
    return facts.allSatisfy { fact in
      left = left.drop { $0 != fact }
      return left.popFirst() != nil
    }
  }

  private static func actions(_ events: [EngineEvent]) -> [String] {
    events.compactMap { event in
      guard case .actionTaken(let report) = event.kind else { return nil }
      return "\(report.action.name) \(event.at.inNanoseconds)"
    }
  }

  private static func cues(_ events: [EngineEvent]) -> [String] {
    events.compactMap { event in
      event.kind.cue.map { "\($0.cue) \($0.outcome.rawValue)" }
    }
  }

  private static func difference(_ found: [String], _ expected: [String]) -> String {
    let same = zip(found, expected).prefix { $0 == $1 }.count
    let (one, other) = (found.dropFirst(same).first ?? "nothing", expected.dropFirst(same).first ?? "nothing")
    return "\(one) where \(other) is expected, at \(same) of \(expected.count)"
  }
}
