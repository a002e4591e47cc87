/// The result of synthesising two phrases.
package enum VoiceTrial: Equatable, Sendable {
  /// The number of voices, which a program doesn't list, and the times for the first phrase, which include the worker's
  /// start, and for the next one.
  case speaks(voices: Int?, first: Duration, next: Duration)
  case fails(String)
}

extension Diagnostic {
  /// The maximum time for a phrase, so that those at the start of a workout are on time; and for a program, which loads
  /// its voice for each phrase: phrases are synthesised at least 25 s ahead.
  private static let (patience, programPatience) = (Duration.milliseconds(500), Duration.seconds(5))

  /// Whether espeak-ng, or the user's speech program, speaks, and how fast; without a voice workouts don't speak, which
  /// is a problem.
  ///
  /// `dataFolder` is the folder of voice data, if the environment names one.
  package static func voice(_ trial: VoiceTrial, dataFolder: String? = nil, program: String? = nil) -> Diagnostic {
    switch trial {
    case .speaks(let voices, let first, let next):
      let choice = voices.map { ", with \($0) voices" } ?? ""
      let text =
        "\(program ?? "espeak-ng") speaks\(choice); the first phrase after \(first.text), the next in \(next.text)"
      if next <= (program == nil ? patience : programPatience) { return .ok("voice", text) }
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

  /// A natural voice that is there but not used; `use` says how to use it.
  package static func naturalVoice(_ trial: VoiceTrial, server: String, use: String) -> Diagnostic {
    switch trial {
    case .speaks(let voices, let first, let next):
      let choice = voices.map { ", with \($0) \($0 == 1 ? "voice" : "voices")" } ?? ""
      return .ok(
        "natural voice",
        "\(server) speaks\(choice), but isn't used; the first phrase after \(first.text), the next in "
          + "\(next.text); \(use)")
    case .fails(let reason):
      return .warning("natural voice", reason, fix: "restart \(server)")
    }
  }
}
