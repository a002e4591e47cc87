import ArgumentParser
import AudioMixing
import OnsetAnalysis
import SessionReporting
import SoundFiles
import WorkoutExchange

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

  @Argument(help: "The recording: WAV, AIFF, FLAC, Ogg Vorbis, Opus or MP3, mono or stereo.", completion: .file())
  var recording: String

  @Option(
    help: ArgumentHelp("The planned moments; - for stdin.", valueName: "list"),
    completion: .file(extensions: ["ndjson", "csv"]))
  var plan: String

  @Option(
    help: ArgumentHelp(
      "Fail if a cue is missing or extra, or further than this from the line in milliseconds.", valueName: "ms"))
  var within: Double?

  @Flag(help: "Leave the words of the plan out, for a recording without speech.")
  var noSpeech = false

  @Flag(help: "Print one JSON object; times are nanoseconds, the drift is ppm.")
  var json = false

  @Option(
    help: ArgumentHelp("Draw the deviation of each cue; - for stdout.", valueName: "out.svg"), completion: .file())
  var picture: String?

  @OptionGroup var verbosity: Verbosity

  /// The largest list: a day of cues each second.
  private static let largestPlan = 1 << 26

  func validate() throws {
    if let within, !(0...60_000).contains(within) { throw ValidationError("--within must be 0 to 60000 ms.") }
    if recording == "-" { throw ValidationError("The recording must be a file: it can't be read from stdin.") }
  }

  func run() throws {
    var files = OutputConflictCheck()
    files.read(recording, as: "the recording")
    files.read(plan, as: "the plan")
    try files.write(picture, as: "--picture")
    if json { try files.claimStdout(as: "--json") }
    let moments = try moments()
    let report = TimingReport(of: try onsets(), against: moments)
    if let picture {
      try OutputFile.write(TimingPicture(report, title: recording).svg, to: picture)
    }
    let text = json ? report.json(within: within.map { $0 / 1_000 }) : report.text
    if picture == "-" { Streams.err(text) } else { try Streams.out(text) }
    if let within, !report.isWithin(within / 1_000) { throw ExitCode.notAsItMust }
  }

  private func moments() throws -> [PlannedMoment] {
    let bytes = try InputFile.bytes(of: plan, atMost: Self.largestPlan)
    do throws(ExchangeError) { return try MomentReader.moments(in: bytes, speech: !noSpeech) } catch {
      throw ExchangeReport.failure(error, in: InputFile.name(of: plan))
    }
  }

  /// Reads the recording, of which only the last moments are in memory.
  private func onsets() throws -> [Onset] {
    do throws(SoundFileError) {
      let reader = try SoundFileReader(recording)
      let rate = reader.info.sampleRate
      let progress = RenderProgress("Read")
      reader.info.duration.map(progress.begin)
      let line = verbosity.quiet ? nil : ProgressLine { progress.text }
      defer { line?.finish() }
      var finder = OnsetFinder(sampleRate: rate)
      _ = try reader.readAll { left, right, count in
        finder.add(left: left.span.extracting(..<count), right: right.span.extracting(..<count))
        progress.add(count * Bus.sampleRate / rate)
      }
      return finder.finish()
    } catch {
      if case .missing = error { throw Exit.fail(.noInput, "\(error)") }
      throw Exit.fail(.badInput, "\(error)")
    }
  }
}
