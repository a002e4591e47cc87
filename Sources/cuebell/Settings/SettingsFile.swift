import ArgumentParser
import CommandSupport
import FoundationEssentials
import Glibc
import HostSystem
import Logging
import StrictJSON
import WorkoutFiles
import WorkoutModel

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
      throw Exit.fail(error)
    } catch let error as UnreadableFile {
      throw Exit.fail(.noInput, error.description)
    }
  }

  /// The same, but throws the problem.
  static func read() throws -> Settings {
    guard let path, isThere(path) else { return Settings() }
    let bytes = try InputFile.contents(ofRegularFile: path)
    let home = ProcessInfo.processInfo.environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return try Settings(bytes, from: path, home: home)
  }

  static var isThere: Bool { path.map(isThere) ?? false }

  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
  }
}

extension Settings {
  /// The settings in a file's bytes; `file` is its path, to which its folders are relative. All problems of the file
  /// are thrown at once, except that the first syntax error ends the reading.
  fileprivate init(_ bytes: [UInt8], from file: String, home: String?) throws(WorkoutFileError) {
    let (json, list) = try WorkoutReader.opened(bytes, named: file)
    let place = String(file.prefix(upTo: file.lastIndex(of: "/") ?? file.startIndex))
    let keys = FieldKeys(
      "the settings file", Setting.all.map(\.key),
      synonyms: [
        "colour": "color", "folders": "workouts", "latency-offset": "latencyOffset", "lead-in": "leadIn",
        "notifications": "notify", "when-suspended": "whenSuspended", "on-finished": "onFinished",
      ])
    self.init()
    if let fields = FieldReader(Field(json.root, at: .root, list), keys) {
      for setting in Setting.all {
        guard let field = fields.optional(setting.key) else { continue }
        setting.read(&self, field) { path in
          if path == "~" || path.hasPrefix("~/") { return home.map { $0 + path.dropFirst() } }
          return path.hasPrefix("/") ? path : "\(place)/\(path)"
        }
      }
    }
    _ = try list.checked(self, named: file)
  }
}
