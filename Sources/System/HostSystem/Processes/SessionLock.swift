import Glibc

/// The audio session across processes: an advisory lock that one run holds, so that two never play at once.
package struct SessionLock: ~Copyable {
  private let file: LockedFile

  package enum Failure: Error, Equatable, Sendable {
    /// Another run holds it, with its description of itself.
    case held(by: String)
    /// There is no folder for the lock, with the reason.
    case unavailable(String)
  }

  package init(at path: String, holder: String) throws(Failure) {
    do throws(Errno) { file = try LockedFile(path) } catch {
      guard error == .wouldBlock else { throw .unavailable("\(path): \(error)") }
      throw .held(by: RegularFile.text(of: path, atMost: Self.longestHolder, followsLinks: false) ?? "")
    }
    _ = file.replace(with: holder)
  }

  private static let longestHolder = 512

  /// The description of the run that holds the lock at `path`; `nil` if none does.
  package static func holder(at path: String) throws(Failure) -> String? {
    let file: Int32
    do throws(RegularFile.Problem) { file = try RegularFile.open(path, followsLinks: false) } catch {
      if error == .system(.noSuchFileOrDirectory) { return nil }
      throw .unavailable("\(path): \(error.explanation)")
    }
    defer { close(file) }
    // Shared, so that two processes that check don't see each other.
    if flock(file, LOCK_SH | LOCK_NB) == 0 { return nil }
    let text = try? FileDescriptor(rawValue: file).readAll(atMost: longestHolder)
    return String(decoding: text ?? [], as: UTF8.self)
  }

  package static func standardPath(_ environment: [String: String]) throws(Failure) -> String {
    try standardFolder(environment) + "/session.lock"
  }

  /// The folder of running sessions, which is created if necessary: in the user's runtime folder, or otherwise in the
  /// state folder. It must belong to the user and be closed to others.
  package static func standardFolder(_ environment: [String: String]) throws(Failure) -> String {
    let folders = UserFolders(environment)
    guard let base = folders.runtime ?? folders.state else {
      throw .unavailable("neither XDG_RUNTIME_DIR nor HOME is set")
    }
    let (folder, variable) = (base + "/cuebell", folders.runtime == nil ? "XDG_STATE_HOME" : "XDG_RUNTIME_DIR")
    let problem = OwnPath.makeFolder(folder) ?? OwnPath.problem(ofFolder: folder, namedBy: variable)
    if let problem { throw .unavailable(problem) }
    return folder
  }
}
