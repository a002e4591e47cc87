// `timespec` reaches this module by the headers of the C module too, and counts as that one's.
internal import CSndfile
import Glibc

/// Keeps SIGPIPE from the process while one call writes.
enum BrokenPipe {
  /// Runs `body` with the signal blocked on this thread, and takes back the one that `body` raised.
  static func spared(_ body: () -> Int) -> Int {
    var (pipe, before, pending) = (sigset_t(), sigset_t(), sigset_t())
    unsafe sigemptyset(&pipe)
    unsafe sigaddset(&pipe, SIGPIPE)
    unsafe sigpending(&pending)
    let wasPending = unsafe sigismember(&pending, SIGPIPE) == 1
    unsafe pthread_sigmask(SIG_BLOCK, &pipe, &before)
    let result = body()
    let code = errno
    if result < 0, code == EPIPE, !wasPending {
      var none = timespec()
      while unsafe sigtimedwait(&pipe, nil, &none) < 0, errno == EINTR {}
    }
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = code
    return result
  }
}
