package import Glibc
import Synchronization

/// Restores the terminal when the process ends unexpectedly: by a signal, or by `exit` from anywhere.
///
/// The necessary data is prepared in memory that is never freed, and found through one atomic address. It is
/// async-signal-safe: it calls only `write` and `tcsetattr`.
package enum TerminalRestorer {
  package struct Plan {
    /// The descriptor whose mode has been changed, and its previous mode; −1 for none.
    package var input: Int32 = -1
    package var mode = termios()
    /// The descriptor for the sequences; −1 without a screen.
    package var output: Int32 = -1
    fileprivate var bytes = InlineArray<64, UInt8>(repeating: 0)
    fileprivate var count = 0
  }

  /// Leaves the alternate screen and restores its modes; a terminal without one continues below the drawing.
  package static let goodbye = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[999H\u{1B}[K\u{1B}[?1049l"

  /// The address of the plan; 0 before the first one.
  private static let address = Atomic<UInt>(0)
  private static let isReady: Bool = {
    _ = address.load(ordering: .relaxed)
    SignalRescue.restoreTerminal { TerminalRestorer.restore() }
    atexit { TerminalRestorer.restore() }
    return true
  }()

  /// Updates the plan to the present use of the terminal, and the sequences that restore the screen, at most 64 bytes;
  /// one thread at a time may call it. The previous plan is not freed, because a handler may be reading it; there is
  /// one for each stop and continuation.
  package static func change(farewell: String = goodbye, _ change: (inout Plan) -> Void) {
    _ = isReady
    var plan = current ?? Plan()
    for (index, byte) in farewell.utf8.enumerated() { plan.bytes[index] = byte }
    plan.count = farewell.utf8.count
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
