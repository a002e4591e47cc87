import ArgumentParser
import AudioMixing
import CommandSupport
import OnsetAnalysis
import SoundFiles
import WorkoutExchange

/// Compares the onsets of a recording with a list of moments; `cuebell judge` executes it.
struct Judge: ParsableCommand {
  @OptionGroup var arguments: JudgeArguments
  @OptionGroup var start: CommandStart

  /// The largest list: a day of cues each second.
  private static let largestPlan = 1 << 26

  func run() throws {
    var files = OutputConflictCheck()
    files.read(arguments.recording, as: "the recording")
    files.read(arguments.plan, as: "the plan")
    try files.write(arguments.picture, as: "--picture")
    if arguments.json { try files.claimStdout(as: "--json") }
    let moments = try moments()
    let report = TimingReport(of: try onsets(), against: moments)
    if let picture = arguments.picture {
      try OutputFile.write(TimingPicture(report, title: arguments.recording).svg, to: picture)
    }
    let text = arguments.json ? report.json(within: arguments.within.map { $0 / 1_000 }) : report.text
    if arguments.picture == "-" { Streams.err(text) } else { try Streams.out(text) }
    if let within = arguments.within, !report.isWithin(within / 1_000) { throw ExitCode.checkFailed }
  }

  private func moments() throws -> [PlannedMoment] {
    let bytes = try InputFile.bytes(of: arguments.plan, atMost: Self.largestPlan)
    do throws(ExchangeError) { return try MomentReader.moments(in: bytes, speech: !arguments.noSpeech) } catch {
      throw ExchangeReport.failure(error, in: InputFile.name(of: arguments.plan))
    }
  }

  /// Reads the recording, of which only the last moments are in memory.
  private func onsets() throws -> [Onset] {
    do throws(SoundFileError) {
      let reader = try SoundFileReader(arguments.recording)
      let rate = reader.info.sampleRate
      let progress = RenderProgress("Read")
      reader.info.duration.map(progress.begin)
      let line = arguments.verbosity.quiet ? nil : ProgressLine { progress.text }
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
