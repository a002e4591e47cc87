import AudioMixing
import CueAudio
import Glibc
import HostSystem
import Synchronization

/// The files of a speech cache, one for each phrase. After a first failure nothing more is written.
final class PhraseFolder: Sendable {
  private static let daySeconds = 86_400

  private struct State {
    /// The size of all files, known from the first write on.
    var bytes: Int?
    var isReadOnly = false
    /// The files that this process has read or written: they stay.
    var used: Set<String> = []
  }

  private let path: String
  private let capacity: Int
  private let state = Mutex(State())

  init(_ path: String, capacity: Int) {
    self.path = path
    self.capacity = capacity
  }

  func phrase(_ key: PhraseKey, of synthesizer: String) -> PackedClip? {
    let key = PhraseFile.key(key, of: synthesizer)
    let name = PhraseFile.name(of: key)
    guard isOwn(), let phrase = read(name).flatMap({ PhraseFile.phrase($0, key) }) else { return nil }
    state.withLock { _ = $0.used.insert(name) }
    return phrase
  }

  /// Writes the phrase; if it would exceed the capacity, the least recently used files are removed until a quarter of
  /// the folder is free.
  ///
  /// Files that this process has used are kept: a session with more phrases than fit would otherwise remove those that
  /// it needs next time before it reaches them.
  func insert(_ phrase: PackedClip, _ key: PhraseKey, of synthesizer: String) {
    let key = PhraseFile.key(key, of: synthesizer)
    state.withLock { state in
      guard !state.isReadOnly, let file = PhraseFile.bytes(phrase, key) else { return }
      state.isReadOnly = true
      guard OwnPath.makeFolder(path) == nil, isOwn() else { return }
      let name = PhraseFile.name(of: key)
      let replaced = regularFile("\(path)/\(name)").map { Int($0.st_size) } ?? 0
      var bytes = (state.bytes ?? trim(to: .max)) - replaced + file.count
      if bytes > capacity { bytes = trim(to: capacity / 4 * 3, keeping: state.used) + file.count }
      state.bytes = bytes
      state.isReadOnly = bytes > capacity || !PrivateFile.replace("\(path)/\(name)", with: file)
      state.used.insert(name)
    }
  }

  /// Removes the least recently used files, including unfinished ones of earlier processes, until the others take at
  /// most `limit` bytes, or only those of `kept` are left; returns the number of bytes that remain.
  ///
  /// Files that no version of this cache has written are ignored.
  private func trim(to limit: Int, keeping kept: Set<String> = []) -> Int {
    var bytes = 0
    var files: [(used: Int, path: String, bytes: Int)] = []
    for name in FolderNames.list(path) {
      let path = "\(path)/\(name)"
      let isOurs = name.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) || $0 == 46 }
      guard isOurs, let status = regularFile(path) else { continue }
      bytes += status.st_size
      // A time in the future, from a clock that was wrong, would keep a file for ever.
      if !kept.contains(name) { files.append((min(status.st_mtim.tv_sec, time(nil)), path, status.st_size)) }
    }
    for file in files.sorted(by: <) where unsafe bytes > limit && unlink(file.path) == 0 { bytes -= file.bytes }
    return bytes
  }

  /// Whether the folder exists and belongs to this user; it is closed to others.
  private func isOwn() -> Bool { OwnPath.restrict(path, to: 0o700) }

  private func regularFile(_ path: String) -> stat? {
    let status = try? unsafe Stat(path, followTargetSymlink: false)
    return status?.type == .regular ? status?.rawValue : nil
  }

  /// The contents of a file. One last used more than a day ago gets the current time.
  private func read(_ name: String) -> [UInt8]? {
    let path = "\(path)/\(name)"
    let bytes = PrivateFile.read(path, atMost: PhraseFile.maximumBytes)
    if bytes != nil, let status = regularFile(path), abs(time(nil) - status.st_mtim.tv_sec) > Self.daySeconds {
      unsafe utimensat(AT_FDCWD, path, nil, 0)
    }
    return bytes
  }
}
