import StrictJSON
import WorkoutModel

/// Sessions for programs: times are integer nanoseconds, moments ISO 8601.
package enum HistoryJSON {
  /// One object with all sessions, and the weeks up to the day `today`.
  package static func object(_ sessions: [PastSession], today: Int) -> String {
    let weeks = HistoryTotals(sessions, today: today).weeks
    return (["sessions": sessions.map(fields), "weeks": weeks.map(week)] as JSONFields).line()
  }

  /// One object with all data of a session, and its score with the best before it.
  package static func object(
    _ detail: SessionDetail, _ score: RankedScore? = nil, _ body: SessionBody? = nil
  ) -> String {
    let body = body ?? SessionBody(detail)
    var json = fields(detail.session)
    json.add([
      "digest": detail.digest, "text": detail.text, "rounds": detail.rounds.map(count), "reps": detail.reps,
      "score": score?.own.fields, "best": score?.best?.fields,
      "legs": detail.runs.map(run), "phases": phases(of: detail, body), "pauses": detail.pauses.map(pause),
      "actions": detail.actions.map(action), "cues": detail.cues.map(cue), "notes": detail.notes.map(note),
      "signals": signals(of: detail, body),
    ])
    return json.line()
  }

  /// Each signal that was measured: its figures, and the measurements as pairs of a time and a value.
  private static func signals(of detail: SessionDetail, _ body: SessionBody) -> JSONFields {
    JSONFields(
      detail.signals.map { summary -> (key: String, value: JSONOutput) in
        let measured = detail.measurements.filter { $0.signal == summary.signal }
        var fields = figures(summary, body.total[summary.signal])
        if summary.signal == .heartRate { fields.add(["recovery": body.recovery]) }
        fields.add(["measurements": measured.map { [$0.at.json, $0.value.json].json }])
        return (key: summary.signal.rawValue, value: fields.json)
      })
  }

  private static func figures(_ summary: SessionDetail.SignalSummary, _ time: SessionBody.TargetTime?) -> JSONFields {
    ["mean": summary.mean, "max": summary.maximum, "inTarget": time?.within, "known": time?.known]
  }

  private static func fields(_ session: PastSession) -> JSONFields {
    [
      "session": Int(session.id), "workout": session.name, "file": session.file,
      "programme": session.programme?.programme, "programmeSession": session.programme?.number,
      "state": session.state.name, "partial": session.state.isPartial, "resumable": session.canBeResumed,
      "began": session.began.iso,
      "ended": session.ended?.iso, "planned": session.planned, "active": session.active, "speed": session.speed,
      "heard": session.heard, "late": session.late, "missed": session.missed, "lost": session.lost,
      "rpe": session.rpe, "note": session.note,
    ]
  }

  private static func week(_ week: HistoryTotals.Week) -> JSONFields {
    ["week": week.name, "sessions": week.sessions, "partial": week.partial, "active": week.trained]
  }

  private static func run(_ run: SessionDetail.Run) -> JSONFields {
    [
      "start": run.start, "gap": run.gap, "exact": run.isExact, "wall": run.began.iso, "boot": run.boot,
      "bootID": run.bootID, "process": run.process,
    ]
  }

  private static func phases(of detail: SessionDetail, _ body: SessionBody) -> [JSONFields] {
    zip(detail.phases, body.summaries).enumerated().map { index, phase in
      let signals = phase.1.map { summary -> (key: String, value: JSONOutput) in
        (key: summary.signal.rawValue, value: figures(summary, body.phases[index][summary.signal]).json)
      }
      var fields = fields(phase.0)
      fields.add(["signals": JSONFields(signals)])
      return fields
    }
  }

  private static func fields(_ phase: SessionDetail.Phase) -> JSONFields {
    var fields: JSONFields = [
      "path": phase.path, "name": phase.name, "intensity": phase.intensity, "set": phase.set, "sets": phase.sets,
      "began": phase.began, "planned": phase.planned, "active": phase.active, "reps": phase.reps,
      "done": phase.isDone, "cause": phase.cause,
    ]
    if phase.isOvertime { fields.add("overtime", true) }
    return fields
  }

  private static func count(_ rounds: RoundCount) -> JSONFields {
    ["group": rounds.name, "count": rounds.count]
  }

  private static func pause(_ pause: SessionDetail.Pause) -> JSONFields {
    ["began": pause.began, "ended": pause.ended, "elapsed": pause.elapsed, "reason": pause.reason]
  }

  private static func action(_ action: SessionDetail.Action) -> JSONFields {
    [
      "at": action.at, "action": action.name, "accepted": action.refusal == nil, "reason": action.refusal,
      "position": action.position, "by": action.origin, "as": action.client,
    ]
  }

  private static func note(_ note: SessionDetail.Note) -> JSONFields {
    [
      "at": note.at, "cue": note.cue, "kind": note.kind, "change": note.change, "due": note.due, "say": note.say,
      "reason": note.reason,
    ]
  }

  private static func cue(_ cue: SessionDetail.Cue) -> JSONFields {
    [
      "cue": cue.cue, "kind": cue.kind, "phase": cue.phase, "set": cue.set, "due": cue.due, "at": cue.at,
      "late": cue.late, "outcome": cue.outcome, "cause": cue.cause, "sound": cue.sound, "say": cue.say,
      "position": cue.position,
    ]
  }
}
