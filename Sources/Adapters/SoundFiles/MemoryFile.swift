import AudioMixing
import Glibc
import HostSystem

/// A file without a name, in memory where the machine has a file system for that; it ends with this value.
package final class MemoryFile {
  let descriptor: Int32

  init() throws(SinkError) {
    for folder in ["/dev/shm", "/tmp"] {
      var name = Array("\(folder)/cuebell-XXXXXX".utf8CString)
      let file = unsafe mkstemp(&name)
      guard file >= 0 else { continue }
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
      unsafe unlink(name)
      descriptor = file
      return
    }
    throw .cannotWrite("the sound: \(Errno.last)")
  }

  deinit { close(descriptor) }
}
