import AudioMixing
import Glibc
import HostThreads
import LiveHost
import Synchronization
import TestSupport
import Testing

/// A sink that is never written to.
struct Stub: AudioSink {
  let blockFrames = 480
  let latencyFrames = 0
  mutating func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {}
  mutating func finish() throws(SinkError) {}
}

@Suite struct `A door to devices` {
  /// A door that refuses the first attempts, and whether each attempt was suspicious.
  private func door(refusing times: Int, _ attempts: Mailbox<Bool>) throws -> SinkDoor {
    let count = Atomic<Int>(0)
    return try SinkDoor { isSuspect, hasOpened throws(SinkError) in
      attempts.put(isSuspect)
      if count.add(1, ordering: .relaxed).newValue <= times { throw .unavailable("busy") }
      hasOpened()
      return Parcel(Stub())
    }
  }

  @Test func `tells once that there is none, goes on trying, and hands over what opens`() throws {
    let attempts = Mailbox<Bool>(capacity: 16)
    let answers = Mailbox<String>(capacity: 16)
    let door = try door(refusing: 2, attempts)
    door.open(isSuspect: false) { answer in
      switch answer {
      case .answered: break
      case .opened(let parcel): answers.put(parcel.take() == nil ? "empty" : "opened")
      case .refused(let error): answers.put("\(error)")
      }
    }
    var told: [String] = []
    while told.last != "opened", told.count < 5 {
      answers.wait(milliseconds: Int32(Patience.milliseconds))
      told += answers.drain().letters
    }
    #expect(told == [#"unavailable("busy")"#, "opened"])
    // A device that was refused once is looked at more closely.
    #expect(attempts.drain().letters == [false, true, true])
  }

  /// A device that opens, or doesn't, and never comes to anything.
  @Test(arguments: [(false, "the sound system doesn't answer"), (true, "the device plays nothing")])
  func `says so when nobody answers, or what answers plays nothing`(opens: Bool, reason: String) throws {
    let never = Mailbox<Bool>(capacity: 1)
    let door = try SinkDoor { _, hasOpened throws(SinkError) in
      if opens { hasOpened() }
      never.wait()
      throw .unavailable("too late")
    }
    #expect(throws: SinkError.unavailable(reason)) {
      try door.first(milliseconds: opens ? Int32(Patience.milliseconds) : 20, playing: 20)
    }
    never.put(true)
  }

  @Test func `waits longer for one that answers than for one that doesn't`() throws {
    let door = try SinkDoor { _, hasOpened throws(SinkError) in
      hasOpened()
      usleep(300_000)
      return Parcel(Stub())
    }
    let parcel = try door.first(milliseconds: 200, playing: Int32(Patience.milliseconds))
    #expect(parcel.take() != nil)
  }
}
