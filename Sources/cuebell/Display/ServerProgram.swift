import FoundationEssentials
import Glibc
import HostSystem

/// The program that serves the pages and brokers, a separate executable because most runs need neither.
struct ServerProgram {
  static let name = "cuebell-serve"

  let path: String
  private let command: String

  /// Finds the program next to the command or in the folders of `PATH`; if it is missing, the command ends.
  init() throws {
    command = OwnProgram.path
    let folder = String(command.prefix(upTo: command.lastIndex(of: "/") ?? command.startIndex))
    guard let found = ProgramPath.find(Self.name, in: ProcessInfo.processInfo.environment["PATH"], first: [folder])
    else {
      throw Exit.fail(
        .unavailable, "\(Self.name), the server, isn't installed next to \(command): make serve builds and starts it.")
    }
    path = found
  }

  /// The words that start the program, or a part of it, with the arguments of its command.
  func words(_ arguments: some Sequence<String>, of part: String? = nil) -> [String] {
    // Before the arguments: those after two dashes are for the runs that it starts.
    [path] + (part.map { [$0] } ?? []) + ["--command", command, "--release", Release.version] + arguments
  }

  /// Replaces this process by the program, or a part of it, with the arguments of this command.
  func become(_ part: String? = nil) throws -> Never {
    // As they were typed: the program parses them again.
    var words = unsafe words(CommandLine.arguments.dropFirst(2), of: part).map { unsafe strdup($0) } + [nil]
    unsafe execv(path, &words)
    throw Exit.fail(.unavailable, "\(path): \(Errno.last)")
  }
}
