import Glibc
import Synchronization

/// The files and folders that must not be left behind where a signal ends the process.
public enum UnfinishedFiles {
  private struct Entry {
    let path: String
    let isFolder: Bool
  }

  /// The list as a handler reads it: for each entry its kind, its path and a zero; a zero behind the last.
  private static let list = Atomic<UInt>(0)
  private static let isRemoving = Atomic<Bool>(false)
  private static let entries = Mutex<[Entry]>([])
  private static let (file, folder): (UInt8, UInt8) = (1, 2)

  /// Notes a file that is about to be made.
  public static func add(_ path: String) { change { $0.append(Entry(path: path, isFolder: false)) } }

  /// Notes a folder that has been made; it is removed where nothing else is in it.
  public static func add(folder path: String) { change { $0.append(Entry(path: path, isFolder: true)) } }

  /// What is at `path` is finished, or gone.
  public static func forget(_ path: String) {
    change { entries in
      if let last = entries.lastIndex(where: { $0.path == path }) { entries.remove(at: last) }
    }
  }

  private static func change(_ change: (inout [Entry]) -> Void) {
    entries.withLock { entries in
      change(&entries)
      var bytes: [UInt8] = []
      // Files before the folders that were made for them.
      for entry in entries.reversed() { bytes += [entry.isFolder ? folder : file] + entry.path.utf8 + [0] }
      bytes.append(0)
      let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
      unsafe memory.initialize(from: bytes, count: bytes.count)
      let before = list.exchange(UInt(bitPattern: memory), ordering: .sequentiallyConsistent)
      // A handler that begins from here on reads the new list; one that has begun may be reading the old one.
      if !isRemoving.load(ordering: .sequentiallyConsistent) {
        unsafe UnsafeMutablePointer<UInt8>(bitPattern: before)?.deallocate()
      }
    }
  }

  /// Initialises what `removeAll` reads.
  static func prepare() {
    _ = (list.load(ordering: .relaxed), isRemoving.load(ordering: .relaxed))
    _ = (file, folder)
  }

  /// Removes them all; a handler may call it.
  static func removeAll() {
    isRemoving.store(true, ordering: .sequentiallyConsistent)
    guard var place = unsafe UnsafePointer<CChar>(bitPattern: list.load(ordering: .sequentiallyConsistent)) else {
      return
    }
    while unsafe place.pointee != 0 {
      let path = unsafe place + 1
      _ = unsafe place.pointee == CChar(folder) ? rmdir(path) : unlink(path)
      unsafe place = path + strlen(path) + 1
    }
  }
}
