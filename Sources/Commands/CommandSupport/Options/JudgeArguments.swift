package import ArgumentParser

/// The options of `judge`, which `cuebell judge` passes on to `cuebell-lab`.
package struct JudgeArguments: ParsableArguments {
  @Argument(help: "The recording: WAV, AIFF, FLAC, Ogg Vorbis, Opus or MP3, mono or stereo.", completion: .file())
  package var recording: String

  @Option(
    help: ArgumentHelp("The planned moments; - for stdin.", valueName: "list"),
    completion: .file(extensions: ["ndjson", "csv"]))
  package var plan: String

  @Option(
    help: ArgumentHelp(
      "Fail if a cue is missing or extra, or further than this from the line in milliseconds.", valueName: "ms"))
  package var within: Double?

  @Flag(help: "Leave the words of the plan out, for a recording without speech.")
  package var noSpeech = false

  @Flag(help: "Print one JSON object; times are nanoseconds, the drift is ppm.")
  package var json = false

  @Option(
    help: ArgumentHelp("Draw the deviation of each cue; - for stdout.", valueName: "out.svg"), completion: .file())
  package var picture: String?

  @OptionGroup package var verbosity: Verbosity

  package init() {}

  package func validate() throws {
    if let within, !(0...60_000).contains(within) { throw ValidationError("--within must be 0 to 60000 ms.") }
    if recording == "-" { throw ValidationError("The recording must be a file: it can't be read from stdin.") }
  }
}
