import CommandSupport
import SessionHistory
import SessionReporting
import SharedLinks
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// A session in a link, which another machine replays.
enum SessionReports {
  /// The longest run that the engine plays again: what a stranger has made may contain any number.
  private static let longest = Duration.seconds(30 * 24 * 3600)

  /// Prints the link of a session, and what is not in it.
  static func printLink(of detail: SessionDetail, in store: HistoryStore) throws {
    let session = "Session \(detail.session.id)"
    guard try orExit(store.log(of: detail.session.id)) != nil else {
      throw Exit.fail(.badInput, "\(session) has no report: \(ReplayError.incomplete.explanation).")
    }
    let report = try orExit(store.report(of: detail.session.id, by: Release.version))
    guard let link = SessionLink(report) else {
      throw Exit.fail(.tooLong, "\(session) has no report: it would have more than \(WorkoutLink.longestText) bytes.")
    }
    for loss in detail.workout.map(SessionLink.losses) ?? [] {
      Streams.err("\(session): \(loss.path): \(loss.message)")
    }
    let count = link.address.utf8.count
    if count > SessionLink.longestUsual { Streams.err("\(session): the link has \(count) bytes.") }
    try Streams.out(link.address)
  }

  /// Prints the session of a link, or of a file with one, as `history --replay` does, and plays it in the engine.
  static func replay(_ word: String, around moment: Duration?) throws {
    let text = WorkoutLink.isLink(word) ? word : String(decoding: try InputFile.bytes(of: word), as: UTF8.self)
    guard WorkoutLink.isLink(text) else {
      throw Exit.fail(
        .badInput, "\(InputFile.name(of: word)): it has no link of a session; cuebell history 0 --report prints one")
    }
    let line = try Exit.ifInvalid(SessionLink.report(in: text))
    let store: HistoryStore
    do throws(UnreadableReport) { store = try HistoryStore(report: line) } catch {
      switch error {
      case .damaged: throw Exit.fail(.badInput, "link: it has no session")
      case .version(let version):
        let author = SafeText.filtered(version)
        throw Exit.fail(
          .badInput, "link: it was written by version \(author), and version \(Release.version) can't read it")
      }
    }
    guard let detail = try store.detail(0) else { return }
    try Streams.out(SessionReplay(detail, around: moment, columns: Streams.lineLimit).text)
    if let problem = try problem(of: detail, in: store) {
      Streams.err("link: this version can't play the session: \(problem)")
    }
  }

  /// The reason why the engine of this version can't play a session; `nil` if it can.
  private static func problem(of detail: SessionDetail, in store: HistoryStore) throws -> String? {
    guard let log = try orExit(store.log(of: detail.session.id)), log.runs.allSatisfy(isPlayable) else {
      return ReplayError.incomplete.explanation
    }
    guard let timeline = detail.workout.flatMap({ try? Timeline($0) }) else { return "its workout can't be read" }
    do throws(ReplayError) { _ = try Engine(replaying: log, timeline) } catch { return error.explanation }
    return nil
  }

  private static func isPlayable(_ run: SessionLog.Run) -> Bool {
    let instants = run.entries.map { entry in
      switch entry {
      case .action(_, let at), .coached(_, _, let at), .said(let at): at
      case .cue(let fact): fact.due
      }
    }
    let start: Duration = if case .continued(let end, _) = run.start { end } else { .zero }
    return instants.allSatisfy { $0 <= longest } && start <= longest
  }
}
