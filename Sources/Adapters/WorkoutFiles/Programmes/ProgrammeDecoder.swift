import WorkoutModel

/// Decodes the value tree of a file into a programme.
///
/// An invalid field is recorded as a problem and replaced by a placeholder, so that the fields around it can still be
/// checked. A file with problems yields no programme.
enum ProgrammeDecoder {
  private static let keys = FieldKeys(
    "a programme", ["format", "name", "description", "author", "sessions", "translations"],
    synonyms: ["title": "name", "days": "sessions", "workouts": "sessions", "version": "format"],
    misplaced: ["phases": "belongs to a workout; a programme names workout files in \"sessions\""])
  private static let sessionKeys = FieldKeys(
    "a session", ["week", "day", "workout", "name", "notes"],
    synonyms: ["file": "workout", "path": "workout", "title": "name", "description": "notes", "note": "notes"],
    misplaced: ["phases": "belongs to a workout; a session names a workout file in \"workout\""])

  /// The programme, with placeholders for invalid fields; `nil` if the file is not an object.
  static func programme(_ field: Field) -> Programme? {
    guard let fields = FieldReader(field, keys) else { return nil }
    _ = fields.required("format", "write \"\(Programme.format)\"")?.word(among: [Programme.format])
    let sessions = fields.required("sessions", "a programme needs a list of at least one session")
    return Programme(
      name: fields.required("name", "a programme needs a name")?.text(in: Limits.name) ?? "?",
      description: fields.optional("description")?.text(in: Limits.remark),
      author: fields.optional("author")?.text(in: Limits.remark),
      translations: fields.optional("translations").flatMap(WorkoutDecoder.translations) ?? [:],
      sessions: sessions.map(self.sessions) ?? [])
  }

  private static func sessions(_ field: Field) -> [Programme.Session] {
    guard let list = field.list("a list of sessions") else { return [] }
    guard ProgrammeLimits.sessions.contains(list.count) else {
      field.complain(
        list.isEmpty
          ? "must hold at least one session"
          : "holds \(list.count) sessions: at most \(ProgrammeLimits.sessions.upperBound) are allowed")
      return []
    }
    let sessions = list.map { ($0, session($0)) }
    var last: (week: Int, day: Int)?
    for (field, session) in sessions {
      guard let session else { continue }
      if let last, (session.week, session.day) < last {
        field.complain(
          "week \(session.week), day \(session.day) comes before the session above it, "
            + "week \(last.week), day \(last.day): write the sessions in their order")
      }
      last = (session.week, session.day)
    }
    return sessions.compactMap { $0.1 }
  }

  private static func session(_ field: Field) -> Programme.Session? {
    guard let fields = FieldReader(field, sessionKeys) else { return nil }
    let week = fields.required("week", "say in which week it is done, counted from 1")?
      .integer(in: ProgrammeLimits.week)
    let day = fields.required("day", "say on which day of the week it is done, 1 to 7")?
      .integer(in: ProgrammeLimits.day)
    let workout = fields.required("workout", "name the workout's file, relative to this one").flatMap(path)
    let name = fields.optional("name")?.text(in: Limits.name)
    let notes = fields.optional("notes")?.text(in: Limits.remark)
    guard let week, let day, let workout else { return nil }
    return Programme.Session(week: week, day: day, workout: workout, name: name, notes: notes)
  }

  private static func path(_ field: Field) -> String? {
    guard let text = field.text() else { return nil }
    guard let complaint = SoundPath.complaint(about: text, relativeTo: "programme") else { return text }
    return field.fail(complaint)
  }
}
