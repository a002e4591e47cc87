import HostSystem

#if Serve
import FoundationEssentials
import Glibc

enum CommandStart {
  /// Replaces this process by `cuebell serve` with the same arguments; returns the reason why that failed.
  static func become() -> Failure {
    let words = ["cuebell", "serve"] + CommandLine.arguments.dropFirst()
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let folder = program.prefix(upTo: program.lastIndex(of: "/") ?? program.startIndex)
    unsafe execv("\(folder)/cuebell", &arguments)
    unsafe execvp("cuebell", &arguments)
    return Failure(description: "cuebell: \(Errno.last)", code: ServerSetup.cannotListen)
  }
}
#endif
