import CuebellAudio
import SharedRooms
import Testing

/// Keeps the left side of what is written.
private struct Listener: AudioSink {
  let blockFrames = Bus.sampleRate / 10
  let latencyFrames = 0
  var left: [Float] = []

  mutating func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {
    for index in left.indices { self.left.append(left[index]) }
  }
  mutating func finish() throws(SinkError) {}
}

@Suite struct `Two rooms` {
  private func workout(_ name: String, _ sets: Int, of seconds: Int) throws -> Workout {
    try Workout(name) { Sets(sets) { Phase(name, for: .seconds(seconds)) } }
  }

  private func heard(_ workouts: [Workout]) throws -> (left: [Float], log: [String]) {
    let rooms = Rooms()
    var listener = Listener()
    for workout in workouts {
      try rooms.begin(workout, in: workout.name)
      // The limiter has nothing to do.
      try rooms.send(.setVolume(-20), to: workout.name)
    }
    try rooms.play(into: &listener)
    return (listener.left, rooms.log)
  }

  @Test func `are heard at once, and each takes its own time`() throws {
    let (boxing, yoga) = (try workout("Boxing", 2, of: 1), try workout("Yoga", 1, of: 3))
    let (one, other) = (try heard([boxing]), try heard([yoga]))
    let both = try heard([boxing, yoga])
    #expect(Set(both.log) == Set(one.log + other.log) && both.log.contains("Yoga 3.0 seconds is over"))
    #expect(both.left.count == max(one.left.count, other.left.count))
    let sum = both.left.indices.map { frame in
      (frame < one.left.count ? one.left[frame] : 0) + (frame < other.left.count ? other.left[frame] : 0)
    }
    #expect(both.left == sum && sum.contains { $0 != 0 })
  }

  @Test func `are paused one without the other`() throws {
    let rooms = Rooms()
    var sink = WAVSink()
    for name in ["Boxing", "Yoga"] { try rooms.begin(workout(name, 1, of: 2), in: name) }
    try rooms.play(.seconds(1), into: &sink)
    try rooms.send(.pause, to: "Boxing")
    try rooms.play(.seconds(6), into: &sink)
    #expect(rooms.log.contains("Yoga 2.0 seconds is over"))
    #expect(!rooms.log.contains { $0.hasPrefix("Boxing") && $0.hasSuffix("is over") })
    #expect(throws: Rooms.Empty("Yoga")) { try rooms.send(.resume, to: "Yoga") }
    #expect(throws: Rooms.Empty("attic")) { try rooms.send(.pause, to: "attic") }
  }
}
