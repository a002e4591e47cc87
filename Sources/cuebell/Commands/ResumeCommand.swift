import ArgumentParser
import CommandSupport
import Glibc
import SessionHistory
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

struct Resume: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Continue a session that was interrupted or stopped.",
    discussion: """
      Examples:
        cuebell resume
        cuebell resume 12 --go-on-after 5s

      Starts paused at the stored position; press space to continue. No announcement is repeated. Without a terminal \
      on stdin it needs --go-on-after. If the workout has changed since, the command prints the changes and refuses; \
      --anyway continues at the phase of the same name. A rehearsal (--speed) keeps its speed.
      """)

  @Argument(
    help: "The session's number in the history; by default the last one that is not running.",
    completion: .unfinishedSessions)
  var session: Int64?

  @Flag(help: "Continue a changed workout, at the phase of the same name.")
  var anyway = false

  @Option(help: ArgumentHelp("Continue automatically after this pause.", valueName: "5s"))
  var goOnAfter: DurationArgument?

  @OptionGroup var options: RunOptions

  func validate() throws {
    guard options.history else { throw ValidationError("A resumed session is recorded: leave out --no-history.") }
    guard options.seed == nil else { throw ValidationError("A resumed session keeps its seed: leave out --seed.") }
  }

  func run() throws {
    guard let store = try HistoryStore.openedIfThere(for: .changing) else { throw ResumeRefusal.noSession.status }
    let unfinished: UnfinishedSession
    do throws(ResumeRefusal) {
      unfinished = try HistoryPatience.watch { () throws(ResumeRefusal) in try store.unfinished(session) }
    } catch {
      let status = error.status
      if case .running = error, session == nil { Streams.err("To control it: cuebell ctl status, cuebell ctl resume") }
      throw status
    }
    try checkSpeed(unfinished)
    let settings = try SettingsFile.load()
    let comparison = try WorkoutComparison(
      unfinished, anyway: anyway, voice: settings.voice.choosing(options.mix.voice))
    let (source, file) = (comparison.source, unfinished.file ?? "-")
    let timeline = try Exit.ifInvalid(source.timeline(seed: unfinished.seed))
    let start = try start(of: unfinished, timeline, isChanged: comparison.isChanged)
    guard goOnAfter != nil || isatty(STDIN_FILENO) == 1 else { throw Self.wouldStayPaused(unfinished) }
    let gap = unfinished.gap(to: .now())
    let remark = options.verbosity.quiet ? nil : Self.remark(unfinished, gap, resumesAfter: goOnAfter?.duration)
    try LiveRun(
      source, options, settings, file: file,
      resuming: ResumableSession(
        store: store, session: unfinished, start: start, remark: remark, resumesAfter: goOnAfter?.duration)
    ).run()
  }

  /// Training time and rehearsal time can't be distinguished within one session.
  private func checkSpeed(_ session: UnfinishedSession) throws {
    guard options.speed != session.speed else { return }
    let what =
      session.speed == 1
      ? "runs at normal speed: leave out --speed."
      : "is a rehearsal: continue it with --silent --speed \(session.speed)."
    throw Exit.fail(.usage, "Session \(session.id) \(what)")
  }

  /// The start: the exact state, or in another workout the phase with the same name.
  private func start(
    of session: UnfinishedSession, _ timeline: Timeline, isChanged: Bool
  ) throws -> SessionStart {
    if !isChanged {
      do throws(ReplayError) { return try session.exactStart(timeline) } catch {
        guard anyway else {
          throw Exit.fail(
            .badInput,
            "\(error.explanation). To continue at the phase of the same name: cuebell resume \(session.id) --anyway")
        }
      }
    }
    if let start = session.startByName(timeline) { return start }
    throw Exit.fail(
      .badInput,
      "The workout no longer has a phase \"\(SafeText.filtered(session.phase ?? ""))\". To start at a given time: "
        + "cuebell run \(session.file.map(ShellWord.quoted) ?? "FILE") --start-at \(ClockText.short(session.position))")
  }

  /// The error if a restored session, which is paused, could not be resumed because there are no keys.
  private static func wouldStayPaused(_ session: UnfinishedSession) -> ExitCode {
    let rehearsal = session.speed == 1 ? "" : " --silent --speed \(session.speed)"
    return Exit.fail(
      .usage,
      "Stdin is not a terminal, so the session would stay paused. To continue automatically: "
        + "cuebell resume \(session.id)\(rehearsal) --go-on-after 5s")
  }

  /// A message with the position of the session, and the user's next action.
  private static func remark(_ session: UnfinishedSession, _ gap: SessionGap, resumesAfter: Duration?) -> String {
    let set = session.set.map { " (set \($0))" } ?? ""
    let phase = session.phase.map { " in \($0)\(set) at \(ClockText.short(session.intoPhase))" } ?? ""
    let hint =
      if let resumesAfter {
        "It continues automatically after \(DurationText.write(resumesAfter))."
      } else {
        "Press space to continue."
      }
    let what = session.isStopped ? "stopped" : session.hasFailed ? "cut short by a failure" : "interrupted"
    return "Session \(session.id) “\(session.name)”: paused\(phase), \(ClockText.short(session.elapsed)) elapsed. "
      + gap.text(what) + " " + hint
  }
}
