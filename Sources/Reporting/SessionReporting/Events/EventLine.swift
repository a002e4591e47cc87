package import StrictJSON
import WorkoutEngine
import WorkoutModel

/// Encodes session events as numbered lines of JSON.
package struct EventEncoder: Sendable {
  private var sequence = 0
  /// Whether nobody is to know when the current phase ends.
  private var hidesEnd = false
  private var last = Duration.zero
  private let frameOf: @Sendable (Duration) -> Int?

  /// An encoder for a session; `frameOf` returns the frame of a cue's mark.
  package init(frameOf: @escaping @Sendable (Duration) -> Int?) { self.frameOf = frameOf }

  /// The time of the next event's line: the event's own time, but never before that of the previous line.
  package func time(of event: SessionEvent) -> Duration { max(event.at, last) }

  /// The line of an event, without a line break; the fields in `more` follow its own.
  ///
  /// Times never decrease from line to line: an event before the last line has its own time in `at`.
  package mutating func line(_ event: SessionEvent, and more: JSONFields = [:]) -> String {
    let time = time(of: event)
    var json: JSONFields = [
      "api": SessionEvent.api.json, "seq": sequence.json, "t": time.json, "event": event.name.json,
    ]
    sequence += 1
    last = time
    switch event.kind {
    case .hello(let version, let workout, let total, let sampleRate, let seed):
      json.add([
        "version": version.json, "workout": workout.json, "total": total.json, "sampleRate": sampleRate.json,
        "seed": seed.json,
      ])
    case .engine(let kind, let progress): add(kind, progress, to: &json)
    case .audio(let report):
      json.add(report.fields)
      json.add("reason", ifAny: report.reason)
    case .session(let owner): json.add("owner", owner)
    }
    json.add("left", ifAny: event.left)
    if let origin = event.origin {
      json.add("by", origin.source.rawValue)
      json.add("as", ifAny: origin.name)
    }
    if time != event.at, !event.kind.saysWhen { json.add("at", event.at) }
    json.add(more)
    return json.line()
  }

  private mutating func add(_ kind: EngineEvent.Kind, _ progress: SessionProgress, to json: inout JSONFields) {
    switch kind {
    case .stateChanged(let report):
      json.add([
        "playback": report.to.name.json, "from": report.from.name.json, "changes": changed(report.changes).json,
      ])
      if case .failed(let reason) = report.to { json.add("reason", reason) }
      json.add(progress.fields)
    case .phaseStarted(let phase):
      hidesEnd = phase.isSurprise
      json.add(phase.fields(hidingEnd: hidesEnd))
      json.add(progress.fields)
    case .phaseEnded(let ending):
      json.add(["phase": ending.name.json, "cause": ending.cause.rawValue.json])
      json.add(progress.fields)
    case .metronomeStarted(let report):
      json.add(report.fields(frame: frameOf(report.origin)))
      json.add(progress.fields)
    case .actionTaken(let report):
      json.add([
        "action": report.action.name.json, "accepted": (report.result == .accepted).json,
        "from": report.from.name.json, "to": report.to.name.json, "reason": (kind.refusal?.description).json,
      ])
      if case .speechFailed(let phrase, let cause) = report.action {
        json.add(["text": phrase.text.json, "cause": cause.json])
      }
    case .paused(let pause), .resumed(let pause):
      json.add(["elapsed": pause.elapsed.json, "reason": pause.reason.rawValue.json])
    case .cueSettled(let cue), .said(let cue): json.add(cue.fields(frame: frameOf(cue.mark)))
    case .setMismatched(let sets):
      let text = "planned for set \(sets.planned), playing in set \(sets.playing)"
      json.add(["cue": "\(sets.cue)".json, "text": text.json])
    case .planNoted(let note): json.add(note.fields)
    case .measured(let report): json.add(report.fields)
    case .coached(let report): json.add(report.fields)
    case .finished(let end):
      json.add([
        "elapsed": end.elapsed.json, "reason": end.reason.rawValue.json,
        "actions": Self.counts(end.counts.actions).json, "refused": Self.counts(end.counts.refusals).json,
        "cues": Self.counts(end.counts.outcomes).json,
      ])
    }
  }

  private func changed(_ changes: [StateChange]) -> JSONFields {
    var json = JSONFields()
    for change in changes {
      switch change {
      case .playback(let name): json.add(change.name, name)
      case .phase(let id): json.add(change.name, id?.node)
      case .end(let end): json.add(change.name, hidesEnd ? nil : end)
      case .volume(let volume): json.add(change.name, .raw("\(volume)"))
      case .ambient(let sound): json.add(change.name, sound)
      case .lifecycle(let lifecycle): json.add(change.name, lifecycle.rawValue)
      case .audible(let isAudible): json.add(change.name, isAudible)
      case .history(let undoable, let redoable): json.add(["undoable": undoable.json, "redoable": redoable.json])
      case .position(let position): json.add(change.name, position)
      }
    }
    return json
  }

  private static func counts(_ counts: [String: Int]) -> JSONFields { JSONFields(counts.sorted { $0.key < $1.key }) }
}

extension SessionEvent.Kind {
  /// Whether the fields of the event include its time: cues have their own `at`.
  fileprivate var saysWhen: Bool {
    switch self {
    case .engine(.cueSettled, _), .engine(.said, _), .engine(.coached, _): true
    default: false
    }
  }
}

extension SessionProgress {
  fileprivate var fields: JSONFields {
    ["elapsed": elapsed.json, "position": position.json, "remaining": remaining.json]
  }
}

extension SessionEvent.AudioReport {
  /// The fields of the report in events and in properties, but for its reason.
  package var fields: JSONFields {
    ["sink": sink.json, "device": device.json, "state": state.rawValue.json, "xruns": xruns.json]
  }
}
