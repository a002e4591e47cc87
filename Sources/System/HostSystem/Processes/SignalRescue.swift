import Glibc
import Synchronization

/// Handles every signal that ends a process: unfinished files are removed and the terminal is restored first.
///
/// SIGINT and SIGTERM then end the process with 128 plus their number as its status, whatever its threads are doing;
/// any other signal takes its usual course. The handler calls only functions that POSIX lists as async-signal-safe, and
/// reads only data prepared for it, through atomic addresses.
package enum SignalRescue {
  /// Restores the terminal; it is called by handlers and must be async-signal-safe.
  package typealias Restoring = @convention(c) () -> Void

  /// The address of the function; 0 before the terminal has been changed.
  private static let restoring = Atomic<UInt>(0)

  /// The signals whose default action doesn't end a process, and the two that can't be caught.
  private static let harmless: Set<Int32> = [
    SIGKILL, SIGSTOP, SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH,
  ]
  /// The highest signal number; the C library reserves 32 and 33 and refuses handlers for them.
  private static let last: Int32 = 64

  /// Installs the handlers; to be called once, by the main thread.
  ///
  /// SIGINT and SIGTERM always end the process. Any other signal that is ignored, or has a handler already, is left
  /// unchanged: the process may have been started with `nohup`, for example.
  package static func install() {
    // Initialises the static values before any handler can use them.
    _ = restoring.load(ordering: .relaxed)
    UnfinishedFiles.prepare()
    // The stack of the thread that crashed may be exhausted.
    HandlerStack.install()
    for number in 1...last where !harmless.contains(number) {
      guard [SIGINT, SIGTERM].contains(number) || hasDefaultAction(number) else { continue }
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { SignalRescue.handle($0) }
      action.sa_flags = SA_ONSTACK
      unsafe sigaction(number, &action, nil)
    }
  }

  private static func hasDefaultAction(_ number: Int32) -> Bool {
    var present = sigaction()
    guard unsafe sigaction(number, nil, &present) == 0 else { return false }
    return unsafe unsafeBitCast(present.__sigaction_handler.sa_handler, to: UInt.self) == 0
  }

  /// Ends the process as SIGINT or SIGTERM does, at once, from any thread.
  package static func end(by signal: Int32) -> Never {
    clean()
    _exit(128 + signal)
  }

  package static func restoreTerminal(with restoring: @escaping Restoring) {
    self.restoring.store(unsafe unsafeBitCast(restoring, to: UInt.self), ordering: .sequentiallyConsistent)
  }

  private static func handle(_ number: Int32) {
    if number == SIGINT || number == SIGTERM { end(by: number) }
    clean()
    signal(number, SIG_DFL)
    // It is delivered when this handler returns, unless the fault itself occurs first.
    raise(number)
  }

  private static func clean() {
    UnfinishedFiles.removeAll()
    let address = restoring.load(ordering: .sequentiallyConsistent)
    if address != 0 { unsafe unsafeBitCast(address, to: Restoring.self)() }
  }
}
