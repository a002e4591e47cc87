import WorkoutModel

/// Sessions for programs: times are integer nanoseconds, moments ISO 8601.
package enum HistoryJSON {
  /// One object with all sessions, and the weeks up to the day `today`.
  package static func object(_ sessions: [PastSession], today: Int) -> String {
    var json = JSONText()
    json.add("sessions", raw: list(sessions.map { fields($0).object }))
    json.add("weeks", raw: list(HistoryTotals(sessions, today: today).weeks.map(week)))
    return json.object
  }

  /// One object with all data of a session.
  package static func object(_ detail: SessionDetail) -> String {
    var json = fields(detail.session)
    json.add("digest", detail.digest)
    json.add("text", detail.text)
    json.add("rounds", raw: list(detail.rounds.map(count)))
    json.add("reps", detail.reps)
    json.add("legs", raw: list(detail.runs.map(run)))
    json.add("phases", raw: list(detail.phases.map(phase)))
    json.add("pauses", raw: list(detail.pauses.map(pause)))
    json.add("actions", raw: list(detail.actions.map(action)))
    json.add("cues", raw: list(detail.cues.map(cue)))
    return json.object
  }

  private static func list(_ objects: [String]) -> String { "[" + objects.joined(separator: ", ") + "]" }

  private static func fields(_ session: PastSession) -> JSONText {
    var json = JSONText()
    json.add("session", Int(session.id))
    json.add("workout", session.name)
    json.add("file", session.file)
    json.add("programme", session.programme?.programme)
    json.add("programmeSession", session.programme?.number)
    json.add("state", session.state.name)
    json.add("partial", session.state.isPartial)
    json.add("began", session.began.iso)
    json.add("ended", session.ended?.iso)
    json.add("planned", session.planned)
    json.add("active", session.active)
    json.add("speed", session.speed)
    json.add("heard", session.heard)
    json.add("late", session.late)
    json.add("missed", session.missed)
    json.add("lost", session.lost)
    return json
  }

  private static func week(_ week: HistoryTotals.Week) -> String {
    var json = JSONText()
    json.add("week", week.name)
    json.add("sessions", week.sessions)
    json.add("partial", week.partial)
    json.add("active", week.trained)
    return json.object
  }

  private static func run(_ run: SessionDetail.Run) -> String {
    var json = JSONText()
    json.add("start", run.start)
    json.add("gap", run.gap)
    json.add("exact", run.isExact)
    json.add("wall", run.began.iso)
    json.add("boot", run.boot)
    json.add("bootID", run.bootID)
    json.add("process", run.process)
    return json.object
  }

  private static func phase(_ phase: SessionDetail.Phase) -> String {
    var json = JSONText()
    json.add("path", phase.path)
    json.add("name", phase.name)
    json.add("intensity", phase.intensity)
    json.add("set", phase.set)
    json.add("sets", phase.sets)
    json.add("began", phase.began)
    json.add("planned", phase.planned)
    json.add("active", phase.active)
    json.add("reps", phase.reps)
    json.add("done", raw: phase.isDone.map { "\($0)" } ?? "null")
    return json.object
  }

  private static func count(_ rounds: RoundCount) -> String {
    var json = JSONText()
    json.add("group", rounds.name)
    json.add("count", rounds.count)
    return json.object
  }

  private static func pause(_ pause: SessionDetail.Pause) -> String {
    var json = JSONText()
    json.add("began", pause.began)
    json.add("ended", pause.ended)
    json.add("elapsed", pause.elapsed)
    json.add("reason", pause.reason)
    return json.object
  }

  private static func action(_ action: SessionDetail.Action) -> String {
    var json = JSONText()
    json.add("at", action.at)
    json.add("action", action.name)
    json.add("accepted", action.refusal == nil)
    json.add("reason", action.refusal)
    json.add("position", action.position)
    json.add("by", action.origin)
    json.add("as", action.client)
    return json.object
  }

  private static func cue(_ cue: SessionDetail.Cue) -> String {
    var json = JSONText()
    json.add("cue", cue.cue)
    json.add("kind", cue.kind)
    json.add("phase", cue.phase)
    json.add("set", cue.set)
    json.add("due", cue.due)
    json.add("at", cue.at)
    json.add("late", cue.late)
    json.add("outcome", cue.outcome)
    json.add("cause", cue.cause)
    json.add("sound", cue.sound)
    json.add("say", cue.say)
    json.add("position", cue.position)
    return json.object
  }
}
