import AudioMixing
import AudioOutput
import Glibc
import HostSystem
import LivePlayback
import Synchronization
import TestSupport
import Testing

/// A sink that is never written to.
struct StubSink: LiveSink {
  let clockEpoch = 0
  let blockFrames = 480
  let latencyFrames = 0
  mutating func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {}
  mutating func finish() throws(SinkError) {}
}

@Suite struct `A device opener` {
  /// An opener that refuses the first attempts, and whether each attempt was suspicious.
  private func opener(refusing times: Int, _ attempts: Mailbox<Bool>) throws -> DeviceOpener {
    let count = Atomic<Int>(0)
    return try DeviceOpener { isSuspect, hasOpened throws(SinkError) in
      attempts.put(isSuspect)
      if count.add(1, ordering: .relaxed).newValue <= times { throw .unavailable("busy") }
      hasOpened()
      return Transfer(StubSink())
    }
  }

  @Test func `reports once that there is none, retries, and hands over what opens`() throws {
    let attempts = Mailbox<Bool>(capacity: 16)
    let answers = Mailbox<String>(capacity: 16)
    let opener = try opener(refusing: 2, attempts)
    opener.open(isSuspect: false) { answer in
      switch answer {
      case .answered: break
      case .opened(let transfer): answers.put(transfer.consume() == nil ? "empty" : "opened")
      case .refused(let error): answers.put("\(error)")
      }
    }
    var received: [String] = []
    while received.last != "opened", received.count < 5 {
      answers.wait(milliseconds: Int32(Timeout.milliseconds))
      received += answers.drain().messages
    }
    #expect(received == ["busy", "opened"])
    // A device that was refused once is looked at more closely.
    #expect(attempts.drain().messages == [false, true, true])
  }

  /// A device that opens, or doesn't, and never comes to anything.
  @Test(arguments: [(false, "the sound system doesn't answer"), (true, "the device plays nothing")])
  func `reports a system that does not answer, and a device that plays nothing`(opens: Bool, reason: String) throws {
    let never = Mailbox<Bool>(capacity: 1)
    let opener = try DeviceOpener { _, hasOpened throws(SinkError) in
      if opens { hasOpened() }
      never.wait()
      throw .unavailable("too late")
    }
    #expect(throws: SinkError.unavailable(reason)) {
      try opener.first(milliseconds: opens ? Int32(Timeout.milliseconds) : 20, playing: 20)
    }
    never.put(true)
  }

  @Test func `waits longer for one that answers than for one that doesn't`() throws {
    var answers: [DeviceOpener.Answer] = [.answered, .opened(Transfer(StubSink()))]
    var waits: [Int32] = []
    let transfer = try DeviceOpener.first(within: [200, 5_000]) { limit in
      waits.append(limit)
      return answers.removeFirst()
    }
    #expect(transfer.consume() != nil && waits == [200, 5_000])
  }
}

@Suite struct `Attempts that fail` {
  @Test func `are repeated after a tenth of a second, ever later, up to every five seconds`() {
    var backOff = BackOff()
    var pauses: [Int32] = []
    for _ in 0..<9 {
      pauses.append(backOff.pause)
      backOff.lengthen()
    }
    #expect(pauses == [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000])
  }
}
