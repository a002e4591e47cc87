import FoundationEssentials
import Glibc
import HostSystem
import ServerOptions

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
        Exit.unavailable,
        "\(Self.name), the server, isn't installed next to \(command): make serve builds and starts it.")
    }
    path = found
  }

  func words(_ arguments: ServeArguments) -> [String] {
    // The arguments after two dashes are for the runs that it starts.
    [path, "--command", command, "--release", Release.version] + arguments.words
  }

  /// Replaces this process by the program, with the same arguments.
  func become(_ arguments: ServeArguments) throws -> Never { try become(words(arguments)) }

  /// Replaces this process by a part of the program, with the arguments of its command.
  func become(_ part: String, _ arguments: some Sequence<String>) throws -> Never {
    try become([path, part, "--command", command, "--release", Release.version] + arguments)
  }

  private func become(_ words: [String]) throws -> Never {
    var words = unsafe words.map { unsafe strdup($0) } + [nil]
    unsafe execv(path, &words)
    throw Exit.fail(Exit.unavailable, "\(path): \(Errno.last)")
  }
}
