import Glibc
import Speech
import TestSupport
import Testing

/// One at a time: a copy made while another is being made would hold the other's descriptors open.
@Suite(.serialized) struct `A forked sandbox` {
  private func place(
    wall: Duration = .milliseconds(Timeout.milliseconds), cpuSeconds: UInt = 2
  ) throws -> ForkedSandbox {
    try #require(ForkedSandbox(capacity: 64, wall: wall, cpuSeconds: cpuSeconds))
  }

  private func run(in place: ForkedSandbox, _ work: () -> Int?) -> ForkedSandbox.Outcome {
    unsafe place.run { _ in work() }
  }

  @Test func `hands back what its work wrote`() throws {
    let place = try place()
    let outcome = unsafe place.run { memory in
      unsafe memory.storeBytes(of: 42, as: Int32.self)
      return 4
    }
    #expect(outcome == .answered(4))
    #expect(unsafe place.memory.load(as: Int32.self) == 42)
  }

  @Test func `starts each time from the state its parent has`() throws {
    let place = try place()
    var count: Int32 = 7
    for _ in 0..<2 {
      _ = unsafe place.run { memory in
        count += 1
        unsafe memory.storeBytes(of: count, as: Int32.self)
        return 4
      }
      #expect(unsafe place.memory.load(as: Int32.self) == 8)
    }
    #expect(count == 7)
  }

  @Test func `takes a crash with it`() throws {
    let place = try place()
    #expect(run(in: place) { abort() } == .crashed)
    #expect(run(in: place) { nil } == .crashed)
    #expect(run(in: place) { 65 } == .crashed)
    #expect(run(in: place) { 0 } == .answered(0))
  }

  @Test func `is killed when it hangs`() throws {
    let place = try place(wall: .milliseconds(100))
    var ends: [Int32] = [-1, -1]
    try #require(unsafe pipe(&ends) == 0)
    defer { close(ends[0]) }
    let hung = run(in: place) {
      while true { pause() }
    }
    #expect(hung == .timedOut)
    // The copy had both ends of the pipe; it is gone if nothing can write any more.
    close(ends[1])
    var watched = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    #expect(unsafe poll(&watched, 1, Int32(Timeout.milliseconds)) == 1)
    #expect(run(in: try self.place()) { 0 } == .answered(0))
  }

  @Test func `is killed when it only computes`() throws {
    let place = try place(cpuSeconds: 1)
    let spun = run(in: place) {
      var turns: UInt64 = 1
      while turns != 0 { turns = turns &* 3 | 1 }
      return Int(turns)
    }
    #expect(spun == .timedOut)
  }

  @Test func `gets neither more memory than it may have nor any file`() throws {
    let place = try place()
    var name = Array("/tmp/disposable-XXXXXX".utf8CString)
    let file = unsafe mkstemp(&name)
    unsafe unlink(name)
    defer { close(file) }
    try #require(file >= 0)
    let refused = run(in: place) {
      // Mapped, for a call of malloc whose result isn't used may be optimised away.
      let memory = unsafe mmap(nil, 2 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      signal(SIGXFSZ, SIG_IGN)
      let wrote = unsafe write(file, "x", 1)
      return unsafe memory == MAP_FAILED && wrote == -1 && errno == EFBIG ? 1 : 0
    }
    #expect(refused == .answered(1))
  }
}
