import Glibc
import HostSystem
import StrictJSON

struct TextEditor {
  /// The words of a shell that start it.
  let command: String

  init?(_ environment: [String: String]) {
    let named = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.allSatisfy(\.isWhitespace) }
    guard let named else { return nil }
    command = named
  }

  private static let other = "EDITOR chooses another one"
  private static let withoutTerminal = "it may need a terminal, and --from FILE saves a text without an editor"

  /// Opens a file and waits until the editor ends; returns why it has failed.
  func edit(_ path: String) -> String? {
    // Ctrl-C is meant for the editor.
    let signals = [SIGINT, SIGQUIT]
    let handlers = signals.map { signal($0, SIG_IGN) }
    defer { for (number, handler) in zip(signals, handlers) { signal(number, handler) } }
    do throws(Errno) {
      let process = try ChildProcess(
        ["/bin/sh", "-c", "\(command) \"$@\"", command, path], input: .descriptor(STDIN_FILENO),
        output: .descriptor(STDOUT_FILENO), errors: .descriptor(STDERR_FILENO))
      let status = process.wait().status
      if status == 0 { return nil }
      // The shell's status for a command that it doesn't find.
      let hint = status == 127 || isatty(STDIN_FILENO) == 1 ? Self.other : Self.withoutTerminal
      return "the editor \(Excerpt.quoted(command)) ended with status \(status); \(hint)"
    } catch {
      return "the editor can't be started: \(error)"
    }
  }
}
