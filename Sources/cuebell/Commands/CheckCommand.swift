import ArgumentParser
import CommandSupport

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check workout files, and programmes with their workouts.",
    discussion: """
      Examples:
        cuebell check Workouts/*.json
        cuebell check --json couch-to-5k

      All problems are reported at once, as file:line:column: path: what is wrong, what is allowed. Warnings \
      report parts without effect, and a missing voice; with --strict they count as failures.
      """)

  @Argument(
    help: "Workout or programme files or names, or short forms such as 8x20/10; - for stdin.", completion: .workouts)
  var files: [String]

  @OptionGroup var folders: FolderOptions

  @Flag(help: "Print one JSON object per file.")
  var json = false

  @Flag(help: "Fail on warnings, too.")
  var strict = false

  @OptionGroup var verbosity: Verbosity

  func run() throws {
    var first: ExitCode?
    let settings = try SettingsFile.load()
    let voices = VoiceTrials(settings)
    for file in files {
      let verdicts: [FileVerdict]
      do { verdicts = try FileVerdict.all(of: folders.path(of: file, settings), voices) } catch let code as ExitCode {
        // A missing file doesn't keep the others from being checked.
        first = first ?? code
        continue
      }
      for verdict in verdicts {
        if json {
          try Streams.out(verdict.json)
        } else if let text = verbosity.quiet ? verdict.remarks : verdict.text {
          try Streams.tell(text)
        }
        if !verdict.problems.isEmpty || (strict && verdict.hasWarnings) { first = first ?? .badInput }
      }
    }
    if let first { throw first }
  }
}
