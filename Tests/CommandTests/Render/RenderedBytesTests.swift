import FoundationEssentials
import TestSupport
import Testing

@Suite struct `A render done again` {
  private func render(_ home: TemporaryHome, _ name: String, _ options: String...) throws -> (sound: Data, list: String)
  {
    let command = ["render", "w.json", "-o", name, "--cues", "\(name).ndjson"]
    let result = try Child([Project.command] + command + options, in: home).finish()
    try #require(result.code == 0, "\(result.err)")
    return (try home.bytes(of: name), try home.text(of: "\(name).ndjson"))
  }

  @Test(arguments: ["wav", "flac", "ogg", "opus"])
  func `gives the same bytes and the same list`(format: String) throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    let (one, list) = try render(home, "one.\(format)")
    let (other, otherList) = try render(home, "other.\(format)")
    #expect(one == other && one.count > 20_000)
    #expect(list == otherList && list.contains("\"finished\""))
  }

  @Test func `of a whole tabata gives the same bytes`() throws {
    let home = try TemporaryHome()
    try home.write(try WorkoutText.shipped("tabata"), to: "w.json")
    let (one, list) = try render(home, "one.wav")
    let (other, otherList) = try render(home, "other.wav")
    #expect(one == other && list == otherList)
  }

  @Test func `has a list that is numbered from 0 and in the order of time, from hello to finished`() throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    let events = try EventRecord.all(in: render(home, "w.flac").list)
    #expect(events.first?.event == "hello" && events.last?.event == "finished" && events.last?.reason == "completed")
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.t <= $1.t && $0.seq < $1.seq })
  }

  @Test func `gives the same bytes in blocks of 64, 1000 and 4096 frames`() throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    let (usual, list) = try render(home, "usual.wav")
    for block in ["64", "1000", "4096"] {
      let (sound, blockList) = try render(home, "\(block).wav", "--block", block)
      #expect(sound == usual, "\(block)")
      #expect(blockList == list, "\(block)")
    }
  }

  @Test func `goes to stdout as the same samples`() throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    let (usual, _) = try render(home, "usual.wav")
    let result = try home.shell("\"$CUEBELL\" render - -o - < w.json > stream.wav")
    #expect(result.code == 0 && result.err.isEmpty)
    let (file, stream) = (try Wave(usual), try Wave(home.bytes(of: "stream.wav")))
    #expect(file.frames == stream.frames)
    let isSame = (0..<file.frames).allSatisfy { file.left($0) == stream.left($0) && file.right($0) == stream.right($0) }
    #expect(isSame)
  }
}
