import AudioMixing
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
    return try SinkDoor { isSuspect throws(SinkError) in
      attempts.put(isSuspect)
      if count.add(1, ordering: .relaxed).newValue <= times { throw .unavailable("busy") }
      return Parcel(Stub())
    }
  }

  @Test func `tells once that there is none, goes on trying, and hands over what opens`() throws {
    let attempts = Mailbox<Bool>(capacity: 16)
    let answers = Mailbox<String>(capacity: 16)
    let door = try door(refusing: 2, attempts)
    door.open(isSuspect: false) { answer in
      switch answer {
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

  @Test func `says so when nobody answers`() throws {
    let never = Mailbox<Bool>(capacity: 1)
    let door = try SinkDoor { _ throws(SinkError) in
      never.wait()
      throw .unavailable("too late")
    }
    guard case .refused(let error) = door.first(milliseconds: 20) else {
      Issue.record("nothing can have been opened")
      return
    }
    #expect(error == .unavailable("the sound system doesn't answer"))
    never.put(true)
  }
}
