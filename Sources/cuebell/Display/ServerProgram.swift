import FoundationEssentials
import Glibc
import ServerOptions

/// The program that serves pages. It isn't part of the command, which would otherwise carry a server that most runs
/// don't use.
struct ServerProgram {
  static let name = "cuebell-serve"

  /// Its path.
  let path: String
  /// The path of this command, which it starts runs with.
  private let command: String

  /// Finds the program beside the command or in the folders of `PATH`; where it isn't, the command ends.
  init() throws {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    command = own ?? CommandLine.arguments[0]
    let folder = command.prefix(upTo: command.lastIndex(of: "/") ?? command.startIndex)
    let search = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let places = ["\(folder)"] + search.map(String.init)
    let found = places.map { (place) -> String in "\(place)/\(Self.name)" }.first { unsafe access($0, X_OK) == 0 }
    guard let found else {
      throw Exit.fail(
        Exit.unavailable,
        "\(Self.name), the server, isn't installed beside \(command): make serve builds and starts it.")
    }
    path = found
  }

  /// The words by which it is started.
  func words(_ arguments: ServeArguments) -> [String] {
    // What is behind two dashes is for the runs that it starts.
    [path, "--command", command, "--release", Cuebell.version] + arguments.words
  }

  /// Becomes the program, with all that this one has been given.
  func become(_ arguments: ServeArguments) throws -> Never {
    var words = unsafe words(arguments).map { unsafe strdup($0) } + [nil]
    unsafe execv(path, &words)
    throw Exit.fail(Exit.unavailable, "\(path): \(unsafe String(cString: strerror(errno)))")
  }
}
