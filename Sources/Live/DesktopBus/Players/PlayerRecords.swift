import Glibc
import HostSystem

/// Records changes to other players in a file before they are made, so that the next run can undo those of a killed
/// run.
///
/// A run locks the file, so two runs never change players at once.
final class PlayerRecords {
  /// A change to one player.
  struct Record: Equatable {
    /// The kind of change.
    enum Change: Equatable {
      case lowered(from: Double, to: Double)
      case paused
    }

    /// The player's unique name on the bus.
    let owner: String
    let change: Change
  }

  private let path: String?
  private var descriptor: Int32 = -1
  private var bus = ""
  private(set) var all: [Record] = []

  /// The size limit of the file.
  private static let maximumBytes = 65_536

  /// The records in the state folder of the environment; disabled if it names none.
  init(_ environment: [String: String]) {
    let folders = UserFolders(environment)
    path = (folders.runtime ?? folders.state).map { $0 + "/cuebell/others" }
  }

  deinit { close() }

  /// Whether the file has records, of this run or another.
  var isLeft: Bool {
    var status = stat()
    return path.map { unsafe stat($0, &status) == 0 && status.st_size > 0 } ?? false
  }

  /// Whether this run has locked the file.
  var isOpen: Bool { descriptor >= 0 }

  /// Locks the file and reads the records of an earlier run.
  ///
  /// - Parameter bus: The identity of the bus; records of other buses are discarded.
  /// - Returns: Whether the file is locked; another run may hold the lock.
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

  /// Unlocks the file and keeps its records.
  func close() {
    guard isOpen else { return }
    // A forked child that has not called exec yet may share the file.
    flock(descriptor, LOCK_UN)
    Glibc.close(descriptor)
    (descriptor, all) = (-1, [])
  }

  /// Adds a record; `false` if it can't be written.
  func add(_ record: Record) -> Bool {
    guard isOpen else { return false }
    all.append(record)
    if write() { return true }
    all.removeLast()
    return false
  }

  /// Removes a record.
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
