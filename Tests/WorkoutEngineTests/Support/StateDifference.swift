import WorkoutEngine
import WorkoutModel

/// What changed in the state of a session that no event reports.
///
/// It looks at every stored field there is, so that a field added later can't change unseen.
struct StateDifference {
  private(set) var items: [Transcript.Item] = []
  private let before: EngineState
  private let after: EngineState
  private let reported: [StateChange]

  init(before: EngineState, after: EngineState, _ events: [EngineEvent], _ cueNames: [CueKey: String]) {
    (self.before, self.after) = (before, after)
    reported = events.flatMap { event in
      guard case .stateChanged(let report) = event.kind else { return [StateChange]() }
      return report.changes
    }
    for (old, new) in zip(Self.fields(of: before), Self.fields(of: after)) {
      guard let field = old.label, String(reflecting: old.value) != String(reflecting: new.value) else { continue }
      compare(field, new.value, events, cueNames)
    }
    // What is settled without being cancelled must be a fact, and so must what is left out, and nothing else: no field
    // need differ for that.
    if before.facts == after.facts { compareFacts(events, cueNames) }
  }

  /// The stored fields, with those of the playback and of the place, in the order in which a score tells them.
  private static func fields(of state: EngineState) -> [Mirror.Child] {
    let fields = Mirror(reflecting: state).children.flatMap { field in
      ["machine", "place"].contains(field.label) ? Array(Mirror(reflecting: field.value).children) : [field]
    }
    return fields.sorted { order(of: $0) < order(of: $1) }
  }

  private static func order(of field: Mirror.Child) -> Int {
    let last = ["history", "interruptions", "lastToggle"]
    let labels = ["state", "timer", "cursor", "ambient", "facts", "edits"]
    return labels.firstIndex { $0 == field.label } ?? labels.count + 1 + (last.firstIndex { $0 == field.label } ?? -1)
  }

  private mutating func add(_ part: ScoreParts, _ text: String) {
    items.append(Transcript.Item(part: part, text: text))
  }

  private mutating func compare(
    _ field: String, _ value: Any, _ events: [EngineEvent], _ cueNames: [CueKey: String]
  ) {
    switch field {
    case "now": break
    case "timer":
      guard before.timer.isRunning != after.timer.isRunning else { return }
      add(.playback, after.timer.isRunning ? "timer runs" : "timer stops")
    case "cursor": compareCursor(events)
    case "ambient": compareBed()
    case "facts": compareFacts(events, cueNames)
    case "edits":
      let edits = after.edits.map { edit in
        let end = edit.ended.map { " ended after \(ScoreText.seconds($0))" } ?? ""
        let sign = edit.extended < .zero ? "" : "+"
        return "node \(edit.id.node) \(sign)\(ScoreText.seconds(edit.extended))\(end)"
      }
      add(.phases, "edits \(edits.isEmpty ? "none" : edits.joined(separator: " and "))")
    case "interruptions":
      let (count, resumes) = (after.interruptions.count, after.interruptions.pausedPlayback)
      add(.state, "interruptions \(count)\(resumes ? " to resume after" : "")")
    case "lastToggle": add(.state, "debounce from \(ScoreText.seconds(after.now))")
    case "history":
      let counts = StateChange.history(undoable: after.history.undoable, redoable: after.history.redoable)
      if !reported.contains(counts) { add(.state, "history shifted") }
    case "state":
      if !reported.contains(where: { $0.name == "playback" }) { add(.playback, "unreported playback") }
    case "volume", "lifecycle":
      if !reported.contains(where: { $0.name == field }) { add(.state, "unreported \(field)") }
    case "isAudible":
      if !reported.contains(where: { $0.name == "audible" }) { add(.state, "unreported \(field)") }
    default: add(.state, "\(field) \(value)")
    }
  }

  /// The phase that runs, where no phase event has reported exactly that.
  private mutating func compareCursor(_ events: [EngineEvent]) {
    guard let cursor = after.cursor else { return add(.phases, "no phase") }
    if let event = events.last(where: { $0.isPhase }), case .phaseStarted(let phase) = event.kind {
      let origin = event.at - event.progress.position
      let isReported = phase.start - origin == cursor.start && phase.end.map { $0 - origin } == cursor.end
      if phase.id == cursor.id, isReported { return }
    }
    add(.phases, "in the plan \(ScoreText.seconds(cursor.start))-\(cursor.end.map(ScoreText.seconds) ?? "open")")
  }

  private mutating func compareBed() {
    let fields = Dictionary(
      Mirror(reflecting: after.ambient).children.map { ($0.label ?? "", $0.value) }, uniquingKeysWith: { $1 })
    let length = fields["length"] as? Duration ?? .zero
    let level = ScoreText.level(after.ambient.level(at: after.now))
    let target = ScoreText.level(after.ambient.level(at: after.now + .seconds(1 << 32)))
    if after.ambient.sound == nil {
      add(.ambient, level == "0.0" && target == "0.0" ? "no bed" : "no bed at \(level) to \(target)")
    } else {
      let fade = length == .zero ? "at \(target)" : "\(level) to \(target) over \(ScoreText.seconds(length))"
      add(.ambient, "bed \(fade)" + (fields["isEnding"] as? Bool == true ? " for the end" : ""))
    }
  }

  /// The cues that the facts lack, or contain although they weren't settled.
  private mutating func compareFacts(_ events: [EngineEvent], _ cueNames: [CueKey: String]) {
    var expected = before.facts.entries.map(\.key)
    let settled = events.compactMap { if case .cueSettled(let cue) = $0.kind { cue } else { nil } }
    expected += settled.filter { $0.outcome != .cancelled }.map(\.cue)
    for case .planNoted(let note) in events.map(\.kind) where note.kind == .leftOut {
      // The words alone of a cue that sounds may be left out.
      if !settled.contains(where: { $0.cue == note.key }) { expected.append(note.key) }
    }
    var forgotten = expected.suffix(Facts.capacity).map(\.self)
    var unasked: [CueKey] = []
    for key in after.facts.entries.map(\.key) {
      if let index = forgotten.firstIndex(of: key) { forgotten.remove(at: index) } else { unasked.append(key) }
    }
    func list(_ keys: [CueKey]) -> String { keys.map { cueNames[$0] ?? "\($0)" }.joined(separator: " and ") }
    if !forgotten.isEmpty { add(.cues, "forgets \(list(forgotten))") }
    if !unasked.isEmpty { add(.cues, "facts contain \(list(unasked))") }
  }
}
