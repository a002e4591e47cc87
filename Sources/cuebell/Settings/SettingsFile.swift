import ArgumentParser
import FoundationEssentials
import Glibc
import HostSystem
import Logging
import WorkoutFiles

/// The file with the user's settings.
enum SettingsFile {
  /// Its path, whether it exists or not; `nil` if the environment names no folder for it.
  static let path = UserFolders(ProcessInfo.processInfo.environment).config.map { $0 + "/cuebell/config.json" }

  /// The user's settings, empty without a file.
  ///
  /// A file that has problems or can't be read ends the command, because it would otherwise be ignored silently.
  static func load() throws -> Settings {
    do {
      let settings = try read()
      Diagnostics.log.debug(
        "settings", metadata: ["file": "\(isThere ? path ?? "" : "none")", "count": "\(settings.places.count)"])
      return settings
    } catch let error as WorkoutFileError {
      throw Exit.fail(Exit.badInput, error.description)
    } catch let error as UnreadableFile {
      throw Exit.fail(Exit.noInput, error.description)
    }
  }

  /// The same, but throws the problem.
  static func read() throws -> Settings {
    guard let path, isThere(path) else { return Settings() }
    let bytes = try WorkoutSource.contents(ofRegularFile: path)
    let home = ProcessInfo.processInfo.environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return try SettingsReader.read(bytes, from: path, home: home)
  }

  /// Whether the file exists, readable or not.
  static var isThere: Bool { path.map(isThere) ?? false }

  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
  }
}
