import Glibc

/// Tells the desktop, where there is one, through the `notify-send` that every one of them has.
public enum DesktopNotification {
  /// Shows `text`; without a desktop nothing happens.
  public static func show(_ text: String) {
    HostThread {
      var process = pid_t()
      let words = ["notify-send", "--app-name=Cuebell", "Cuebell", text]
      var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
      defer { unsafe arguments.forEach { unsafe free($0) } }
      if unsafe posix_spawnp(&process, "notify-send", nil, nil, &arguments, environ) == 0 {
        _ = waitpid(process, nil, 0)
      }
    }?.detach()
  }
}
