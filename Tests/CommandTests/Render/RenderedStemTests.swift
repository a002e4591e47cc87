import AudioMixing
import FoundationEssentials
import SoundFiles
import TestSupport
import Testing

@Suite struct `The parts of a render` {
  private static let names = ["speech", "sounds", "bed"]

  private func render(_ workout: String, _ home: TemporaryHome, _ options: String...) throws -> [String: Clip] {
    try home.write(workout, to: "w.json")
    let command = ["render", "w.json", "-o", "w.wav", "--cues", "w.ndjson", "--stems", "parts"]
    let result = try Child([Project.command] + command + options, in: home).finish()
    try #require(result.code == 0, "\(result.err)")
    var parts: [String: Clip] = [:]
    for name in Self.names { parts[name] = try SoundFileReader.clip("parts/\(name).wav", in: home.folder) }
    parts["mix"] = try SoundFileReader.clip("w.wav", in: home.folder)
    return parts
  }

  @Test func `add up to the mix, frame by frame, where the limiter is idle`() throws {
    let parts = try render(WorkoutText.small, TemporaryHome(), "--volume=-9")
    let mix = try #require(parts["mix"])
    var (left, right) = ([Float](repeating: 0, count: mix.frames), [Float](repeating: 0, count: mix.frames))
    for name in Self.names {
      let part = try #require(parts[name])
      try #require(part.frames == mix.frames, "\(name)")
      #expect(part.left.contains { $0.magnitude > 0.01 }, "\(name)")
      for frame in 0..<mix.frames {
        left[frame] += part.left[frame]
        right[frame] += part.right[frame]
      }
    }
    // The mix is rounded to 16 bits and dithered.
    let worst = zip(left + right, mix.left + mix.right).reduce(0) { max($0, ($1.0 - $1.1).magnitude) }
    #expect(worst <= ExpectedMix.tolerance / Wave.fullScale)
  }

  @Test func `hold each what they are called, and are the same bytes in blocks of any size`() throws {
    let home = try TemporaryHome()
    _ = try render(WorkoutText.small, home)
    let usual = try Self.names.map { try home.bytes(of: "parts/\($0).wav") }
    _ = try render(WorkoutText.small, home, "--block", "777")
    #expect(try Self.names.map { try home.bytes(of: "parts/\($0).wav") } == usual)
    let mute = try render(WorkoutText.small, home, "--no-speech")
    #expect(mute["speech"]?.left.allSatisfy { $0 == 0 } == true)
    #expect(try home.bytes(of: "parts/sounds.wav") == usual[1])
  }

  @Test func `that can't be written end the command with 73 and leave nothing behind`() throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    for folder in ["w.json", "nowhere/parts"] {
      let result = try home.cuebell("render", "w.json", "-o", "w.wav", "--stems", folder)
      #expect(result.code == 73 && result.err.hasPrefix("\(folder): ") && result.errorLines.count == 1)
      #expect(try home.names() == ["w.json"])
    }
    try home.write("", to: "parts/bed.wav/in the way")
    let result = try home.cuebell("render", "w.json", "-o", "w.wav", "--stems", "parts")
    #expect(result.code == 73 && result.err.hasPrefix("parts/bed.wav: "))
    #expect(try home.names() == ["parts", "w.json"])
    let full = try home.shell("ulimit -f 2000; \"$CUEBELL\" render w.json -o w.wav --stems full; echo \"status $?\"")
    #expect(full.out == "status 73\n" && full.err.contains(".wav: "))
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path("full")).isEmpty)
  }
}
