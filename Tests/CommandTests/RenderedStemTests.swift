import AudioMixing
import FoundationEssentials
import SoundFiles
import Testing

@Suite struct `The parts of a render` {
  private static let names = ["speech", "sounds", "bed"]

  private func render(_ workout: String, _ home: Home, _ options: String...) throws -> [String: Clip] {
    try home.write(workout, to: "w.json")
    let command = ["render", "w.json", "-o", "w.wav", "--cues", "w.ndjson", "--stems", "parts"]
    let ending = try Child([Project.command] + command + options, in: home).finish()
    try #require(ending.code == 0, "\(ending.err)")
    var parts: [String: Clip] = [:]
    for name in Self.names { parts[name] = try SoundFileReader.clip("parts/\(name).wav", in: home.folder) }
    parts["mix"] = try SoundFileReader.clip("w.wav", in: home.folder)
    return parts
  }

  @Test func `add up to the mix, frame by frame, where the limiter is idle`() throws {
    let parts = try render(WorkoutText.small, Home(), "--volume=-9")
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
    let home = try Home()
    _ = try render(WorkoutText.small, home)
    let usual = try Self.names.map { try home.bytes(of: "parts/\($0).wav") }
    _ = try render(WorkoutText.small, home, "--block", "777")
    #expect(try Self.names.map { try home.bytes(of: "parts/\($0).wav") } == usual)
    let mute = try render(WorkoutText.small, home, "--no-speech")
    #expect(mute["speech"]?.left.allSatisfy { $0 == 0 } == true)
    #expect(try home.bytes(of: "parts/sounds.wav") == usual[1])
  }

  @Test(arguments: [-20.0, 0, 9, 24])
  func `keep 20 LU between speech and a bed that is ducked clear, at any gain of the bed`(gain: Double) throws {
    let text = """
      { "name": "Clear", "style": "silent", "ambient": { "sound": "rain", "gain": \(gain), "duck": "clear" },
        "cues": [{ "on": "phase", "at": "every 6s", "say": "Keep your back straight and breathe out slowly" }],
        "phases": [{ "name": "Go", "duration": "30s" }] }
      """
    let parts = try render(text, Home())
    let (speech, bed) = (try #require(parts["speech"]), try #require(parts["bed"]))
    // What is heard of the bed while something is said.
    let step = 480
    var (left, right): ([Float], [Float]) = ([], [])
    for start in stride(from: 0, to: speech.frames - step, by: step) {
      let range = start..<start + step
      guard speech.left[range].contains(where: { $0.magnitude > 0.02 }) else { continue }
      left += bed.left[range]
      right += bed.right[range]
    }
    try #require(left.count > 5 * 48_000)
    let gap = Loudness.integrated(of: speech).value - Loudness.average(of: Clip(left: left, right: right)).value
    #expect(gap >= 20, "\(gap) LU")
    #expect(abs(Loudness.integrated(of: speech).value + 16) < 1, "\(Loudness.integrated(of: speech).value) LUFS")
  }

  @Test func `that can't be written end the command with 73 and leave nothing behind`() throws {
    let home = try Home()
    try home.write(WorkoutText.small, to: "w.json")
    for folder in ["w.json", "nowhere/parts"] {
      let ending = try home.cuebell("render", "w.json", "-o", "w.wav", "--stems", folder)
      #expect(ending.code == 73 && ending.err.hasPrefix("\(folder): ") && ending.errorLines.count == 1)
      #expect(try home.names() == ["w.json"])
    }
    try home.write("", to: "parts/bed.wav/in the way")
    let ending = try home.cuebell("render", "w.json", "-o", "w.wav", "--stems", "parts")
    #expect(ending.code == 73 && ending.err.hasPrefix("parts/bed.wav: "))
    #expect(try home.names() == ["parts", "w.json"])
    let full = try home.shell("ulimit -f 2000; \"$CUEBELL\" render w.json -o w.wav --stems full; echo \"status $?\"")
    #expect(full.out == "status 73\n" && full.err.contains(".wav: "))
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path("full")).isEmpty)
  }
}
