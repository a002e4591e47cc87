import ArgumentParser
import CommandSupport
import SessionHistory
import SessionReporting
import WorkoutExchange

/// `history export`: all data, or one session in the format of another program.
struct HistoryExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export a session for watches, training sites and spreadsheets, or all sessions as JSON.",
    discussion: """
      Examples:
        cuebell history export 12 -o session.fit
        cuebell history export > sessions.ndjson

      A session is exported as it was done: its phases are laps, and pauses stop the timer. The extension selects the \
      format: .fit or .tcx, which intervals.icu, Garmin Connect and Strava import, or .csv. Without a format, sessions \
      are printed in full, one JSON object per line, oldest first.
      """)

  @Argument(help: "A session's number; 0 for the last one.", completion: .sessions)
  var session: Int64?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write; - for stdout.", valueName: "file"), completion: .file())
  var output: String?

  @Option(
    name: .customLong("as"), help: ArgumentHelp("The format: \(Self.formats).", valueName: "format"),
    completion: .list(Self.names))
  var format: String?

  private static let names = SessionExporter.Format.allCases.map(\.rawValue)
  private static let formats = names.joined(separator: ", ")

  private var kind: SessionExporter.Format? {
    guard let format else { return output.flatMap { SessionExporter.Format(ending: $0) } }
    return SessionExporter.Format(rawValue: format)
  }

  func validate() throws {
    guard format != nil || output != nil else { return }
    guard session != nil else {
      throw ValidationError("A file has one session: add its number, 0 for the last one.")
    }
    if let format, kind == nil { throw ValidationError("--as must be one of \(Self.formats), not \(format).") }
    guard kind != nil else {
      throw ValidationError("Name a file that ends in .fit, .tcx or .csv, or a format with --as.")
    }
  }

  func run() throws {
    let store = try HistoryStore.openedIfThere(for: .reading)
    guard let session else { return try printAll(of: store) }
    guard let detail = try store?.detail(session) else { throw Exit.fail(.noInput, "There is no session \(session).") }
    guard let kind else { return try Streams.out(HistoryJSON.object(detail, nil, SessionBody(judging: detail))) }
    let target = output ?? "-"
    if kind == .fit { try OutputFile.checkBinary(target) }
    guard let bytes = SessionExporter.write(detail, as: kind) else {
      throw Exit.fail(.badInput, "Session \(detail.session.id) has no phases to export.")
    }
    if detail.session.speed != 1 {
      Streams.err("Session \(detail.session.id) is a rehearsal, \(detail.session.speed) times as fast.")
    }
    try OutputFile.write(bytes, to: target)
  }

  private func printAll(of store: HistoryStore?) throws {
    guard let store else { return }
    for session in try orExit(store.sessions()).reversed() {
      guard let detail = try store.detail(session.id) else { continue }
      try Streams.out(HistoryJSON.object(detail, nil, SessionBody(judging: detail)))
    }
  }
}
