import ArgumentParser
import AudioMixing
import FoundationEssentials
import Glibc
import HostSystem
import SessionReporting
import WorkoutFiles
import WorkoutModel

/// The output streams of the command: results on stdout, diagnostics on stderr.
enum Streams {
  /// Writes a result, to a terminal or a pipe; control characters, such as those of names in files, are replaced.
  ///
  /// A reader that has gone away is not an error; a full disk is one, because the result is incomplete.
  static func out(_ text: String) throws { try write(Array((SafeText.filteredLines(text) + "\n").utf8)) }

  /// Writes messages for people. On a terminal, lines that are longer than it is wide are wrapped, and what follows is
  /// indented like the text: behind the first columns, if `indent` is given.
  static func tell(_ text: String, indent: Int? = nil) throws {
    guard let columns = FileDescriptor.standardOutput.terminalSize?.columns else { return try out(text) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
      let start = min(indent ?? line.prefix { $0 == " " }.count, columns / 2)
      let wrapped = LineWrap.lines(String(line.dropFirst(start)), columns: columns - start)
      let margin = String(repeating: " ", count: start)
      return ["\(line.prefix(start))\(wrapped[0])"] + wrapped.dropFirst().map { margin + $0 }
    }
    try out(lines.joined(separator: "\n"))
  }

  /// Writes a result with escape sequences for colours, whose texts are filtered already.
  static func out(colored text: String) throws { try write(Array((text + "\n").utf8)) }

  /// Writes a part of a result unchanged.
  static func write(_ bytes: [UInt8]) throws {
    let failure = ProgressLine.withoutLine { OutputWriter.write(bytes, to: STDOUT_FILENO) }
    guard let failure, failure != .brokenPipe else { return }
    throw Exit.fail(.cannotWrite, "stdout: \(failure)")
  }

  /// Writes a diagnostic and ignores errors; control characters, such as those of file names, are replaced.
  static func err(_ text: String) {
    _ = ProgressLine.withoutLine { OutputWriter.write(SafeText.filteredLines(text) + "\n", to: STDERR_FILENO) }
  }

  /// The maximum length of a line: the width of the terminal, at most 200 columns, or 80 without one, because programs
  /// read other forms.
  static var lineLimit: Int {
    min(FileDescriptor.standardOutput.terminalSize?.columns ?? 80, 200)
  }
}

/// The exit statuses; the numbers are those of sysexits.h if it has one.
extension ExitCode {
  /// A scenario failed, or two traces differ.
  static let notAsItMust = ExitCode(1)
  static let tooLong = ExitCode(1)
  static let refused = ExitCode(3)
  static let stoppedEarly = ExitCode(4)
  static let usage = ExitCode(64)
  static let badInput = ExitCode(65)
  static let noInput = ExitCode(66)
  static let unavailable = ExitCode(69)
  static let cannotWrite = ExitCode(73)
  static let held = ExitCode(75)
  /// A run uses another version of the protocol.
  static let otherProtocol = ExitCode(76)
  static let notPermitted = ExitCode(77)
}

/// Work whose failures end the command, after a message.
enum Exit {
  /// Runs work that needs threads and descriptors; if the system can't create any, the command ends with status 1 and
  /// the failure, such as "The workout can't be played".
  static func unlessExhausted(_ failure: String, _ work: () throws -> Void) throws {
    do { try work() } catch let error as NoThread { exhausted(failure, error.explanation) } catch let error
      as NoDescriptor
    { exhausted(failure, error.explanation) }
  }

  /// Ends the command at once for lack of a thread or a descriptor: a normal end may release a connection to the
  /// history, whose queue requests a thread from Dispatch, which asks the system for ever.
  static func exhausted(_ failure: String, _ reason: String) -> Never {
    Streams.err("\(failure): \(reason).")
    exit(1)
  }

  /// The result of `read`; problems of a file end the command.
  static func ifInvalid<Value>(_ read: @autoclosure () throws(WorkoutFileError) -> Value) throws -> Value {
    do throws(WorkoutFileError) { return try read() } catch { throw fail(.badInput, error.description) }
  }

  /// The result of `write`; output that can't be written ends the command.
  static func ifUnwritable<Value>(_ write: () throws(SinkError) -> Value) throws -> Value {
    do throws(SinkError) { return try write() } catch { throw fail(.cannotWrite, error.explanation) }
  }

  static func fail(_ code: ExitCode, _ message: String) -> ExitCode {
    Streams.err(message)
    return code
  }
}

enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  var isColored: Bool {
    let environment = ProcessInfo.processInfo.environment
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      return isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }
  }
}
