import Glibc

/// A stack of its own for the signal handlers of the calling thread, as what has crashed may be the thread's stack.
struct HandlerStack: ~Copyable {
  /// More than a handler needs.
  private static let size = 65_536

  private let memory: UInt

  /// Lays it out for the thread that makes it, which must also be the one that lets go of it.
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
