import CommandSupport
import FoundationEssentials
import HostSystem

/// A part of Cuebell that most runs don't need, which is therefore an executable of its own beside the command.
struct SeparateProgram {
  enum Kind: String {
    /// Serves the pages and brokers.
    case server = "cuebell-serve"
    /// Simulates workouts and judges recordings.
    case lab = "cuebell-lab"

    /// What it is, and what provides it.
    fileprivate var description: (role: String, remedy: String) {
      switch self {
      case .server: ("the server", "make serve builds and starts it, and pip's cuebell[serve] has it")
      case .lab: ("the simulator and judge", "make lab builds it, the package cuebell and pip's cuebell[lab] have it")
      }
    }
  }

  let path: String

  /// Finds the program next to the command or in the folders of `PATH`; if it is missing, the command ends.
  init(_ kind: Kind) throws {
    let (name, search) = (kind.rawValue, ProcessInfo.processInfo.environment["PATH"])
    guard let found = ProgramPath.find(name, in: search, first: [OwnProgram.folder]) else {
      let (role, remedy) = kind.description
      throw Exit.fail(.unavailable, "\(name), \(role), isn't installed next to \(OwnProgram.path): \(remedy).")
    }
    path = found
  }

  /// The arguments of the program, or of a part of it, before those of its command.
  func arguments(_ arguments: some Sequence<String>, of part: String? = nil) -> [String] {
    // Those after two dashes are for the runs that it starts.
    (part.map { [$0] } ?? []) + ["--command", OwnProgram.path, "--release", Release.version] + arguments
  }

  /// Replaces this process by the program, or a part of it, with further options and the arguments of this command.
  func become(_ part: String? = nil, with options: [String] = []) throws -> Never {
    // As they were typed: the program parses them again.
    let typed = options + CommandLine.arguments.dropFirst(2)
    throw Exit.fail(.unavailable, "\(path): \(OwnProgram.become(path, arguments(typed, of: part)))")
  }
}
