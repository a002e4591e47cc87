import ArgumentParser
import Glibc
import HostSystem

/// A folder for files that a command writes.
package enum OutputFolder {
  /// Creates the folder at a path if necessary, and returns whether it did.
  ///
  /// Until `UnfinishedFiles` forgets it, a signal removes it again if it is empty.
  package static func make(_ path: String) throws -> Bool {
    // Registered first, so that a signal handler finds it; only an empty folder is removed.
    UnfinishedFiles.add(folder: path)
    if unsafe mkdir(path, 0o777) == 0 { return true }
    let error = Errno.last
    UnfinishedFiles.forget(path)
    if error != .fileExists || (try? unsafe Stat(path))?.type != .directory {
      throw Exit.fail(.cannotWrite, "\(path): \(error)")
    }
    return false
  }
}
