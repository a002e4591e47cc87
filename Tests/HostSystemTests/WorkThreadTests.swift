import Glibc
import HostSystem
import Testing

@Suite struct `A thread that works` {
  @Test func `does all that it is asked for, in order, on one thread that isn't the asker's`() {
    let done = Mailbox<(Int, UInt)>(capacity: 1000)
    let work = WorkThread()
    for number in 0..<1000 { work.later { done.put((number, HostThread.current)) } }
    work.wait()
    let messages = done.drain().messages
    #expect(messages.map(\.0) == Array(0..<1000))
    #expect(Set(messages.map(\.1)).count == 1)
    #expect(messages.first?.1 != HostThread.current)
  }

  @Test func `is waited for no longer than one wants to`() {
    let (gate, work) = (Mailbox<Bool>(capacity: 1), WorkThread())
    work.later { gate.wait() }
    work.wait(milliseconds: 1)
    gate.put(true)
    work.wait()
  }

  @Test func `does what it was asked for even after it was released`() {
    let done = Mailbox<Int>(capacity: 2)
    do {
      let work = WorkThread()
      for number in 1...2 { work.later { done.put(number) } }
    }
    var numbers: [Int] = []
    for _ in 1...2 where numbers.count < 2 {
      done.wait(milliseconds: 60_000)
      numbers += done.drain().messages
    }
    #expect(numbers == [1, 2])
  }
}

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
