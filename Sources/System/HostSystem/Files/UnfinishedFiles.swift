import Glibc
import Synchronization

/// The files and folders to remove if a signal ends the process.
package enum UnfinishedFiles {
  /// The list for a signal handler: for each entry its kind, its path and a zero byte; a zero byte ends the list.
  private static let list = Atomic<UInt>(0)
  private static let isRemoving = Atomic<Bool>(false)
  private static let entries = Mutex<[(kind: UInt8, path: String)]>([])
  private static let (file, folder): (UInt8, UInt8) = (1, 2)

  /// Registers a file that is about to be created.
  package static func add(_ path: String) { change { $0.append((file, path)) } }

  /// Registers a folder that has been created; it is removed if it is empty.
  package static func add(folder path: String) { change { $0.append((folder, path)) } }

  package static func forget(_ path: String) {
    change { entries in
      if let last = entries.lastIndex(where: { $0.path == path }) { entries.remove(at: last) }
    }
  }

  private static func change(_ change: (inout [(kind: UInt8, path: String)]) -> Void) {
    entries.withLock { entries in
      change(&entries)
      var bytes: [UInt8] = []
      // Files come before the folders that were created for them.
      for entry in entries.reversed() { bytes += [entry.kind] + entry.path.utf8 + [0] }
      bytes.append(0)
      let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
      unsafe memory.initialize(from: bytes, count: bytes.count)
      let before = list.exchange(UInt(bitPattern: memory), ordering: .sequentiallyConsistent)
      // A handler that begins from here on reads the new list; a running one may be reading the old one.
      if !isRemoving.load(ordering: .sequentiallyConsistent) {
        unsafe UnsafeMutablePointer<UInt8>(bitPattern: before)?.deallocate()
      }
    }
  }

  /// Initialises the data that `removeAll` reads.
  static func prepare() {
    _ = (list.load(ordering: .relaxed), isRemoving.load(ordering: .relaxed))
    _ = (file, folder)
  }

  /// Removes all files and folders; async-signal-safe.
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
