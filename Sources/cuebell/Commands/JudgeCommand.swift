import ArgumentParser
import CommandSupport

/// `judge`: compares the onsets of a recording with a list of moments.
struct Judge: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure how exactly a recording follows its plan.",
    discussion: """
      Examples:
        cuebell judge gym.wav --plan gym.ndjson
        cuebell judge other-timer.flac --plan seconds.csv --within 20 --picture gym.svg

      The recording may be of any timer. The plan is the list of render --cues, run --json or run --log, or a CSV file \
      whose first column is seconds. Where the plan begins in the recording and how fast its clock runs are found by \
      the cues, and reported as offset and drift; jitter is what is left of each cue. Sounds that begin within words \
      of the plan are not extra ones.
      """)

  @OptionGroup var arguments: JudgeArguments

  func run() throws { try SeparateProgram(.lab).become(Self._commandName) }
}
