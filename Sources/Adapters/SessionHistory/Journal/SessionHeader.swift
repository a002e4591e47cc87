package import SessionReporting
package import WorkoutEngine
package import WorkoutModel

/// The properties of a session before its first event.
package struct SessionHeader: Sendable {
  /// The timeline.
  package let timeline: Timeline
  /// The absolute path of the workout file; `nil` for stdin.
  package let file: String?
  /// The speed relative to real time; any speed but 1 is a rehearsal.
  package let speed: Int
  /// The behaviour that the user has chosen.
  package let policies: Policies
  /// The session of a programme that it belongs to; `nil` for a workout on its own.
  package let programme: ProgrammeSession?
  /// The workout in its canonical form, by which changes are detected and shown.
  package let text: @Sendable () -> String

  /// A session of `timeline`.
  package init(
    _ timeline: Timeline, file: String?, speed: Int, policies: Policies = Policies(),
    programme: ProgrammeSession? = nil, text: @escaping @Sendable () -> String
  ) {
    self.timeline = timeline
    self.file = file
    self.speed = speed
    self.policies = policies
    self.programme = programme
    self.text = text
  }
}

/// A session that was interrupted or stopped, claimed for this process.
package struct ResumedSession: Sendable {
  let header: SessionHeader
  let run: SessionRun
  /// The file that contains its claim.
  let file: FileIdentity?
}
