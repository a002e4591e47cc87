package import WorkoutModel

/// A sequence of workouts over several weeks.
package struct Programme: Equatable, Sendable {
  /// The version of the file format.
  package static let format = "programme/1"

  /// The name, by which the history identifies it.
  package var name: String
  /// The description.
  package var description: String?
  /// The name of the author.
  package var author: String?
  /// The texts in other languages.
  package var translations: Translations
  /// The sessions in order; their numbers count from 1.
  package var sessions: [Session]

  /// One session of a programme.
  package struct Session: Equatable, Sendable {
    /// The week, counted from 1.
    package var week: Int
    /// The day of the week, 1 to 7; the user begins on any day.
    package var day: Int
    /// The path of the workout file, relative to the programme file.
    package var workout: String
    /// The name of the session, which replaces the workout's name.
    package var name: String?
    /// The notes for the session.
    package var notes: String?

    /// A session of a day.
    package init(week: Int, day: Int, workout: String, name: String? = nil, notes: String? = nil) {
      self.week = week
      self.day = day
      self.workout = workout
      self.name = name
      self.notes = notes
    }
  }

  /// A programme of these sessions.
  package init(
    name: String, description: String? = nil, author: String? = nil, translations: Translations = [:],
    sessions: [Session]
  ) {
    self.name = name
    self.description = description
    self.author = author
    self.translations = translations
    self.sessions = sessions
  }
}

extension Programme {
  /// The texts that people read, each once, in the order of the file.
  public var texts: [String] {
    var seen: Set<String> = []
    let all = [name, description] + sessions.flatMap { [$0.name, $0.notes] }
    return all.compactMap { $0 }.filter { seen.insert($0).inserted }
  }
}

/// The limits of a programme.
package enum ProgrammeLimits {
  /// The range of the number of sessions.
  package static let sessions = 1...1_000
  /// The range of week numbers: ten years.
  package static let week = 1...520
  /// The range of the days of a week.
  package static let day = 1...7
}
