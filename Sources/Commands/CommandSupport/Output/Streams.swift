import Glibc
import HostSystem
import SessionReporting
import WorkoutModel

/// The output streams of the command: results on stdout, diagnostics on stderr.
package enum Streams {
  /// Writes a result, to a terminal or a pipe; control characters, such as those of names in files, are replaced.
  ///
  /// A reader that has gone away is not an error; a full disk is one, because the result is incomplete.
  package static func out(_ text: String) throws { try write(Array((SafeText.filteredLines(text) + "\n").utf8)) }

  /// Writes messages for people. On a terminal, lines that are longer than it is wide are wrapped, and what follows is
  /// indented like the text: behind the first columns, if `indent` is given.
  package static func tell(_ text: String, indent: Int? = nil) throws {
    try out(wrapped(text, on: .standardOutput, indent: indent))
  }

  /// The text for a terminal, or as it is for anything else.
  private static func wrapped(_ text: String, on stream: FileDescriptor, indent: Int? = nil) -> String {
    guard let columns = stream.terminalSize?.columns else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
      let start = min(indent ?? line.prefix { $0 == " " }.count, columns / 2)
      let wrapped = LineWrap.lines(String(line.dropFirst(start)), columns: columns - start)
      let margin = String(repeating: " ", count: start)
      return ["\(line.prefix(start))\(wrapped[0])"] + wrapped.dropFirst().map { margin + $0 }
    }
    return lines.joined(separator: "\n")
  }

  /// Writes a result with escape sequences for colours, whose texts are filtered already.
  package static func out(colored text: String) throws { try write(Array((text + "\n").utf8)) }

  /// Writes a part of a result unchanged.
  package static func write(_ bytes: [UInt8]) throws {
    let failure = ProgressLine.withoutLine { OutputWriter.write(bytes, to: STDOUT_FILENO) }
    guard let failure, failure != .brokenPipe else { return }
    throw Exit.fail(.cannotWrite, "stdout: \(failure)")
  }

  /// Writes a diagnostic and ignores errors; control characters, such as those of file names, are replaced. On a
  /// terminal, long lines are wrapped.
  package static func err(_ text: String) {
    let text = wrapped(SafeText.filteredLines(text), on: .standardError)
    _ = ProgressLine.withoutLine { OutputWriter.write(text + "\n", to: STDERR_FILENO) }
  }

  /// The maximum length of a line: the width of the terminal, at most 200 columns, or 80 without one, because programs
  /// read other forms.
  package static var lineLimit: Int {
    min(FileDescriptor.standardOutput.terminalSize?.columns ?? 80, 200)
  }
}
