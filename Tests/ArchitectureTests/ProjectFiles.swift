import Foundation

/// The project's own files, found from where this one lies.
enum ProjectFiles {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Every file that belongs to the project: what git knows or would take up; without git, what lies in its folders.
  static func files() throws -> [SourceFile] { try allFiles.get() }

  private static let allFiles = Result { try readFiles() }

  private static func readFiles() throws -> [SourceFile] {
    let hasHistory = FileManager.default.fileExists(atPath: root.appending(path: ".git").path)
    return try (hasHistory ? pathsByGit() : pathsByWalking()).sorted().compactMap { path in
      // A file that was deleted but not committed is still listed.
      guard let contents = FileManager.default.contents(atPath: root.appending(path: path).path) else { return nil }
      return SourceFile(path: path, text: String(decoding: contents, as: UTF8.self))
    }
  }

  /// The Swift files of some folders, such as `Sources/`.
  static func swiftFiles(in folders: String...) throws -> [SourceFile] {
    try files().filter { file in file.path.hasSuffix(".swift") && folders.contains { file.path.hasPrefix($0) } }
  }

  private static func pathsByGit() throws -> [String] {
    let git = Process()
    git.executableURL = URL(filePath: "/usr/bin/env")
    git.arguments = [
      "git", "-c", "safe.directory=*", "-C", root.path, "ls-files", "-z", "--cached", "--others", "--exclude-standard",
    ]
    // Where a hook of git runs the tests, these would name another folder.
    git.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
    let output = Pipe()
    git.standardOutput = output
    try git.run()
    let list = try output.fileHandleForReading.readToEnd() ?? Data()
    git.waitUntilExit()
    guard git.terminationStatus == 0 else { throw ListingFailure(status: git.terminationStatus) }
    return String(decoding: list, as: UTF8.self).split(separator: "\0").map(String.init)
  }

  private static func pathsByWalking() throws -> [String] {
    let ignored = [".build", ".swiftpm", "Package.resolved"]
    return try FileManager.default.contentsOfDirectory(atPath: root.path).filter { !ignored.contains($0) }
      .flatMap { name in
        let inside = FileManager.default.enumerator(atPath: root.appending(path: name).path)
        return [name] + (inside?.compactMap { $0 as? String } ?? []).map { "\(name)/\($0)" }
      }
  }

  /// Git couldn't list the files.
  struct ListingFailure: Error {
    let status: Int32
  }
}
