package import WorkoutEngine
import WorkoutModel

/// Encodes session events as numbered lines of JSON.
public struct EventEncoder: Sendable {
  private var sequence = 0
  /// The time of the last event's line.
  private var last = Duration.zero
  private let frameOf: @Sendable (Duration) -> Int?

  /// An encoder for a session; `frameOf` returns the frame of a cue's mark.
  public init(frameOf: @escaping @Sendable (Duration) -> Int?) { self.frameOf = frameOf }

  /// The time of the next event's line: the event's own time, but never before that of the previous line.
  public func time(of event: SessionEvent) -> Duration { max(event.at, last) }

  /// The line of an event, without a line break; the fields in `more` follow its own.
  ///
  /// Times never decrease from line to line: an event before the last line has its own time in `at`.
  public mutating func line(_ event: SessionEvent, and more: JSONText = JSONText()) -> String {
    var json = JSONText()
    let time = time(of: event)
    json.add("api", SessionEvent.api)
    json.add("seq", sequence)
    json.add("t", time)
    json.add("event", event.name)
    sequence += 1
    last = time
    switch event.kind {
    case .hello(let version, let workout, let total, let sampleRate, let seed):
      json.add("version", version)
      json.add("workout", workout)
      json.add("total", total)
      json.add("sampleRate", sampleRate)
      json.add("seed", raw: "\(seed)")
    case .engine(let kind, let progress): add(kind, progress, to: &json)
    case .audio(let report):
      json.add("sink", report.sink)
      json.add("device", report.device)
      json.add("state", report.state.rawValue)
      json.add("xruns", report.xruns)
      if let reason = report.reason { json.add("reason", reason) }
    case .session(let owner):
      json.add("owner", owner)
    }
    if let origin = event.origin {
      json.add("by", origin.source.rawValue)
      if let name = origin.name { json.add("as", name) }
    }
    if time != event.at, !event.kind.saysWhen { json.add("at", event.at) }
    json.add(more)
    return json.object
  }

  private func add(_ kind: EngineEvent.Kind, _ progress: SessionProgress, to json: inout JSONText) {
    switch kind {
    case .stateChanged(let from, let to, let changes):
      json.add("playback", to.name)
      json.add("from", from.name)
      json.add("changes", raw: StateFields.object(changes))
      if case .failed(let reason) = to { json.add("reason", reason) }
      add(progress, to: &json)
    case .phaseStarted(let phase): add(phase, progress, to: &json)
    case .metronomeStarted(let report):
      MetronomeFields.add(report, frame: frameOf(report.origin), to: &json)
      add(progress, to: &json)
    case .actionTaken(let action, let answer, let from, let to):
      json.add("action", action.name)
      json.add("accepted", answer == .accepted)
      json.add("from", from.name)
      json.add("to", to.name)
      if case .refused(let reason) = answer { json.add("reason", reason) } else { json.add("reason", String?.none) }
      if case .speechFailed(let phrase, let cause) = action {
        json.add("text", phrase.text)
        json.add("cause", cause)
      }
    case .paused(let elapsed, let reason):
      json.add("elapsed", elapsed)
      json.add("reason", reason.rawValue)
    case .resumed(let elapsed, let reason):
      json.add("elapsed", elapsed)
      json.add("reason", reason.rawValue)
    case .cueSettled(let cue):
      CueFields.add(cue, frame: frameOf(cue.mark), to: &json)
    case .setMismatched(let cue, let planned, let playing):
      json.add("cue", "\(cue)")
      json.add("text", "planned for set \(planned), playing in set \(playing)")
    case .planNoted(let note):
      NoteFields.add(note, to: &json)
    case .finished(let elapsed, let reason, let usage):
      json.add("elapsed", elapsed)
      json.add("reason", reason.rawValue)
      json.add("actions", raw: JSONText.counts(usage.actions))
      json.add("refused", raw: JSONText.counts(usage.refusals))
      json.add("cues", raw: JSONText.counts(usage.outcomes))
    }
  }

  private func add(_ phase: PhaseReport, _ progress: SessionProgress, to json: inout JSONText) {
    PhaseFields.add(phase, to: &json)
    add(progress, to: &json)
  }

  private func add(_ progress: SessionProgress, to json: inout JSONText) {
    json.add("elapsed", progress.elapsed)
    json.add("position", progress.position)
    json.add("remaining", progress.remaining)
  }
}

/// The fields of a cue in events and in a shown plan.
package enum CueFields {
  /// Adds the fields of a cue whose mark is at a frame.
  static func add(_ cue: CueReport, frame: Int?, to json: inout JSONText) {
    add(cue, to: &json)
    json.add("frame", frame)
    json.add("elapsed", cue.elapsed)
    json.add("position", cue.position)
  }

  /// Adds the fields that don't depend on the frame.
  package static func add(_ cue: CueReport, to json: inout JSONText) {
    json.add("cue", "\(cue.cue)")
    json.add("kind", cue.kind.rawValue)
    json.add("phase", cue.phase)
    json.add("set", cue.set)
    json.add("plannedSet", cue.plannedSet)
    json.add("due", cue.due)
    json.add("mark", cue.mark)
    json.add("at", cue.at)
    json.add("late", cue.at.map { $0 - cue.due })
    json.add("outcome", cue.outcome.rawValue)
    json.add("cause", cue.cause)
    json.add("sound", cue.sound)
    json.add("say", cue.say)
  }
}

/// The fields of a note on the plan in events and in a shown plan.
enum NoteFields {
  static func add(_ note: PlanNote, to json: inout JSONText) {
    json.add("cue", "\(note.key)")
    json.add("kind", note.cueKind.rawValue)
    json.add("change", note.kind.rawValue)
    json.add("mark", note.mark)
    json.add("due", note.due)
    json.add("newDue", note.movedTo)
    if let end = note.cutAt { json.add("end", end) }
    json.add("say", note.content)
    json.add("reason", note.reason)
  }
}

extension SessionEvent.Kind {
  /// Whether the fields of the event include its time: a cue has its own `at`.
  fileprivate var saysWhen: Bool {
    if case .engine(.cueSettled, _) = self { true } else { false }
  }
}

/// The fields of a phase in events and in a shown plan.
enum PhaseFields {
  static func add(_ phase: PhaseReport, to json: inout JSONText) {
    json.add("name", phase.name)
    json.add("intensity", phase.intensity.rawValue)
    json.add("path", "\(phase.path)")
    if let side = phase.side { json.add("side", side) }
    if let reps = phase.reps { json.add("reps", reps) }
    if let target = phase.target { json.add("target", target.description) }
    if let notes = phase.notes { json.add("notes", notes) }
    if let track = phase.track { json.add("track", track) }
    json.add("set", phase.set)
    json.add("sets", phase.sets)
    json.add("start", phase.start)
    json.add("end", phase.end)
  }
}

/// The changed fields of a state, by name.
enum StateFields {
  static func object(_ changes: [StateChange]) -> String {
    var json = JSONText()
    for change in changes {
      switch change {
      case .playback(let name): json.add(change.name, name)
      case .phase(let id): json.add(change.name, id?.node)
      case .end(let end): json.add(change.name, end)
      case .volume(let volume): json.add(change.name, raw: "\(volume)")
      case .ambient(let sound): json.add(change.name, sound)
      case .lifecycle(let lifecycle): json.add(change.name, lifecycle.rawValue)
      case .audible(let isAudible): json.add(change.name, isAudible)
      case .history(let undoable, let redoable):
        json.add("undoable", undoable)
        json.add("redoable", redoable)
      case .position(let position): json.add(change.name, position)
      }
    }
    return json.object
  }
}
