import Glibc

/// The program of this process.
package enum OwnProgram {
  /// Its path, without links.
  package static let path: String = {
    let link = unsafe realpath("/proc/self/exe", nil)
    defer { unsafe free(link) }
    return unsafe link.map { unsafe String(cString: $0) } ?? CommandLine.arguments[0]
  }()

  /// The folder that it is in.
  package static var folder: String { String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)) }

  /// Replaces this process by a program with arguments; returns the reason why that failed.
  package static func become(_ path: String, _ arguments: some Sequence<String>) -> Errno {
    var pointers = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    unsafe execv(path, &pointers)
    return .last
  }

  /// Replaces this process by the command `cuebell`, next to this program or in the folders of `PATH`.
  package static func becomeCommand(_ arguments: some Sequence<String>) -> Errno {
    let path = unsafe getenv("PATH").map { unsafe String(cString: $0) }
    let command = ProgramPath.find("cuebell", in: path, first: [folder])
    return command.map { become($0, arguments) } ?? .noSuchFileOrDirectory
  }
}
