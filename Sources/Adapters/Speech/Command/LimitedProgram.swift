import Glibc
import HostSystem

/// A program that runs once per phrase, with limited time, memory and output.
struct LimitedProgram {
  /// The longest time for one run, which includes loading a model.
  static let wall = Duration.seconds(20)

  let path: String
  /// The arguments, beginning with the program's name.
  let arguments: [String]

  var name: String { arguments.first ?? path }

  /// Runs it with `environment` added to that of this process, and returns how it ended; `nil` if it took too long.
  ///
  /// Call it from a single-threaded process, because it forks.
  func run(_ files: ProgramFiles, environment: [String: String]) throws(Errno) -> ChildProcess.Ending? {
    let program = try ContainedProgram(
      path, arguments: arguments, environment: environment,
      streams: [files.input, files.output, files.errors].map(\.descriptor), cpuSeconds: 40, fileBytes: 16 << 20)
    let hasEnded = program.hasEnded(within: Self.wall)
    // Its children may still be running.
    let ending = program.end()
    return hasEnded && ending.signal != SIGXCPU ? ending : nil
  }
}

struct ProgramFiles {
  let input: MemoryFile
  let output: MemoryFile
  let errors: MemoryFile

  init(input text: String) throws(Errno) {
    (input, output, errors) = (try MemoryFile(text), try MemoryFile(), try MemoryFile())
  }

  /// The last line of stderr, at most 200 characters, for messages.
  var lastLineOfErrors: String? {
    let lines = String(decoding: errors.bytes(atMost: 4_096), as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.last { $0.contains { !$0.isWhitespace } }.map { String($0.prefix(200)) }
  }
}
