import ArgumentParser
import CommandSupport
import HostSystem
import SessionHistory
import SessionReporting
import WorkoutFiles
import WorkoutModel

struct Next: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run the next session of a programme.",
    discussion: """
      Examples:
        cuebell next couch-to-5k
        cuebell next couch-to-5k --list

      The next session is the first that is not complete in the history: a stopped one is repeated, and a rehearsal \
      (--speed) doesn't count. The history identifies a programme by its name. When all sessions are complete, \
      --session 1 begins again.
      """)

  @Argument(help: "A programme file or name; - for stdin.", completion: .programmes)
  var file: String

  @OptionGroup var folders: FolderOptions

  @Flag(help: "List the sessions with their lengths and when they were completed; as one JSON object with --json.")
  var list = false

  @Option(help: ArgumentHelp("Run this session, even if it is complete.", valueName: "n"))
  var session: Int?

  @OptionGroup var options: RunOptions

  func validate() throws {
    guard !list || session == nil else { throw ValidationError("--list and --session exclude each other.") }
    guard list || session != nil || options.history else {
      throw ValidationError("The history determines the next session: leave out --no-history, or use --session.")
    }
  }

  func run() throws {
    let settings = try SettingsFile.load()
    let source = try ProgrammeSource.open(folders.path(of: file, as: .programme, settings))
    let programme = source.programme
    if list {
      let list = try source.list(progress(in: source), for: options.json ? nil : UserLocale.reader)
      return try Streams.out(options.json ? list.json : list.text(columns: Streams.lineLimit))
    }
    guard let number = try session ?? progress(in: source).next else {
      let text = "All \(programme.sessions.count) sessions of \"\(SafeText.filtered(programme.name))\" are complete."
      let hint = "To begin again: cuebell next \(ShellWord.quoted(file)) --session 1"
      // With --json stdout gets only events.
      return options.printsEvents ? Streams.err("\(text) \(hint)") : try Streams.out("\(text) \(hint)")
    }
    guard source.numbers.contains(number) else {
      throw Exit.fail(.usage, "--session: \(source.document.file) has the sessions 1 to \(source.numbers.upperBound)")
    }
    let workout = try source.workout(of: number, voice: settings.voice.choosing(options.mix.voice))
    let step = ProgrammeStep(number, of: programme, workout.workout)
    try LiveRun(workout, options, settings, file: source.path(ofWorkoutIn: number), of: step).run()
  }

  /// The progress in a programme; if the history can't be read, the command ends with a fix.
  private func progress(in source: ProgrammeSource) throws -> ProgrammeProgress {
    do { return try source.progress() } catch {
      Streams.err(
        "So the next session is unknown. To choose one: cuebell next \(ShellWord.quoted(file)) --session 1")
      throw error
    }
  }
}
