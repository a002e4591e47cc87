import AudioMixing
import SoundFiles
import Testing

@Suite struct `Speech that is to be clear` {
  /// How many LU lie between the speech and the loudest 400 ms of what is heard with it.
  private func gap(
    _ sound: String, gain: Double, track: String? = nil, making files: String = "true"
  ) throws -> Double {
    let home = try TemporaryHome()
    #expect(try home.shell(files).code == 0)
    let follows = track.map { #", "track": "\#($0)""# } ?? ""
    try home.write(
      """
      { "name": "Clear", "style": "silent", "ambient": { "sound": "\(sound)", "gain": \(gain), "duck": "clear" },
        "cues": [{ "on": "phase", "at": "every 4s", "say": "Keep your back straight and breathe out slowly" }],
        "phases": [{ "name": "Go", "duration": "45s"\(follows) }] }
      """, to: "w.json")
    let result = try home.cuebell("render", "w.json", "-o", "w.wav", "--stems", "parts")
    try #require(result.code == 0, "\(result.err)")
    let speech = try SoundFileReader.clip("parts/speech.wav", in: home.folder)
    let bed = try SoundFileReader.clip("parts/bed.wav", in: home.folder)
    // What is heard of the bed while something is said.
    let step = 480
    var (left, right): ([Float], [Float]) = ([], [])
    for start in stride(from: 0, to: speech.frames - step, by: step) {
      let range = start..<start + step
      guard speech.left[range].contains(where: { $0.magnitude > 0.02 }) else { continue }
      left += bed.left[range]
      right += bed.right[range]
    }
    try #require(left.count > 15 * 48_000)
    return Loudness.integrated(of: speech).value - Loudness.momentaryMaximum(of: Clip(left: left, right: right)).value
  }

  @Test(arguments: [
    ("white", 0.0), ("pink", 3), ("brown", 6), ("rain", -20), ("rain", 9), ("rain", 24), ("ocean", 0), ("ocean", 12),
    ("drone", 0), ("drone", 12),
  ])
  func `is 20 LU above the crests of every bed, at any gain of it`(bed: String, gain: Double) throws {
    let gap = try gap(bed, gain: gain)
    #expect(gap >= 20, "\(gap) LU")
    // And not for nothing so.
    if gain >= 6 { #expect(gap < 25, "\(gap) LU") }
  }

  @Test func `is 20 LU above the crests of a file, of a track, and of both at once`() throws {
    let waves = "sox -n -R -r 48000 -c 2 waves.wav synth 40 pinknoise tremolo 0.1 95"
    let wild = try gap("waves.wav", gain: 12, making: waves)
    #expect(wild >= 20, "\(wild) LU")
    let noise = "sox -n -R -r 48000 -c 2 noise.wav synth 60 whitenoise vol 0.3 reverse"
    let loud = try gap("rain", gain: 0, track: "noise.wav", making: noise)
    #expect(loud >= 20, "\(loud) LU")
    let both = try gap("waves.wav", gain: 12, track: "noise.wav", making: "\(waves); \(noise)")
    #expect(both >= 20, "\(both) LU")
  }
}
