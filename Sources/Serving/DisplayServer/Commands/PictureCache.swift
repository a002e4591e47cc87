import Glibc
import HostSystem
import LiveRuns

/// The pictures of workouts, which are drawn on demand and cached on disk.
final class PictureCache: Sendable {
  private let command: LimitedCommand
  private let folder: String?
  private let version: String
  private let queue = CommandQueue()

  private static let maximumBytes = 4 << 20

  /// A cache in the user's cache folder, if there is one. `version` is part of the key, because another version may
  /// draw differently.
  init(_ command: String, folder: String?, version: String) {
    self.command = LimitedCommand(command: command, maximum: Self.maximumBytes, isBackground: true)
    self.folder = folder.map { $0 + "/cuebell/pictures" }
    self.version = version
  }

  /// A kind of picture, with the options of the command that draws it.
  enum Kind: String {
    case plan, strip

    var options: [String] { self == .strip ? ["--strip"] : [] }
  }

  func picture(_ kind: Kind, of item: WorkoutItem) async throws(Refusal) -> [UInt8] {
    guard let mark = WorkoutItem.mark(of: item.path) else { throw .unknown("the workout no longer exists") }
    let key = "\(version) \(item.path) \(mark)"
    let name = ContentHash.text(of: (kind.rawValue + item.path).utf8) + "-" + ContentHash.text(of: key.utf8) + ".svg"
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
    let workout = name.prefix { $0 != "-" } + "-"
    for other in FolderNames.list(folder) where other.hasPrefix(workout) {
      unsafe unlink("\(folder)/\(other)")
    }
    _ = PrivateFile.replace("\(folder)/\(name)", with: bytes)
  }
}
