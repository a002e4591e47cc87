import Glibc

/// A thread of its own for work that blocks, which has no place on a shared pool.
public struct HostThread: ~Copyable {
  private let handle: pthread_t

  /// Runs `body` on a new thread.
  ///
  /// - Throws: `NoThread` if the system gives none.
  public init(_ body: @escaping @Sendable () -> Void) throws(NoThread) {
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
      throw NoThread(code: status)
    }
    self.handle = handle
  }

  /// Waits until the thread has ended.
  public consuming func join() { pthread_join(handle, nil) }

  /// Lets the thread go its own way.
  public consuming func detach() { pthread_detach(handle) }

  /// Names the calling thread among those that run.
  package static var current: UInt { UInt(pthread_self()) }

  /// Asks that the calling thread be served before others; a system that refuses is no error.
  ///
  /// Only a little (nice -10): a real-time class would let a spinning plugin take the whole machine.
  public static func askForPriority() { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, -10) }

  /// Has the calling thread served after others; what it does must never hold up sound.
  public static func yieldPriority() { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10) }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

/// The system gave no thread: there are as many as it allows, or no memory for another's stack.
public struct NoThread: Error, Equatable {
  /// The number of the error.
  public let code: Int32

  /// The message for the user.
  public var explanation: String { "the system gives no thread (\(unsafe String(cString: strerror(code))))" }
}

/// A stack of its own for the signal handlers of the calling thread, as what has crashed may be the thread's stack.
struct HandlerStack: ~Copyable {
  /// More than a handler needs.
  private static let size = 65_536

  private let memory: UInt

  /// Installs the stack for the calling thread, which must also release it.
  init() {
    let memory = unsafe malloc(Self.size)
    self.memory = UInt(bitPattern: memory)
    var stack = unsafe stack_t()
    unsafe stack.ss_sp = memory
    unsafe stack.ss_size = Self.size
    unsafe sigaltstack(&stack, nil)
  }

  deinit {
    var none = unsafe stack_t()
    unsafe none.ss_flags = Int32(SS_DISABLE)
    unsafe sigaltstack(&none, nil)
    unsafe free(UnsafeMutableRawPointer(bitPattern: memory))
  }
}
