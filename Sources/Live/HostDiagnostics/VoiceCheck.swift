/// Whether espeak-ng speaks, and how fast.
public struct VoiceCheck: Equatable, Sendable {
  /// What came of a phrase.
  public enum Attempt: Equatable, Sendable {
    /// How many voices there are, how long the first phrase took with the worker's start, and how long the next.
    case speaks(voices: Int, first: Duration, next: Duration)
    case fails(String)
  }

  /// A phrase should not take longer, or those at the start of a workout come late.
  static let patience = Duration.milliseconds(500)

  /// What came of a phrase.
  public var attempt: Attempt
  /// The folder of voice data that the environment names, if it does.
  public var dataFolder: String?

  /// A phrase and what came of it.
  public init(attempt: Attempt, dataFolder: String? = nil) {
    self.attempt = attempt
    self.dataFolder = dataFolder
  }

  /// The judgement: without a voice workouts don't talk, and that is a problem.
  public var finding: Diagnostic {
    switch attempt {
    case .speaks(let voices, let first, let next):
      let text =
        "espeak-ng speaks, with \(voices) voices; the first phrase after \(first.text), the next in \(next.text)"
      if next <= Self.patience { return .ok("voice", text) }
      return .warning("voice", "\(text), which is slow", fix: "end what else keeps this machine busy")
    case .fails(let reason):
      let fix =
        dataFolder.map { "have ESPEAK_DATA_PATH (\($0)) name the folder that holds espeak-ng-data, or unset it" }
        ?? "apt-get install espeak-ng-data libespeak-ng1"
      return .problem("voice", "\(reason); workouts go on with sounds", fix: fix)
    }
  }
}
