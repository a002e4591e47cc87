import Glibc
import HostSystem
import Testing

@Suite struct `A set of descriptors` {
  @Test func `is waited for until one is ready, and otherwise for the whole time`() throws {
    let waking = try WakeDescriptor()
    var set = PollSet([-1, waking.number])
    let begin = SuspendingClock.now
    #expect(!set.wait(for: .microseconds(20_100)) && SuspendingClock.now - begin >= .microseconds(20_100))
    waking.wake()
    #expect(set.wait() && set[0] == 0 && set[1] == POLLIN)
  }

  @Test func `is waited for in spite of signals`() throws {
    signal(SIGUSR2) { _ in }
    defer { signal(SIGUSR2, SIG_DFL) }
    // The threads of the pool that runs the tests block signals.
    var signals = sigset_t()
    unsafe sigaddset(&signals, SIGUSR2)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    let (thread, begin) = (pthread_self(), SuspendingClock.now)
    let sender = try HostThread {
      usleep(10_000)
      pthread_kill(thread, SIGUSR2)
    }
    #expect(PollSet.wait(on: -1, atMost: .milliseconds(100)) == 0)
    #expect(SuspendingClock.now - begin >= .milliseconds(100))
    sender.join()
  }
}
