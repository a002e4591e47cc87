import Glibc
import HostSystem
import Testing

@Suite struct `A queue between threads` {
  @Test func `takes no file descriptor, so that it can always be had`() throws {
    var before = rlimit()
    unsafe getrlimit(Int32(RLIMIT_NOFILE.rawValue), &before)
    let queues = (0..<Int(min(before.rlim_cur, 20_000)) + 1).map { _ in Mailbox<Int>(capacity: 2) }
    for queue in queues { queue.put(1) }
    #expect(queues.allSatisfy { $0.drain().messages == [1] })
  }

  @Test func `is waited for until something is in it, and no longer than one wants to`() throws {
    let queue = Mailbox<Int>(capacity: 2)
    let begin = ContinuousClock.now
    queue.wait(milliseconds: 30)
    #expect(ContinuousClock.now - begin >= .milliseconds(30))
    let thread = try HostThread { for number in 1...3 { queue.put(number) } }
    thread.join()
    queue.wait()
    let (messages, dropped) = queue.drain()
    #expect(messages == [2, 3] && dropped == 1)
  }

  @Test func `wakes the thread that polls for it, until it is empty`() throws {
    let descriptor = try WakeDescriptor()
    let queue = Mailbox<Int>(capacity: 2, waking: descriptor)
    func isReadable() -> Bool {
      var waiting = [pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)]
      return unsafe poll(&waiting, 1, 0) == 1
    }
    #expect(!isReadable())
    for number in 1...100 { queue.put(number) }
    #expect(isReadable())
    #expect(queue.drain().messages == [99, 100])
    #expect(!isReadable())
  }
}
