import Glibc

/// A dedicated thread for blocking work, which must not run on a shared pool.
package struct HostThread: ~Copyable {
  private let handle: pthread_t

  package init(_ body: @escaping @Sendable () -> Void) throws(NoThread) {
    let box = unsafe Unmanaged.passRetained(Body(body))
    var handle = pthread_t()
    let status = unsafe pthread_create(
      &handle, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        let stack = HandlerStack()
        unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        _ = consume stack
        return nil
      }, unsafe box.toOpaque())
    guard status == 0 else {
      unsafe box.release()
      throw NoThread(code: Errno(rawValue: status))
    }
    self.handle = handle
  }

  package consuming func join() { pthread_join(handle, nil) }

  package consuming func detach() { pthread_detach(handle) }

  /// Identifies the calling thread among the running ones.
  package static var current: UInt { UInt(pthread_self()) }

  /// Raises the priority of the calling thread; a refusal by the system is not an error.
  ///
  /// Only slightly (nice -10): in a real-time class a spinning plugin could take the whole machine.
  package static func askForPriority() { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, -10) }

  /// Lowers the priority of the calling thread, so that its work never holds up sound.
  package static func yieldPriority() { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10) }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

/// The system can't create a thread: the limit is reached, or there is no memory for another stack.
package struct NoThread: Error, Equatable {
  package let code: Errno

  package var explanation: String { "the system can't create a thread (\(code))" }
}

/// A separate stack for the signal handlers of the calling thread, whose own stack may have overflowed.
struct HandlerStack: ~Copyable {
  /// The size in bytes, more than a handler needs.
  private static let size = 65_536

  private let memory: UInt

  /// Installs the stack for the calling thread, which must also release it.
  init() { memory = Self.install() }

  /// Installs a stack that the calling thread keeps; returns its address.
  @discardableResult
  static func install() -> UInt {
    var stack = unsafe stack_t()
    unsafe stack.ss_sp = malloc(size)
    unsafe stack.ss_size = size
    unsafe sigaltstack(&stack, nil)
    return UInt(bitPattern: unsafe stack.ss_sp)
  }

  deinit {
    var none = unsafe stack_t()
    unsafe none.ss_flags = Int32(SS_DISABLE)
    unsafe sigaltstack(&none, nil)
    unsafe free(UnsafeMutableRawPointer(bitPattern: memory))
  }
}
