import Glibc

/// Turns signals into ordinary calls on a thread that waits for them.
///
/// It must be created before any other thread: threads inherit the blocked signals, and only this one receives them.
package enum SignalWatch {
  /// Watches `signals`, calling `receive` with each that arrives; SIGPIPE is ignored from then on. Without a thread to
  /// wait for them they keep their default actions.
  package static func start(
    _ signals: [Int32], _ receive: @escaping @Sendable (Int32) -> Void
  ) throws(NoThread) {
    signal(SIGPIPE, SIG_IGN)
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in signals { unsafe sigaddset(&set, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    let watched = signals
    do throws(NoThread) {
      try HostThread {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in watched { unsafe sigaddset(&set, number) }
        while true {
          var number: Int32 = 0
          if unsafe sigwait(&set, &number) == 0 { receive(number) }
        }
      }.detach()
    } catch {
      unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
      throw error
    }
  }

  /// Ends the process by a watched signal, as if nothing had watched it.
  package static func end(by number: Int32) -> Never {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, number)
    signal(number, SIG_DFL)
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    // To this thread, so that it is delivered before the call returns.
    pthread_kill(pthread_self(), number)
    _exit(128 + number)
  }
}

/// Job control of the process by the shell that started it.
package enum JobControl {
  /// Lets the process read and set its terminal from the background without being stopped for it.
  package static func ignoreTerminalStops() {
    signal(SIGTTOU, SIG_IGN)
    signal(SIGTTIN, SIG_IGN)
  }

  package static func isForeground(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1 && tcgetpgrp(descriptor) == getpgrp()
  }

  /// Stops the whole process as SIGTSTP does by default, so that its shell notices; returns when it continues.
  ///
  /// In an orphaned process group no shell could continue it; there the system continues it at once.
  package static func stop() {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGTSTP)
    signal(SIGTSTP, SIG_DFL)
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    // To this thread, because another one waits for signals to the process.
    pthread_kill(pthread_self(), SIGTSTP)
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }
}
