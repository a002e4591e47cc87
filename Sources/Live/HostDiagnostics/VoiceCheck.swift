/// Checks whether espeak-ng, or the user's speech program, speaks, and how fast.
public struct VoiceCheck: Equatable, Sendable {
  /// The result of synthesising phrases.
  public enum Attempt: Equatable, Sendable {
    /// The number of voices, and the times for the first phrase, which include the worker's start, and for the next
    /// one.
    ///
    /// A program doesn't list its voices.
    case speaks(voices: Int?, first: Duration, next: Duration)
    case fails(String)
  }

  /// The maximum time for a phrase, so that those at the start of a workout are on time.
  static let patience = Duration.milliseconds(500)
  /// The maximum time for a program, which loads its voice for each phrase; phrases are synthesised at least 25 s
  /// ahead.
  static let programPatience = Duration.seconds(5)

  /// The result of synthesising phrases.
  public var attempt: Attempt
  /// The folder of voice data, if the environment names one.
  public var dataFolder: String?
  /// The user's speech program.
  public var program: String?

  /// A check of the voice.
  public init(attempt: Attempt, dataFolder: String? = nil, program: String? = nil) {
    self.attempt = attempt
    self.dataFolder = dataFolder
    self.program = program
  }

  /// The diagnostic: without a voice workouts don't speak, which is a problem.
  public var diagnostic: Diagnostic {
    switch attempt {
    case .speaks(let voices, let first, let next):
      let choice = voices.map { ", with \($0) voices" } ?? ""
      let text =
        "\(program ?? "espeak-ng") speaks\(choice); the first phrase after \(first.text), the next in \(next.text)"
      if next <= (program == nil ? Self.patience : Self.programPatience) { return .ok("voice", text) }
      let fix = program == nil ? "stop other busy programs" : "use a smaller model, or a faster program"
      return .warning("voice", "\(text), which is slow", fix: fix)
    case .fails(let reason):
      let settings = program.map { _ in "correct \"voice\" in the settings file (see: cuebell config)" }
      let fix =
        settings ?? dataFolder.map {
          "set ESPEAK_DATA_PATH (\($0)) to the folder that contains espeak-ng-data, or unset it"
        }
        ?? "apt-get install espeak-ng-data libespeak-ng1"
      return .problem("voice", "\(reason); workouts continue with sounds", fix: fix)
    }
  }
}
