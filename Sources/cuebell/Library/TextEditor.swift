import Glibc
import HostSystem
import StrictJSON

/// The user's text editor.
struct TextEditor {
  /// The words of a shell that start it.
  let command: String

  /// The editor that the environment names; `nil` if it names none.
  init?(_ environment: [String: String]) {
    let named = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.allSatisfy(\.isWhitespace) }
    guard let named else { return nil }
    command = named
  }

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
      return status == 0
        ? nil : "the editor \(Excerpt.quoted(command)) ended with status \(status); EDITOR chooses another one"
    } catch {
      return "the editor can't be started: \(error)"
    }
  }
}
