import Glibc
public import HostThreads

/// Turns signals into ordinary calls on a thread that waits for them.
///
/// It must be made before any other thread: threads inherit that the signals are blocked, and only this one takes them.
public enum SignalWatch {
  /// Watches `signals`, calling `receive` with each that arrives. SIGPIPE is ignored from here on.
  ///
  /// - Throws: `NoThread` where nobody can wait for them; they do then what they do by themselves.
  public static func start(
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
}
