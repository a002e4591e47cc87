import Glibc
import HostSystem

/// What was taken from other players, remembered in a file before it is taken: what a killed run leaves behind, the
/// next one gives back.
///
/// The file is locked by the run that takes, so that two of them never take twice.
final class PlayerRecords {
  /// What was taken from one player.
  struct Record: Equatable {
    /// What was done to it.
    enum Change: Equatable {
      case lowered(from: Double, to: Double)
      case paused
    }

    /// Its unique name on the bus.
    let owner: String
    let change: Change
  }

  private let path: String?
  private var descriptor: Int32 = -1
  private var bus = ""
  private(set) var all: [Record] = []

  /// No list is longer.
  private static let maximumBytes = 65_536

  /// The file that the environment leads to; none where it names no folder.
  init(_ environment: [String: String]) {
    let folders = UserFolders(environment)
    path = (folders.runtime ?? folders.state).map { $0 + "/cuebell/others" }
  }

  deinit { close() }

  /// Whether there is something in the file, of this run or another.
  var isLeft: Bool {
    var status = stat()
    return path.map { unsafe stat($0, &status) == 0 && status.st_size > 0 } ?? false
  }

  /// Whether the file is this run's.
  var isOpen: Bool { descriptor >= 0 }

  /// Takes the file, and what an earlier run has left in it.
  ///
  /// - Parameter bus: What tells this bus from others, on which names mean other players.
  /// - Returns: Whether it is this run's; a living run may have it.
  func open(for bus: String) -> Bool {
    if isOpen {
      if bus != self.bus { (self.bus, all) = (bus, []) }
      return true
    }
    guard let path else { return false }
    let folder = String(path.dropLast("/others".count))
    guard OwnPath.makeFolder(folder) == nil, OwnPath.problem(ofFolder: folder, namedBy: "XDG_RUNTIME_DIR") == nil else {
      return false
    }
    let file = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return false }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      Glibc.close(file)
      return false
    }
    (descriptor, self.bus) = (file, bus)
    read()
    return true
  }

  /// Leaves the file to others, with what is still in it.
  func close() {
    guard isOpen else { return }
    // A process that is just being started has the file open, too.
    flock(descriptor, LOCK_UN)
    Glibc.close(descriptor)
    (descriptor, all) = (-1, [])
  }

  /// Remembers a change; `false` where that can't be written down.
  func add(_ record: Record) -> Bool {
    guard isOpen else { return false }
    all.append(record)
    if write() { return true }
    all.removeLast()
    return false
  }

  /// Forgets a change.
  func remove(_ record: Record) {
    all.removeAll { $0 == record }
    _ = write()
  }

  private func write() -> Bool {
    let lines = all.map { record in
      switch record.change {
      case .lowered(let from, let to): "lowered \(record.owner) \(from) \(to)\n"
      case .paused: "paused \(record.owner)\n"
      }
    }
    let bytes = Array((all.isEmpty ? "" : "bus \(bus)\n" + lines.joined()).utf8)
    guard unsafe pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { return false }
    return ftruncate(descriptor, off_t(bytes.count)) == 0
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: Self.maximumBytes)
    let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
    let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
    all = lines.first == "bus \(bus)" ? lines.dropFirst().compactMap(Self.record) : []
  }

  private static func record(_ line: Substring) -> Record? {
    let words = line.split(separator: " ")
    switch words.first {
    case "paused" where words.count == 2: return Record(owner: String(words[1]), change: .paused)
    case "lowered" where words.count == 4:
      guard let from = Double(words[2]), let to = Double(words[3]) else { return nil }
      return Record(owner: String(words[1]), change: .lowered(from: from, to: to))
    default: return nil
    }
  }
}
