import Glibc

/// Tells when names appear in a folder; a system that has no more watches tells nothing.
package final class FolderWatch: Sendable {
  /// The descriptor to poll; negative without a watch.
  package let number: Int32

  package init(_ path: String) {
    number = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    if number >= 0 { _ = unsafe inotify_add_watch(number, path, UInt32(IN_CREATE | IN_MOVED_TO)) }
  }

  deinit { if number >= 0 { close(number) } }

  /// Whether a name has appeared since the last call.
  package func hasNews() -> Bool {
    var hasNews = false
    while (try? FileDescriptor(rawValue: number).read(atMost: 4_096))?.isEmpty == false { hasNews = true }
    return hasNews
  }
}
