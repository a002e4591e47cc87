import Glibc
import TestSupport
import Testing

/// What the sound server sees of the real command.
@Suite(.serialized) struct `A device in use` {
  /// How much sound each stream has under way there, in milliseconds.
  private func underWay(_ fixture: SoundFixture) throws -> [Int] {
    let list = try fixture.server.control("LC_ALL=C pactl list sink-inputs")
    return list.split(separator: "\n").filter { $0.contains("Buffer Latency:") }
      .compactMap { Int($0.filter(\.isNumber)) }.map { $0 / 1_000 }
  }

  /// Polls a condition.
  private func wait(until condition: () throws -> Bool) throws {
    guard try Timeout.wait(until: condition) else { throw Failure("the condition was never met") }
  }

  @Test(arguments: [("low", 10...40), ("normal", 80...120), ("power", 300...500)])
  func `has as much sound under way as the profile says`(profile: String, milliseconds: ClosedRange<Int>) throws {
    let fixture = try SoundFixture()
    defer { fixture.server.end() }
    let run = try fixture.start(clicks: 200, "--latency", profile)
    var most = 0
    try wait {
      most = max(most, try underWay(fixture).max() ?? 0)
      return most >= milliseconds.lowerBound
    }
    for _ in 0..<20 { most = max(most, try underWay(fixture).max() ?? 0) }
    #expect(milliseconds.contains(most))
    run.signal(SIGTERM)
    #expect(try run.finish().code == 143)
  }

  /// PulseAudio's client repeats what it has once reported until that is true, and before the first fetch it isn't.
  @Test(arguments: SoundServer.Sink.allCases)
  func `is asked for its delay only when it has fetched`(sink: SoundServer.Sink) throws {
    let fixture = try SoundFixture(sink, faults: ["FETCHED=fetched"])
    defer { fixture.server.end() }
    #expect(try fixture.start(clicks: 4, "--require-audio").finish().code == 0)
    let fetched = try fixture.home.text(of: "fetched")
    #expect(Int(fetched.dropLast()).map { $0 >= 48 } == true, "\(fetched)")
  }

  @Test func `stays open in a long pause if it starts slowly, and is heard at once after it`() throws {
    let fixture = try SoundFixture()
    defer { fixture.server.end() }
    try fixture.writeClicks(100)
    try fixture.server.control("pactl suspend-sink nul 1; (sleep 1.5; exec pactl suspend-sink nul 0) >/dev/null &")
    let run = #""$CUEBELL" run --latency power --log log clicks.json; echo "status $?""#
    let terminal = try Terminal(run, in: fixture.home)
    try terminal.wait(for: "space pause")
    func count(_ event: String) throws -> Int {
      // Its last line may be incomplete.
      try fixture.home.text(of: "log").split(separator: "\n").count { $0.contains("\"event\": \"\(event)\"") }
    }
    try wait { try count("phase") > 0 }
    terminal.type("p")
    // The fade is no part of the pause. A device that starts at once would be released 5 s after it.
    try wait { try count("paused") > 0 }
    usleep(6_000_000)
    let begun = try count("phase")
    terminal.type("p")
    try wait { try count("phase") > begun + 4 }
    terminal.type("q")
    #expect(try terminal.finish().lines.contains("status 4"))
    let audio = try EventRecord.all(in: fixture.home.text(of: "log")).filter { $0.event == "audio" }
    #expect(Set(audio.compactMap(\.state)) == ["opened"], "\(audio.map(\.state))")
  }

  @Test func `is closed in a long pause, reopened after it, and heard on the grid`() throws {
    let fixture = try SoundFixture()
    defer { fixture.server.end() }
    try fixture.writeClicks(100)
    let terminal = try Terminal(#""$CUEBELL" run --latency power clicks.json; echo "status $?""#, in: fixture.home)
    try wait { try !underWay(fixture).isEmpty }
    try terminal.wait(for: "space pause")
    terminal.type("p")
    try wait { try underWay(fixture).isEmpty }
    let recording = try fixture.server.record()
    terminal.type("p")
    try wait { try !underWay(fixture).isEmpty }
    try wait { try Onsets(recording.soFar()).moments.count > 8 }
    terminal.type("q")
    #expect(try terminal.finish().lines.contains("status 4"))
    let heard = Onsets(try recording.finish())
    #expect(heard.worstOffGrid(0.3, after: 1) <= 50, "\(heard.moments)")
  }
}
