import Foundation

/// A line of a shell.
public enum Shell {
  /// What a command prints on its two streams.
  public static func output(of command: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    let pipe = Pipe()
    (process.standardOutput, process.standardError, process.standardInput) = (pipe, pipe, FileHandle.nullDevice)
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
