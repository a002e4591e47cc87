import WorkoutEngine
import WorkoutModel

/// All that a session did, with one entry for each instant.
///
/// An entry has the instant, the events, after `!` the effects, and after `=` whatever else changed in the state:
/// `20 playing -> fadingOut 1.5 to paused(user); pause ! bed pause 1.5, journal = timer stops`.
/// Where active time isn't the instant, `30@20` says so, and where the place in the plan is another still, `30@20/45`.
/// An accepted action has its name alone; the states before and after it follow where the transitions don't show them.
struct Transcript {
  private(set) var entries: [Entry] = []
  private var phase: PhaseReport?
  private var planEnd: Duration??
  private var cueNames: [CueKey: String] = [:]

  /// A piece of an entry.
  struct Item {
    let part: ScoreParts
    let text: String
  }

  struct Entry {
    let at: Duration
    let progress: SessionProgress
    var events: [Item] = []
    var effects: [Item] = []
    var changes: [Item] = []
    fileprivate var cues: Set<CueKey> = []
  }

  /// Writes down what a call has led to, between the engine as it was and as it is.
  mutating func add(_ events: [EngineEvent], _ effects: [Effect], before: Engine, after: Engine) {
    if planEnd == nil { planEnd = .some(Self.planEnd(before.progress)) }
    var new: [Entry] = []
    var transitions: [(at: Duration, from: PlaybackState, to: PlaybackState)] = []
    for event in events {
      if new.last?.at != event.at || new.last?.progress.position != event.progress.position {
        new.append(Entry(at: event.at, progress: event.progress))
      }
      if case .stateChanged(let report) = event.kind, report.from != report.to {
        transitions.append((event.at, report.from, report.to))
      }
      new[new.count - 1].events += items(event, transitions, before.state.playback)
      if case .cueSettled(let cue) = event.kind { new[new.count - 1].cues.insert(cue.cue) }
      notePlanEnd(event.progress, &new[new.count - 1])
    }
    var changes = StateDifference(before: before.state, after: after.state, events, cueNames).items
    if let phase, events.contains(where: { $0.isPhase }), after.timeline.path(of: phase.id) != phase.path {
      changes.append(Item(part: .phases, text: "phase at \(phase.path)"))
    }
    if new.isEmpty, !changes.isEmpty || !effects.isEmpty {
      new.append(Entry(at: after.state.now, progress: after.progress))
    }
    for effect in effects { place(effect, &new) }
    if !changes.isEmpty { new[new.count - 1].changes += changes }
    entries += new
  }

  /// Puts an effect where its cue is reported, or where the clock was when it fell due.
  private func place(_ effect: Effect, _ new: inout [Entry]) {
    let own: Int? =
      switch effect.kind {
      case .playSound(let struck): new.lastIndex { $0.cues.contains(struck.cue) }
      case .speak(let words): new.lastIndex { $0.cues.contains(words.cue) }
      default: nil
      }
    let index = own ?? new.lastIndex { $0.at <= effect.due } ?? 0
    let due = effect.due == new[index].at ? "" : " at \(ScoreText.seconds(effect.due))"
    new[index].effects.append(Item(part: effect.kind.scorePart, text: ScoreText.effect(effect.kind) + due))
  }

  /// Reports the plan's end wherever it moves.
  private mutating func notePlanEnd(_ progress: SessionProgress, _ entry: inout Entry) {
    let end = Self.planEnd(progress)
    guard planEnd != .some(end) else { return }
    planEnd = .some(end)
    let text = "plan \(end.map { "to \(ScoreText.seconds($0))" } ?? "without end")"
    entry.changes.append(Item(part: .phases, text: text))
  }

  private static func planEnd(_ progress: SessionProgress) -> Duration? {
    progress.remaining.map { progress.position + $0 }
  }

  private mutating func items(
    _ event: EngineEvent, _ transitions: [(at: Duration, from: PlaybackState, to: PlaybackState)],
    _ before: PlaybackState
  ) -> [Item] {
    func one(_ part: ScoreParts, _ text: String) -> [Item] { [Item(part: part, text: text)] }
    switch event.kind {
    case .stateChanged(let report):
      let (from, to) = (report.from, report.to)
      let others = report.changes.filter { from == to || $0 != .playback(to.name) }
        .map { Item(part: $0.scorePart, text: ScoreText.change($0)) }
      if from == to { return others }
      return one(.playback, "\(from.name) -> \(ScoreText.playback(to, at: event.at))") + others
    case .phaseStarted(let phase):
      self.phase = phase
      let set = phase.set.map { " \($0)/\(phase.sets.map { "\($0)" } ?? "?")" } ?? ""
      let end = phase.end.map { ScoreText.seconds($0) } ?? "open"
      let place = "\(ScoreText.seconds(phase.start))-\(end)\(phase.isOvertime ? " overtime" : "")"
      return one(.phases, "phase \(phase.name)\(set) (\(phase.intensity)) \(place)")
    // What follows shows that a phase has ended.
    case .phaseEnded: return []
    case .metronomeStarted(let report): return one(.phases, "metronome from \(ScoreText.seconds(report.origin))")
    case .actionTaken(let report):
      let (from, to) = (report.from, report.to)
      let own = transitions.filter { $0.at == event.at }
      let first = own.first?.from ?? transitions.last?.to ?? before
      let known = from == first && to == own.last?.to ?? first
      let states = known ? "" : " (\(from.name) -> \(to.name))"
      let refusal = if case .refused(let reason) = report.result { " refused\(states): \(reason)" } else { states }
      return one(.actions, ScoreText.action(report.action) + refusal)
    case .paused(let pause):
      return one(.playback, "paused at \(ScoreText.seconds(pause.elapsed)) by \(pause.reason)")
    case .resumed(let pause):
      return one(.playback, "resumed at \(ScoreText.seconds(pause.elapsed)) after \(pause.reason)")
    case .cueSettled(let cue):
      cueNames[cue.cue] = Self.name(cue)
      return one(.cues, text(cue, event))
    case .planNoted(let note):
      let change =
        switch note.kind {
        case .moved: "moves"
        case .leftOut: "leaves out"
        case .cut: "cuts"
        case .standIn: "has another voice speak"
        }
      return one(.cues, "\(change) \(note.cueKind.rawValue)")
    case .setMismatched(let sets):
      return one(.cues, "planned for set \(sets.planned), playing in set \(sets.playing)")
    case .measured(let report):
      return one(.actions, "\(report.signal.rawValue) \(report.value.map(String.init) ?? "unknown")")
    case .coached(let report):
      cueNames[report.cue.cue] = report.call.rawValue
      return one(.cues, "\(report.call.rawValue) \(report.signal.rawValue)")
    case .said(let cue): return one(.cues, text(cue, event))
    case .finished(let end):
      let counts = ScoreText.counts(end.counts)
      return one(.playback, "finished at \(ScoreText.seconds(end.elapsed)), \(end.reason): \(counts)")
    }
  }

  private static func name(_ cue: CueReport) -> String {
    cue.kind == .countdown ? "countdown \(cue.cue.number)" : cue.kind.rawValue
  }

  /// A cue with what isn't plain: set and phase where they aren't those that run, times where they aren't the instant.
  private func text(_ cue: CueReport, _ event: EngineEvent) -> String {
    var words = [cue.kind.rawValue, cue.sound.map { "[\($0)]" }, cue.say.map { "\"\($0)\"" }].compactMap { $0 }
    if cue.outcome != .onTime { words.append(cue.outcome.rawValue) }
    if cue.due != event.at { words.append("due \(ScoreText.seconds(cue.due))") }
    if cue.mark != cue.due { words.append("for \(ScoreText.seconds(cue.mark))") }
    let isPlayed = [Outcome.onTime, .late, .failed].contains(cue.outcome)
    if cue.at != (isPlayed ? event.at : nil) { words.append("at \(cue.at.map(ScoreText.seconds) ?? "never")") }
    if cue.phase != phase?.name { words.append("of \(cue.phase)") }
    if cue.set != phase?.set { words.append("in set \(cue.set.map { "\($0)" } ?? "none")") }
    if cue.plannedSet != cue.set { words.append("planned for set \(cue.plannedSet.map { "\($0)" } ?? "none")") }
    if cue.elapsed != event.progress.elapsed { words.append("elapsed \(ScoreText.seconds(cue.elapsed))") }
    if cue.position != event.progress.position { words.append("position \(ScoreText.seconds(cue.position))") }
    return words.joined(separator: " ") + (cue.cause.map { " (\($0))" } ?? "")
  }
}

extension EngineEvent {
  var isPhase: Bool { if case .phaseStarted = kind { true } else { false } }
}

extension Transcript {
  /// All entries, each in full.
  var lines: [String] { entries.compactMap { $0.text(showing: .all) } }
}

extension Transcript.Entry {
  /// Some parts of it as a score writes them; `nil` if it has none of them.
  func text(showing parts: ScoreParts) -> String? {
    func list(_ items: [Transcript.Item]) -> [String] { items.filter { parts.contains($0.part) }.map(\.text) }
    let (events, effects, changes) = (list(events), list(effects), list(changes))
    guard !(events + effects + changes).isEmpty else { return nil }
    let (elapsed, position) = (progress.elapsed, progress.position)
    let active = elapsed == at && position == at ? "" : "@\(ScoreText.seconds(elapsed))"
    let place = position == elapsed ? "" : "/\(ScoreText.seconds(position))"
    var text = "\(ScoreText.seconds(at))\(active)\(place)"
    if !events.isEmpty { text += " \(events.joined(separator: "; "))" }
    if !effects.isEmpty { text += " ! \(effects.joined(separator: ", "))" }
    if !changes.isEmpty { text += " = \(changes.joined(separator: ", "))" }
    return text
  }
}
