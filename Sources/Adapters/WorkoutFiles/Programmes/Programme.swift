import WorkoutModel

/// Workouts to be done one after another, over weeks.
public struct Programme: Equatable, Sendable {
  /// The version of the file format.
  public static let format = "programme/1"

  /// What it is called; in the history it is known by this name.
  public var name: String
  /// What it is, for readers.
  public var description: String?
  /// Who wrote it.
  public var author: String?
  /// In the order in which they are done; their numbers count from 1.
  public var sessions: [Session]

  /// One session of a programme.
  public struct Session: Equatable, Sendable {
    /// The week, counted from 1.
    public var week: Int
    /// The day of the week, 1 to 7; the first day is whichever the user begins on.
    public var day: Int
    /// The path of the workout file, relative to the programme file.
    public var workout: String
    /// What the session is called, in the place of the workout's name.
    public var name: String?
    /// What to know before it.
    public var notes: String?

    /// A session of a day.
    public init(week: Int, day: Int, workout: String, name: String? = nil, notes: String? = nil) {
      self.week = week
      self.day = day
      self.workout = workout
      self.name = name
      self.notes = notes
    }
  }

  /// A programme of these sessions.
  public init(name: String, description: String? = nil, author: String? = nil, sessions: [Session]) {
    self.name = name
    self.description = description
    self.author = author
    self.sessions = sessions
  }
}

/// The limits of a programme.
public enum ProgrammeLimits {
  /// How many sessions it may have.
  public static let sessions = 1...1_000
  /// The numbers of its weeks: ten years.
  public static let week = 1...520
  /// The days of a week.
  public static let day = 1...7
}
