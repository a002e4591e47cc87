import Glibc
import HostSystem
import Testing

@Suite struct `A thread of the host` {
  @Test func `has a stack for the handlers of signals, so that a crash by want of stack restores the terminal`()
    throws
  {
    let found = Mailbox<Bool>(capacity: 1)
    let thread = try HostThread {
      var stack = unsafe stack_t()
      let status = unsafe sigaltstack(nil, &stack)
      found.put(unsafe status == 0 && stack.ss_flags & Int32(SS_DISABLE) == 0 && stack.ss_size >= 8_192)
    }
    thread.join()
    #expect(found.drain().messages == [true])
  }
}
