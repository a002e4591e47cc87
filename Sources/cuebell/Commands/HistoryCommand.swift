import ArgumentParser
import CommandSupport
import FoundationEssentials
import SessionHistory
import SessionReporting
import WorkoutFiles
import WorkoutModel

struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show past sessions, planned against actual.",
    discussion: """
      Examples:
        cuebell history
        cuebell history 12 --json
        cuebell history 12 --rpe 7 --note "Slept badly"
        cuebell history 12 --replay --at 12:30
        cuebell history 0 --report

      Each run is recorded in $XDG_STATE_HOME/cuebell (~/.local/state/cuebell), which only you can read. Incomplete \
      sessions are marked; continue one with cuebell resume. The totals don't include rehearsals (--speed).
      """,
    subcommands: [HistoryShow.self, HistoryExport.self, HistoryDelete.self, HistoryPrune.self],
    defaultSubcommand: HistoryShow.self)
}

/// `history show`, the default of `history`.
struct HistoryShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "List the sessions with totals by week, or show one in full.")

  @Argument(help: "A session's number; 0 for the last one.", completion: .sessions)
  var session: Int64?

  @Flag(help: "List all sessions, not only the last twenty.")
  var all = false

  @Flag(help: "Print one JSON object; times are nanoseconds.")
  var json = false

  @Flag(help: "Print comma-separated values: sessions, or the phases of one.")
  var csv = false

  @Option(
    help: ArgumentHelp(
      "Write a picture of the minutes of each day, or of one session with its heart rate; - for stdout.",
      valueName: "out.svg"),
    completion: .file())
  var svg: String?

  @Flag(help: "With --svg: only the plan of one session as blocks, in which what was done has its full colour.")
  var strip = false

  @Option(help: ArgumentHelp("Keep a remark with the session; an empty one removes it.", valueName: "text"))
  var note: String?

  @Option(help: ArgumentHelp("Keep how hard the session was, from 1 to 10.", valueName: "1-10"))
  var rpe: Int?

  @Flag(help: "Tell the session step by step: what was said and when, and why something was not.")
  var replay = false

  @Option(help: ArgumentHelp("With --replay, only what was around this active time.", valueName: "time"))
  var at: DurationArgument?

  @Flag(help: "Print what a bug report needs of the session, as a link: its workout and all that happened in it.")
  var report = false

  private static let shown = 20
  private static let longestNote = 1_000

  func validate() throws {
    guard [json, csv, svg != nil, replay, report].count(where: { $0 }) <= 1 else {
      throw ValidationError("--json, --csv, --svg, --replay and --report exclude each other.")
    }
    guard session != nil || (note == nil && rpe == nil && !replay && !report) else {
      throw ValidationError(
        "--note, --rpe, --replay and --report belong to one session: add its number, 0 for the last one.")
    }
    guard replay || at == nil else { throw ValidationError("--at belongs to --replay.") }
    guard !strip || (svg != nil && session != nil) else {
      throw ValidationError("--strip is a kind of picture of one session: it needs --svg and a number.")
    }
    if let rpe, !(1...10).contains(rpe) { throw ValidationError("--rpe must be 1 to 10.") }
    if let note, note.count > Self.longestNote {
      throw ValidationError("--note must have at most \(Self.longestNote) characters.")
    }
  }

  func run() throws {
    let isChanged = note != nil || rpe != nil
    let store = try HistoryStore.openedIfThere(for: isChanged ? .changing : .reading)
    if let session {
      let detail = try store.flatMap { store in
        if isChanged { try remark(in: store) }
        return try store.detail(session)
      }
      guard let detail, let store else { throw Exit.fail(.noInput, "There is no session \(session).") }
      if replay {
        let text = SessionReplay(detail, around: at?.duration, columns: Streams.lineLimit).text
        return try Streams.out(text)
      }
      if report { return try SessionReports.printLink(of: detail, in: store) }
      if strip, let svg {
        return try OutputFile.write(detail.strip(of: detail.workout.flatMap { try? Timeline($0) }), to: svg)
      }
      let body = try SessionBody(judging: detail)
      if let svg { return try OutputFile.write(SessionPicture(detail, body).svg, to: svg) }
      let score = try Self.score(of: detail, in: store)
      let table = csv ? HistoryCSV.text(detail, body) : FullReport(detail, score, body, columns: Streams.lineLimit).text
      return try Streams.out(json ? HistoryJSON.object(detail, score, body) : table)
    }
    let sessions = try store.map { store in try orExit(store.sessions()) } ?? []
    let today = ClockReading.now().day
    if let svg {
      let lateness = try store.map { store in try orExit(store.lateness()) }
      let picture = HistoryPicture(sessions, lateness ?? LatenessHistogram(counts: []), today: today)
      return try OutputFile.write(picture.svg, to: svg)
    }
    let list = HistoryList(sessions, shown: all ? sessions.count : Self.shown, today: today, columns: Streams.lineLimit)
    let table = csv ? HistoryCSV.text(sessions) : list.text
    try Streams.out(json ? HistoryJSON.object(sessions, today: today) : table)
  }
}

extension HistoryShow {
  /// Adds the remarks to the session. The line breaks of a note become spaces.
  private func remark(in store: HistoryStore) throws {
    let line = note?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    _ = try orExit(store.remark(on: session == 0 ? nil : session, note: line, rpe: rpe))
  }

  /// The score of a session; `nil` if its workout has none, or can't be read any more.
  private static func score(of detail: SessionDetail, in store: HistoryStore) throws -> RankedScore? {
    guard let scoring = detail.workout.flatMap(Scoring.init) else { return nil }
    return try orExit(store.score(of: detail.session.id, by: scoring))
  }
}

extension SessionDetail {
  /// The workout; `nil` if it can't be read any more.
  var workout: Workout? { try? WorkoutReader.read(Array(text.utf8), named: "history") }
}

extension SessionBody {
  /// The body in a session, by the targets of its workout and the numbers in the user's settings.
  init(judging detail: SessionDetail) throws {
    if detail.measurements.isEmpty {
      self.init(detail, of: nil)
    } else {
      self.init(detail, of: detail.workout, for: try SettingsFile.load().body)
    }
  }
}

struct HistoryDelete: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete sessions permanently; a running one is kept.",
    discussion: """
      Examples:
        cuebell history delete 12
        cuebell history delete 3 4 5 --yes

      It asks first; without a terminal, --yes is required. Deleted data is overwritten in the file. A damaged history \
      that was set aside (history.sqlite.damaged-…) is not changed: delete that file yourself.
      """)

  @Argument(help: "The sessions' numbers.", completion: .sessions)
  var sessions: [Int64]

  @Flag(help: "Delete without asking.")
  var yes = false

  func run() throws {
    if !yes, !Question.canBeAsked {
      throw Exit.fail(.usage, "history delete asks first: add --yes, or run it in a terminal.")
    }
    guard let store = try HistoryStore.openedIfThere(for: .changing) else {
      throw Exit.fail(.noInput, "There are no sessions.")
    }
    if !yes { try confirm(in: store) }
    let deleted = try orExit(store.delete(sessions))
    if !deleted.isEmpty { try Streams.out("Deleted \(deleted.map { "\($0)" }.joined(separator: ", ")).") }
    let left = sessions.filter { !deleted.contains($0) }
    guard left.isEmpty else {
      let list = left.map { "\($0)" }.joined(separator: ", ")
      throw Exit.fail(.noInput, "Not deleted: \(list). There is no such session, or it is running.")
    }
  }

  /// Asks whether to delete the sessions; any answer but yes ends the command.
  private func confirm(in store: HistoryStore) throws {
    let named = try sessions.compactMap { try store.detail($0)?.session }
    let list = named.map { "\($0.id) (\(SafeText.filtered($0.name)), \($0.began.date) \($0.began.time))" }
    guard !list.isEmpty else { return }
    let text = "Delete \(named.count == 1 ? "session" : "sessions") \(list.joined(separator: ", "))?"
    if try Question.choose(text, YesNo.self) == .no { throw ExitCode.stoppedEarly }
  }
}

/// `history prune`: deletes old sessions.
struct HistoryPrune: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune", abstract: "Delete old sessions permanently.",
    discussion: """
      Examples:
        cuebell history prune --older-than 365
        cuebell history prune --keep 100

      A running session is kept, and so is a damaged history that was set aside (history.sqlite.damaged-…).
      """)

  @Option(help: ArgumentHelp("Delete sessions that began more than this many days ago.", valueName: "days"))
  var olderThan: Int?

  @Option(help: ArgumentHelp("Keep this many of the latest sessions and delete the rest.", valueName: "n"))
  var keep: Int?

  func validate() throws {
    guard (olderThan == nil) != (keep == nil) else { throw ValidationError("Use either --older-than or --keep.") }
    guard (olderThan ?? keep ?? 0) >= 0 else { throw ValidationError("The number must be 0 or more.") }
  }

  func run() throws {
    guard let store = try HistoryStore.openedIfThere(for: .changing) else {
      return try Streams.out("Deleted 0 sessions.")
    }
    let sessions = try orExit(store.sessions())
    let today = ClockReading.now().day
    let old = olderThan.map { days in sessions.filter { today - $0.began.dayNumber > days } }
    let chosen = (old ?? Array(sessions.dropFirst(keep ?? 0))).map(\.id)
    let deleted = try orExit(store.delete(chosen))
    try Streams.out("Deleted \(Counted.of(deleted.count, "session", "sessions")).")
  }
}

/// Performs work on the history; a failure, or a disk that hangs, ends the command with an explanation.
func orExit<Value>(_ work: @autoclosure () throws(HistoryError) -> Value) throws -> Value {
  do throws(HistoryError) { return try HistoryPatience.watch { () throws(HistoryError) in try work() } } catch {
    let code: ExitCode =
      switch error {
      case .none, .unavailable: .noInput
      case .newer, .older, .damaged, .contradicted, .failed: ExitCode(1)
      }
    throw Exit.fail(code, "History: \(SafeText.filtered(error.explanation)).")
  }
}

extension HistoryStore {
  /// A session in full, by its number; 0 is the newest. `nil` if it doesn't exist.
  func detail(_ session: Int64) throws -> SessionDetail? {
    try orExit(self.session(session == 0 ? nil : session))
  }

  /// The history of this user; `nil` if nothing has been written yet. If it can't be opened, the command ends.
  static func openedIfThere(for purpose: Purpose) throws -> HistoryStore? {
    try orExit(ifThere(for: purpose))
  }

  private static func ifThere(for purpose: Purpose) throws(HistoryError) -> HistoryStore? {
    do throws(HistoryError) {
      return try HistoryStore(at: try HistoryLocation(ProcessInfo.processInfo.environment), for: purpose)
    } catch {
      if case .none = error { return nil }
      throw error
    }
  }
}
