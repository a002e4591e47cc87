import FoundationEssentials

/// This command as a program, which can be started again.
enum OwnProgram {
  static let path =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
}
