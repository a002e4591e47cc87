import AudioMixing
import CueAudio
import Glibc
import Synchronization

/// The files of a folder of phrases, as one thread sees them that may wait for the disk.
///
/// A file that isn't to the last bit as it was written is no phrase, and a folder that can't be written stays as it is:
/// after a first failure nothing more is written.
final class PhraseShelf: Sendable {
  /// From how many bytes on room is made, and down to how many.
  private static let (crowded, roomy) = (PhraseFolder.capacity / 8 * 7, PhraseFolder.capacity / 8 * 6)
  /// A file that was begun and isn't one yet, after so many seconds: the process that began it is gone.
  private static let abandonedSeconds = 3_600

  private struct Room {
    /// Whom the phrases are by; looked for once, before the first of them is spoken.
    var synthesizer: String??
    /// The folder, once it is there.
    var folder: Folder?
    var isLookedFor = false
    /// What the phrases take, known from the first that is written on.
    var bytes: Int?
    var takesNoMore = false
  }

  private let path: String
  private let synthesizer: @Sendable () -> String?
  private let room = Mutex(Room())

  /// The folder at `path`; `synthesizer` names whom the phrases there are by.
  init(_ path: String, synthesizer: @escaping @Sendable () -> String?) {
    self.path = path
    self.synthesizer = synthesizer
  }

  /// The phrase in its file.
  func clip(_ key: PhraseKey) -> PackedClip? {
    room.withLock { room in
      // Asked before anything is spoken: phrases of a later installation under this name will never be looked for.
      guard let key = bytes(of: key, &room) else { return nil }
      if !room.isLookedFor {
        room.isLookedFor = true
        room.folder = Folder.openOwn(path)
      }
      let file = room.folder?.read(PhraseFile.name(of: key), atMost: PhraseFile.maximumBytes)
      return file.flatMap { PhraseFile.clip($0, key) }
    }
  }

  /// Writes the phrase into its file, where there is room.
  func keep(_ clip: PackedClip, _ key: PhraseKey) {
    room.withLock { room in
      guard !room.takesNoMore, let key = bytes(of: key, &room), let file = PhraseFile.bytes(clip, key) else { return }
      // Nothing that fails is tried again.
      room.takesNoMore = true
      if room.folder == nil {
        Folder.make(path)
        room.folder = Folder.openOwn(path)
        room.isLookedFor = true
      }
      guard let folder = room.folder else { return }
      let bytes = (room.bytes ?? Self.phrases(in: folder).map(\.status.st_size).reduce(0, +)) + file.count
      room.bytes = bytes
      guard bytes <= PhraseFolder.capacity else { return }
      let name = PhraseFile.name(of: key)
      room.takesNoMore = !folder.write(file, as: name, by: "\(name).\(Fingerprint.digits(.random(in: 0 ... .max)))")
    }
  }

  /// Makes room where something was written and the folder is full, or nearly so, as far as it comes by `deadline`.
  func makeRoom(by deadline: ContinuousClock.Instant) {
    room.withLock { room in
      guard let folder = room.folder, let bytes = room.bytes, bytes > Self.crowded else { return }
      Self.makeRoom(in: folder, by: deadline)
      (room.bytes, room.takesNoMore) = (nil, true)
    }
  }

  private func bytes(of key: PhraseKey, _ room: inout Room) -> [UInt8]? {
    let name = room.synthesizer ?? synthesizer()
    room.synthesizer = .some(name)
    return name.map { PhraseFile.key(key, of: $0) }
  }

  /// Removes what can't be a phrase, then those that were used least recently, as far as room is needed.
  private static func makeRoom(in folder: Folder, by deadline: ContinuousClock.Instant) {
    let now = time(nil)
    var phrases: [(name: String, bytes: Int, used: Int)] = []
    for entry in Self.phrases(in: folder) {
      // A time to come, of a clock that was wrong, would keep a phrase for ever.
      let used = min(entry.status.st_mtim.tv_sec, now)
      let isAbandoned = entry.name.utf8.count > nameLength && now - used > abandonedSeconds
      if isAbandoned || entry.status.st_size > PhraseFile.maximumBytes {
        folder.remove(entry.name)
      } else {
        phrases.append((entry.name, entry.status.st_size, used))
      }
    }
    phrases.sort { ($0.used, $0.name) < ($1.used, $1.name) }
    var bytes = phrases.map(\.bytes).reduce(0, +)
    for phrase in phrases where bytes > roomy {
      guard ContinuousClock.now < deadline else { return }
      folder.remove(phrase.name)
      bytes -= phrase.bytes
    }
  }

  private static let nameLength = 32

  /// The files that are ours, those under way too; what else lies in the folder is nobody's business.
  private static func phrases(in folder: Folder) -> [Folder.Entry] {
    folder.entries(followingLinks: false).filter { entry in
      let parts = entry.name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      let lengths = parts.map(\.count)
      guard entry.status.isRegular, lengths == [nameLength] || lengths == [nameLength, nameLength / 2] else {
        return false
      }
      return parts.joined().allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
  }
}
