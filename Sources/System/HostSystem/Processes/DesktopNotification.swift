import Glibc

/// Shows desktop notifications through `notify-send`, which every desktop provides.
public enum DesktopNotification {
  /// Shows `text`; without a desktop or a thread, nothing happens.
  public static func show(_ text: String) {
    let thread = try? HostThread {
      // Two dashes end the options, because a title may begin with one.
      let words = ["notify-send", "--app-name=Cuebell", "--", "Cuebell", text]
      var process = pid_t()
      var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      var none = sigset_t()
      unsafe sigemptyset(&none)
      unsafe posix_spawn_file_actions_init(&actions)
      unsafe posix_spawnattr_init(&attributes)
      defer {
        unsafe posix_spawn_file_actions_destroy(&actions)
        unsafe posix_spawnattr_destroy(&attributes)
        unsafe arguments.forEach { unsafe free($0) }
      }
      // Its messages would disturb the screen, and blocked signals would be inherited.
      for stream in [STDOUT_FILENO, STDERR_FILENO] {
        unsafe posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
      }
      unsafe posix_spawnattr_setsigmask(&attributes, &none)
      unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
      if unsafe posix_spawnp(&process, "notify-send", &actions, &attributes, &arguments, environ) == 0 {
        _ = waitpid(process, nil, 0)
      }
    }
    thread?.detach()
  }
}
