import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// What the sound server sees of the real command.
@Suite(.serialized) struct `A device in use` {
  /// How much sound each stream has under way there, in milliseconds.
  private func underWay(_ stage: SoundStage) throws -> [Int] {
    let list = try stage.server.control("LC_ALL=C pactl list sink-inputs")
    return list.split(separator: "\n").filter { $0.contains("Buffer Latency:") }
      .compactMap { Int($0.filter(\.isNumber)) }.map { $0 / 1_000 }
  }

  /// Looks again and again until it is so.
  private func wait(until isSo: () throws -> Bool) throws {
    guard try Patience.wait(until: isSo) else { throw Failure("it never came") }
  }

  @Test(arguments: [("low", 10...40), ("normal", 80...120), ("power", 300...500)])
  func `has as much sound under way as the profile says`(profile: String, milliseconds: ClosedRange<Int>) throws {
    let stage = try SoundStage()
    defer { stage.server.end() }
    let run = try stage.start(clicks: 200, "--latency", profile)
    var most = 0
    try wait {
      most = max(most, try underWay(stage).max() ?? 0)
      return most >= milliseconds.lowerBound
    }
    for _ in 0..<20 { most = max(most, try underWay(stage).max() ?? 0) }
    #expect(milliseconds.contains(most))
    run.signal(SIGTERM)
    #expect(try run.finish().code == 143)
  }

  @Test func `is kept in a long pause where it starts slowly, and is heard at once when that is over`() throws {
    let stage = try SoundStage(.stock)
    defer { stage.server.end() }
    try stage.writeClicks(100)
    let run = #""$CUEBELL" run --latency power --log log clicks.json; echo "status $?""#
    let terminal = try Terminal(run, in: stage.home)
    try terminal.wait(for: "space pause")
    // So that it begins in the middle of what was rendered ahead; a start that hits its end by chance is no slow one.
    try wait { try stage.home.text(of: "log").contains(#""event": "phase""#) }
    terminal.type("p")
    usleep(6_000_000)
    terminal.type("p")
    usleep(1_500_000)
    terminal.type("q")
    #expect(try terminal.finish().lines.contains("status 4"))
    let audio = try EventRecord.all(in: stage.home.text(of: "log")).filter { $0.event == "audio" }
    #expect(Set(audio.compactMap(\.state)) == ["opened"], "\(audio.map(\.state))")
  }

  @Test func `is let go in a long pause, had again when it is over, and heard on the grid`() throws {
    let stage = try SoundStage()
    defer { stage.server.end() }
    try stage.writeClicks(100)
    let terminal = try Terminal(#""$CUEBELL" run --latency power clicks.json; echo "status $?""#, in: stage.home)
    try wait { try !underWay(stage).isEmpty }
    try terminal.wait(for: "space pause")
    terminal.type("p")
    try wait { try underWay(stage).isEmpty }
    let recording = try stage.server.record()
    terminal.type("p")
    try wait { try !underWay(stage).isEmpty }
    try wait { try Onsets(recording.soFar()).moments.count > 8 }
    terminal.type("q")
    #expect(try terminal.finish().lines.contains("status 4"))
    let heard = Onsets(try recording.finish())
    #expect(heard.worstOffGrid(0.3, after: 1) <= 50, "\(heard.moments)")
  }
}
