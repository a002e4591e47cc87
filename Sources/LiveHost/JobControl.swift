import Glibc

/// The process as a job of the shell that started it.
public enum JobControl {
  /// Lets the process read and set its terminal from the background without being stopped for it.
  public static func ignoreTerminalStops() {
    signal(SIGTTOU, SIG_IGN)
    signal(SIGTTIN, SIG_IGN)
  }

  /// Whether the terminal at `descriptor` listens to this process.
  public static func isForeground(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1 && tcgetpgrp(descriptor) == getpgrp()
  }

  /// Stops the whole process as SIGTSTP does by default, so that its shell sees it; returns when it goes on.
  ///
  /// Where no shell could ever let it go on (an orphaned process group) the system lets it go on at once.
  public static func stop() {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGTSTP)
    signal(SIGTSTP, SIG_DFL)
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    // To this thread, as another one waits for those sent to the process.
    pthread_kill(pthread_self(), SIGTSTP)
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }
}
