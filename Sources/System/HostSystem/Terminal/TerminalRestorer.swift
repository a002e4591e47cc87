package import Glibc
import Synchronization

/// Restores the terminal when the process ends unexpectedly: by a signal, or by `exit` from anywhere.
///
/// What has to be done is laid down beforehand, in memory that is never freed, and found through one atomic address.
/// A handler of a signal may do it: it calls nothing but `write` and `tcsetattr`.
package enum TerminalRestorer {
  /// What restores the terminal.
  package struct Plan {
    /// Whose mode has been changed, and the mode it had; −1 where none has.
    package var input: Int32 = -1
    package var mode = termios()
    /// Where the sequences go; −1 where there is no screen.
    package var output: Int32 = -1
    fileprivate var bytes = InlineArray<64, UInt8>(repeating: 0)
    fileprivate var count = 0
  }

  /// Leaves the alternate screen and restores its modes; a terminal without one continues below what is drawn.
  package static let goodbye = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[999H\u{1B}[K\u{1B}[?1049l"

  /// Where the plan lies; 0 before there is one.
  private static let address = Atomic<UInt>(0)
  private static let isReady: Bool = {
    _ = address.load(ordering: .relaxed)
    SignalRescue.restoreTerminal { TerminalRestorer.restore() }
    atexit { TerminalRestorer.restore() }
    return true
  }()

  /// Lays down what restores the terminal as it is used now. One thread at a time may do so.
  ///
  /// The plan before is left where it is, as a handler may be reading it; there are as many as stops and goings-on.
  ///
  /// - Parameter change: What is different from now on.
  package static func change(_ change: (inout Plan) -> Void) {
    _ = isReady
    var plan = current ?? Plan()
    for (index, byte) in goodbye.utf8.enumerated() { plan.bytes[index] = byte }
    plan.count = goodbye.utf8.count
    change(&plan)
    let memory = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
    unsafe memory.initialize(to: plan)
    address.store(UInt(bitPattern: memory), ordering: .sequentiallyConsistent)
  }

  private static var current: Plan? {
    unsafe UnsafePointer<Plan>(bitPattern: address.load(ordering: .sequentiallyConsistent)).map { unsafe $0.pointee }
  }

  private static func restore() {
    guard var plan = current else { return }
    if plan.output >= 0 {
      _ = unsafe withUnsafeBytes(of: &plan.bytes) { unsafe write(plan.output, $0.baseAddress, plan.count) }
    }
    if plan.input >= 0 { _ = unsafe tcsetattr(plan.input, TCSANOW, &plan.mode) }
  }
}
