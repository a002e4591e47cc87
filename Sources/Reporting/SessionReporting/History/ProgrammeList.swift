import StrictJSON
package import WorkoutModel

package struct ProgrammeList: Sendable {
  package struct Session: Sendable {
    let week: Int
    let day: Int
    let name: String
    let file: String
    let notes: String?
    let length: Duration?
    let range: ClosedRange<Duration>?

    /// A session of a day; `length` is `nil` if a phase ends only by the user, and where it is drawn, it is a `range`.
    package init(
      week: Int, day: Int, name: String, file: String, notes: String?, length: Duration?,
      range: ClosedRange<Duration>? = nil
    ) {
      self.week = week
      self.day = day
      self.name = name
      self.file = file
      self.notes = notes
      self.length = length
      self.range = range
    }
  }

  private let name: String
  private let translations: Translations
  private let sessions: [Session]
  private let progress: ProgrammeProgress

  package init(
    _ name: String, _ sessions: [Session], _ progress: ProgrammeProgress, translations: Translations = [:]
  ) {
    self.name = name
    self.translations = translations
    self.sessions = sessions
    self.progress = progress
  }

  private var completeCount: Int { progress.completed.count { $0 != nil } }

  /// The lines, joined by line breaks, without one at the end; names are truncated if a line is longer than `columns`.
  package func text(columns: Int = .max) -> String {
    let head = "\(SafeText.filtered(name)): \(completeCount) of \(sessions.count) sessions complete"
    let rows = zip(sessions, progress.completed).enumerated().map { index, row in
      let (session, completed) = row
      let state = completed?.date ?? (progress.next == index + 1 ? "next" : "")
      return [
        "\(index + 1)", "week \(session.week)", "day \(session.day)", SafeText.filtered(session.name),
        PlanLength.text(session.length, shown: session.length ?? .zero, range: session.range), state,
      ]
    }
    let lines = Columns.aligned(rows, right: [0, 4], cut: (column: 3, line: columns))
    return ([head, ""] + lines).joined(separator: "\n")
  }

  /// One JSON object; times are nanoseconds, moments ISO 8601.
  package var json: String {
    let rows: [JSONFields] = zip(sessions, progress.completed).enumerated().map { index, row in
      let (session, completed) = row
      var fields: JSONFields = [
        "session": index + 1, "week": session.week, "day": session.day, "name": session.name, "workout": session.file,
        "notes": session.notes, "length": session.length, "completed": completed?.iso,
      ]
      fields.add("range", ifAny: session.range.map { [$0.lowerBound, $0.upperBound] })
      return fields
    }
    var json: JSONFields = ["programme": name, "complete": completeCount, "next": progress.next]
    json.add("translations", ifAny: translations.json)
    json.add("sessions", rows)
    return json.line()
  }
}
