import Glibc
import HostSystem

/// Records changes to other players in a file before they are made, so that the next run can undo those of a killed
/// run.
///
/// A run locks the file, so two runs never change players at once.
final class PlayerRecords {
  struct Record: Equatable {
    enum Change: Equatable {
      case lowered(from: Double, to: Double)
      case paused
    }

    /// The player's unique name on the bus.
    let owner: String
    let change: Change
  }

  private let path: String?
  private var file: LockedFile?
  private var bus = ""
  private(set) var all: [Record] = []

  private static let maximumBytes = 65_536

  /// The records in the state folder of the environment; disabled if it names none.
  init(_ environment: [String: String]) {
    let folders = UserFolders(environment)
    path = (folders.runtime ?? folders.state).map { $0 + "/cuebell/others" }
  }

  /// Whether the file has records, of this run or another.
  var isLeft: Bool { path.flatMap { try? unsafe Stat($0).size }.map { $0 > 0 } ?? false }

  var isOpen: Bool { file != nil }

  /// Locks the file and reads the records of an earlier run, but not those of another bus; returns `false` if another
  /// run holds the lock.
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
    guard let file = try? LockedFile(path) else { return false }
    (self.file, self.bus) = (file, bus)
    let bytes = try? FileDescriptor(rawValue: file.descriptor).readAll(atMost: Self.maximumBytes)
    let lines = String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
    all = lines.first == "bus \(bus)" ? lines.dropFirst().compactMap(Self.record) : []
    return true
  }

  func close() { (file, all) = (nil, []) }

  func add(_ record: Record) -> Bool {
    guard isOpen else { return false }
    all.append(record)
    if write() { return true }
    all.removeLast()
    return false
  }

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
    return file?.replace(with: all.isEmpty ? "" : "bus \(bus)\n" + lines.joined()) == true
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
