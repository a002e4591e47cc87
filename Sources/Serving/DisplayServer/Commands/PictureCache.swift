import Glibc
import HostSystem
import LiveRuns

/// The pictures of workouts, and pieces of their sound, which are made on demand and cached on disk.
final class PictureCache: Sendable {
  private let command: LimitedCommand
  private let folder: String?
  private let version: String
  /// The user's settings, such as the voice; `nil` without a home.
  private let settings: String?
  private let queue = CommandQueue()
  /// A sound takes as long as many pictures.
  private let sounds = CommandQueue(threads: 1, longest: 8)

  private static let maximumBytes = 4 << 20

  /// A cache in the user's cache folder, if there is one. `version` is part of the key, because another version may
  /// draw differently.
  init(_ command: String, folder: String?, version: String, settings: String?) {
    self.command = LimitedCommand(command: command, maximum: Self.maximumBytes, isBackground: true)
    self.folder = folder.map { $0 + "/cuebell/pictures" }
    (self.version, self.settings) = (version, settings)
  }

  /// A kind of picture, with the options of the command that draws it.
  enum Kind: String {
    case plan, strip

    var options: [String] { self == .strip ? ["--strip"] : [] }
  }

  /// 20 s of a workout, as MP3.
  func excerpt(of item: WorkoutItem) async throws(Refusal) -> [UInt8] {
    if item.isBroken { throw Refusal(404, "invalid", "the workout has no sound") }
    guard let folder, OwnPath.makeFolder(folder) == nil else { throw .failed }
    let set = settings.flatMap { WorkoutItem.mark(of: $0) } ?? ""
    let name = try name(of: item, "excerpt", set, ending: ".mp3")
    if let kept = Self.picture(name, in: folder) { return kept }
    let path = "\(folder)/\(name)"
    var command = command
    // Somebody waits for it.
    command.isBackground = false
    return try await sounds.run { [command] () throws(Refusal) in
      if let kept = Self.picture(name, in: folder) { return kept }
      Self.remove(of: name, in: folder)
      _ = try command.result(["render", "--quiet", "--excerpt", "-o", path, "--", item.path]).checked()
      guard let made = Self.picture(name, in: folder) else { throw .failed }
      return made
    }
  }

  /// The name of the file with what belongs to a workout as it is now.
  private func name(
    of item: WorkoutItem, _ kind: String, _ setting: String = "", ending: String
  ) throws(Refusal) -> String {
    guard let mark = WorkoutItem.mark(of: item.path) else { throw .unknown("the workout no longer exists") }
    let key = "\(version) \(item.path) \(mark) \(setting)"
    return ContentHash.text(of: (kind + item.path).utf8) + "-" + ContentHash.text(of: key.utf8) + ending
  }

  func picture(_ kind: Kind, of item: WorkoutItem) async throws(Refusal) -> [UInt8] {
    let name = try name(of: item, kind.rawValue, ending: ".svg")
    if let kept = Self.picture(name, in: folder) { return kept }
    let (command, folder) = (command, folder)
    return try await queue.run { () throws(Refusal) in
      // Another request may have drawn it since.
      if let kept = Self.picture(name, in: folder) { return kept }
      let result = try command.result(["show", "--svg", "-"] + kind.options + ["--", item.path])
      guard result.status == 0 else { throw Refusal(404, "invalid", "the workout has no picture") }
      if let folder { Self.store(result.output, as: name, in: folder) }
      return result.output
    }
  }

  private static func picture(_ name: String, in folder: String?) -> [UInt8]? {
    folder.flatMap { PrivateFile.read("\($0)/\(name)", atMost: maximumBytes) }
  }

  /// Stores a picture and removes older ones of the same workout; a failure only means that it is drawn again.
  private static func store(_ bytes: [UInt8], as name: String, in folder: String) {
    guard OwnPath.makeFolder(folder) == nil else { return }
    remove(of: name, in: folder)
    _ = PrivateFile.replace("\(folder)/\(name)", with: bytes)
  }

  /// Removes what was made of an earlier state of the same workout.
  private static func remove(of name: String, in folder: String) {
    let workout = name.prefix { $0 != "-" } + "-"
    for other in FolderNames.list(folder) where other.hasPrefix(workout) {
      unsafe unlink("\(folder)/\(other)")
    }
  }
}
