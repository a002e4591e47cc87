/// Whether espeak-ng, or the program that the user has chosen, speaks, and how fast.
public struct VoiceCheck: Equatable, Sendable {
  /// What came of a phrase.
  public enum Attempt: Equatable, Sendable {
    /// How many voices there are, how long the first phrase took with the worker's start, and how long the next. A
    /// program doesn't tell its voices.
    case speaks(voices: Int?, first: Duration, next: Duration)
    case fails(String)
  }

  /// A phrase should not take longer, or those at the start of a workout come late.
  static let patience = Duration.milliseconds(500)
  /// The same of a program, which loads its voice for each phrase; they are made 25 s ahead at least.
  static let programPatience = Duration.seconds(5)

  /// What came of a phrase.
  public var attempt: Attempt
  /// The folder of voice data that the environment names, if it does.
  public var dataFolder: String?
  /// The program that the user has chosen to speak.
  public var program: String?

  /// A phrase and what came of it.
  public init(attempt: Attempt, dataFolder: String? = nil, program: String? = nil) {
    self.attempt = attempt
    self.dataFolder = dataFolder
    self.program = program
  }

  /// The judgement: without a voice workouts don't talk, and that is a problem.
  public var finding: Diagnostic {
    switch attempt {
    case .speaks(let voices, let first, let next):
      let choice = voices.map { ", with \($0) voices" } ?? ""
      let text =
        "\(program ?? "espeak-ng") speaks\(choice); the first phrase after \(first.text), the next in \(next.text)"
      if next <= (program == nil ? Self.patience : Self.programPatience) { return .ok("voice", text) }
      let fix = program == nil ? "end what else keeps this machine busy" : "use a smaller model, or a faster program"
      return .warning("voice", "\(text), which is slow", fix: fix)
    case .fails(let reason):
      let settings = program.map { _ in "mend \"voice\" in the settings file (see: cuebell config)" }
      let fix =
        settings ?? dataFolder.map {
          "have ESPEAK_DATA_PATH (\($0)) name the folder that holds espeak-ng-data, or unset it"
        }
        ?? "apt-get install espeak-ng-data libespeak-ng1"
      return .problem("voice", "\(reason); workouts go on with sounds", fix: fix)
    }
  }
}
