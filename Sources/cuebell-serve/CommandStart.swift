#if Serve
import FoundationEssentials
import Glibc
import HostSystem

/// The command, which this program belongs to.
enum CommandStart {
  /// Becomes `cuebell serve` with the arguments of this program.
  ///
  /// - Returns: Why that can't be.
  static func become() -> Failure {
    let words = ["cuebell", "serve"] + CommandLine.arguments.dropFirst()
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let folder = program.prefix(upTo: program.lastIndex(of: "/") ?? program.startIndex)
    unsafe execv("\(folder)/cuebell", &arguments)
    unsafe execvp("cuebell", &arguments)
    return Failure(description: "cuebell: \(OutputWriter.explanation(of: errno))", code: ServerSetup.cannotListen)
  }
}
#endif
