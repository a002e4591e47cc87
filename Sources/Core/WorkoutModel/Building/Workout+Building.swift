extension Workout {
  /// Creates a workout from the phases and groups in a block of code.
  ///
  /// ```swift
  /// let tabata = try Workout("Tabata") {
  ///   Phase("Get ready", for: .seconds(10), .prepare)
  ///   Sets(8) {
  ///     Phase("Work", for: .seconds(20))
  ///     Phase("Rest", for: .seconds(10), .low, skip: .last)
  ///   }
  /// }
  /// ```
  ///
  /// Everything else of a workout is a property that can be set afterwards. The plan is checked as that of a file is.
  ///
  /// - Throws: `TimelineError` with everything that is wrong, each problem with the path of its value.
  public init(
    _ name: String, style: Style = .hiit, voice: Voice = Voice(), ambient: Ambient? = nil, coach: Coach = .off,
    cues: [CueRule] = [], @NodeBuilder nodes: () -> [Node]
  ) throws(TimelineError) {
    self.init(name: name, style: style, voice: voice, ambient: ambient, coach: coach, cues: cues, nodes: nodes())
    let problems = problems
    guard problems.isEmpty else { throw TimelineError(problems: problems) }
  }
}
