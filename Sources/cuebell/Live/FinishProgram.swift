import CommandSupport
import FoundationEssentials
import Glibc
import HostSystem
import LiveRuns
import SessionHistory
import SessionReporting
import WorkoutExchange
import WorkoutModel

/// The user's program for the end of a session: it reads the session as `history N --json` prints it, and finds its FIT
/// file by the variable `CUEBELL_FIT`.
struct FinishProgram {
  let command: [String]
  let session: Int64

  private static let limit = Duration.seconds(60)
  /// Begins the program of the arguments with the path of the FIT file, if there is one, in its environment.
  private static let start = """
    unset CUEBELL_FIT; [ -z "$1" ] || export CUEBELL_FIT="$1"; shift
    command -v "$1" >/dev/null || { echo "$1: not found" >&2; exit 127; }
    exec "$@"
    """

  /// The message for the log.
  struct Message {
    let text: String
    let isProblem: Bool
  }

  /// Runs it while it is wanted, for a minute at most; returns its last line, or why it has failed.
  func run(while isWanted: () -> Bool) -> Message? {
    guard let store = try? HistoryStore.openedIfThere(for: .reading), let detail = try? store.detail(session) else {
      return problem("session \(session) can't be read from the history")
    }
    let score = try? detail.workout.flatMap(Scoring.init).flatMap { try store.score(of: session, by: $0) }
    let json = HistoryJSON.object(detail, score, try? SessionBody(judging: detail))
    let fit = SessionExporter.write(detail, as: .fit).flatMap { FITFile($0, of: session) }
    defer { fit?.remove() }
    let program = LimitedCommand(command: "sh", processorTime: Self.limit, patience: Self.limit, inSession: true)
    do throws(CommandFailure) {
      let result = try program.run(
        ["-c", Self.start, "onFinished", fit?.path ?? ""] + command, input: Array((json + "\n").utf8), while: isWanted)
      let said = Self.lastLine(String(decoding: result.output, as: UTF8.self)) ?? Self.lastLine(result.message)
      if result.status == 0 { return said.map { Message(text: text($0), isProblem: false) } }
      let reason = Self.lastLine(result.message) ?? said
      return problem("it ended with status \(result.status)" + (reason.map { ": \($0)" } ?? ""))
    } catch {
      return problem(error.reason)
    }
  }

  private func problem(_ reason: String) -> Message { Message(text: text(reason), isProblem: true) }

  private func text(_ text: String) -> String { "onFinished: \(text)" }

  private static func lastLine(_ text: String) -> String? {
    text.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }.map(String.init)
  }
}

/// A FIT file for the time that a program needs it, in a folder that only this user can read.
private struct FITFile {
  private let folder: String
  let path: String

  /// Writes the file; `nil` if it can't be written.
  init?(_ bytes: [UInt8], of session: Int64) {
    let place = ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var template = Array("\(place)/cuebell-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { return nil }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = "\(folder)/session-\(session).fit"
    UnfinishedFiles.add(path)
    guard PrivateFile.replace(path, with: bytes) else {
      remove()
      return nil
    }
  }

  func remove() {
    UnfinishedFiles.forget(path)
    unsafe unlink(path)
    unsafe rmdir(folder)
  }
}
