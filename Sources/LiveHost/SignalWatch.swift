import Glibc
import HostThreads

/// Turns signals into ordinary calls on a thread that waits for them.
///
/// It must be made before any other thread: threads inherit that the signals are blocked, and only this one takes them.
public enum SignalWatch {
  /// Watches `signals`, calling `receive` with each that arrives. SIGPIPE is ignored from here on.
  public static func start(_ signals: [Int32], _ receive: @escaping @Sendable (Int32) -> Void) {
    signal(SIGPIPE, SIG_IGN)
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in signals { unsafe sigaddset(&set, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    let watched = signals
    HostThread {
      var set = sigset_t()
      unsafe sigemptyset(&set)
      for number in watched { unsafe sigaddset(&set, number) }
      while true {
        var number: Int32 = 0
        if unsafe sigwait(&set, &number) == 0 { receive(number) }
      }
    }?.detach()
  }
}
