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
    mask(signals, SIG_BLOCK)
    do throws(NoThread) {
      try HostThread {
        var set = set(of: signals)
        while true {
          var number: Int32 = 0
          if unsafe sigwait(&set, &number) == 0 { receive(number) }
        }
      }.detach()
    } catch {
      mask(signals, SIG_UNBLOCK)
      throw error
    }
  }

  private static func set(of signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in signals { unsafe sigaddset(&set, number) }
    return set
  }

  private static func mask(_ signals: [Int32], _ how: Int32) {
    var set = set(of: signals)
    unsafe pthread_sigmask(how, &set, nil)
  }

  /// Lets a watched signal do what it does by default, and blocks it again if the process survives.
  fileprivate static func act(by number: Int32) {
    signal(number, SIG_DFL)
    mask([number], SIG_UNBLOCK)
    // To this thread, because another one waits for signals to the process; it is delivered before the call returns.
    pthread_kill(pthread_self(), number)
    mask([number], SIG_BLOCK)
  }

  /// Ends the process by a watched signal, as if nothing had watched it.
  package static func end(by number: Int32) -> Never {
    act(by: number)
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
  package static func stop() { SignalWatch.act(by: SIGTSTP) }
}
