import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Runs that play in the rooms of Debian's Snapcast server.
@Suite(.serialized) struct `A run in rooms` {
  private static let gym = "pipe://FOLDER/fifo?name=Gym&sampleformat=48000:16:2"
  private static let net = "tcp://127.0.0.1:PORT?name=Net&mode=server"

  /// Ticks at irregular distances: a tick each second would hide an error of a whole second.
  private static func workout(_ ticks: Int) -> String {
    var random = SplitMix64(seed: 1)
    let phases = (0..<ticks).map { #"{ "name": "\#($0)", "duration": "\#(7 + random.below(9))00ms" }"# }
    return """
      { "name": "Ticks", "style": "silent", "cues": [ { "on": "phase", "at": "start", "sound": "woodblock" } ],
        "phases": [ \(phases.joined(separator: ", ")) ] }
      """
  }

  /// How far sounds are off the marks of their cues: the middle one, and all from each other, in milliseconds.
  private static func errors(
    _ moments: [Double], of cues: some Sequence<CueRecord>, from zero: Double
  ) throws -> (shift: Double, spread: Double) {
    let marks = cues.map { zero + Double($0.mark) / 1e9 }
    let found = marks.compactMap { mark in moments.map { $0 - mark }.min { abs($0) < abs($1) } }.map { $0 * 1_000 }
    let sorted = found.sorted()
    let (least, most) = (try #require(sorted.first), try #require(sorted.last))
    return (sorted[sorted.count / 2], most - least)
  }

  /// The question for the buffer is repeated: with that of before, the sound would be 300 ms early.
  @Test func `is heard on its marks through a pipe and a port, two at a time, and after the server was away`() throws {
    let fixture = try SnapcastFixture([Self.gym, Self.net])
    defer { fixture.end() }
    try fixture.home.write(Self.workout(14), to: "w.json")
    for id in ["Gym", "Net"] {
      try fixture.addRoom(id)
      let moved = try fixture.rooms("stream", id, id)
      #expect(moved.code == 0, "\(moved)")
    }
    let runs = try ["Gym", "Net"].map { (name: $0, run: try fixture.run(on: $0), room: RoomRecording($0, of: fixture)) }
    defer { for each in runs { each.room.end() } }
    for each in runs { for number in 0..<5 { try each.run.line { $0.contains(#""name": "\#(number)""#) } } }
    let zeros = try runs.map { try fixture.zero(ofRun: $0.name) }
    let before = try runs.map { each in
      // A tenth of a second reaches the file together.
      try each.run.wait { try each.room.moments().count > 3 }
      return try each.room.moments()
    }
    try fixture.killServer()
    for each in runs { try each.run.wait(forAudio: "lost") }
    try fixture.start(buffer: 200)
    for each in runs { try each.run.wait(forAudio: "restored") }
    for (index, each) in runs.enumerated() {
      let result = try each.run.finish()
      #expect(try result.audioStates() == ["opened", "lost", "restored"])
      #expect(result.errorLines.count == 2 && result.errorLines.last == "The sound is back.", "\(result.err)")
      let cues = try EventRecord.cues(in: result.out)
      #expect(cues.count == 14 && cues.allSatisfy { $0.outcome == "onTime" }, "\(cues)")
      // Players get 3 s of silence first.
      #expect(cues.allSatisfy { $0.mark >= 3_000_000_000 }, "\(cues)")
      // It shares no device, so it takes no part in the session.
      #expect(try !result.events.contains { $0.event == "session" })
      if index == 1 { sleep(1) }
      for (moments, cues) in [(before[index], cues.prefix(3)), (try each.room.moments(), cues.suffix(3))] {
        let errors = try Self.errors(moments, of: cues, from: zeros[index])
        // Nearer to its own mark than to any other, as marks differ by tenths of a second. How near is measured apart.
        #expect(errors.spread < 50 && abs(errors.shift) < 100, "\(each.name): \(errors)")
      }
    }
  }

  @Test func `begins in silence without a server, and ends with 69 where it must be heard`() throws {
    let home = try TemporaryHome.withoutSound()
    try home.write(WorkoutText.small, to: "w.json")
    let address = "127.0.0.1:\(try LoopbackSocket.freePort())"
    let run = try home.cuebell("run", "w.json", "--start-at", "9.9s", "--snapcast", address)
    let reason = "the Snapcast server at \(address) is not available: Connection refused"
    let silence = "No sound (\(reason)): keeping time in silence. The sound begins when the server answers."
    #expect(run.code == 0 && run.errorLines == [silence] && run.out.contains("completed"), "\(run)")
    let heard = try home.cuebell("run", "w.json", "--require-audio", "--snapcast", address)
    #expect(heard.code == 69 && heard.errorLines == ["No sound: \(reason)"])
  }

  @Test func `says what to change where no stream takes it`() throws {
    let compact = "pipe://FOLDER/cd?name=CD&sampleformat=44100:16:2&codec=pcm"
    let fixture = try SnapcastFixture([Self.gym, Self.net, compact])
    defer { fixture.end() }
    try fixture.home.write(WorkoutText.small, to: "w.json")
    func run(_ options: String...) throws -> ProcessResult {
      let words = [Project.command, "run", "w.json", "--snapcast", fixture.address] + options
      return try Child(words, in: fixture.home).finish()
    }
    let several = try run()
    #expect(several.code == 64 && several.err.contains(#"choose one with --stream NAME: "Gym", "Net", "CD""#))
    let none = try run("--stream", "Gim")
    #expect(none.code == 66 && none.err == "No stream has the name \"Gim\"; did you mean \"Gym\"?\n")
    let format = try run("--stream", "CD")
    let line = "source = pipe://\(fixture.home.path("cd"))?name=CD"
    #expect(format.code == 69 && format.err.contains(line) && format.err.contains("sampleformat=48000:16:2"))
  }

  @Test(arguments: [["--silent"], ["--device", "null"], ["--fifo", "f"], ["--latency-offset", "20"]])
  func `has no other way out`(options: [String]) throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    let words = [Project.command, "run", "w.json", "--snapcast", "localhost"] + options
    let result = try Child(words, in: home).finish()
    #expect(result.code == 64 && result.err.contains("--snapcast excludes --device, --fifo, --silent and"))
    #expect(try home.cuebell("run", "w.json", "--stream", "Gym").code == 64)
  }
}
