import AudioMixing
import Foundation
import SoundFiles
import Testing

@Suite struct `A sound file reader` {
  private func clip(_ name: String, in folder: ScratchFolder) throws -> Clip {
    try SoundFileReader.clip(name, in: folder.path)
  }

  private func rms(_ samples: [Float]) -> Float {
    (samples.reduce(0) { $0 + $1 * $1 } / Float(max(samples.count, 1))).squareRoot()
  }

  /// What sox and ffmpeg make of half a second of a sine, at half of full scale.
  @Test(
    arguments: [
      ("u8.wav", ["-b", "8"], "WAV 8 bit", 0.01), ("16.wav", ["-b", "16"], "WAV 16 bit", 1e-4),
      ("24.wav", ["-b", "24"], "WAV 24 bit", 1e-5), ("32.wav", ["-b", "32"], "WAV 32 bit", 1e-5),
      ("f32.wav", ["-e", "float", "-b", "32"], "WAV 32 bit float", 1e-5),
      ("f64.wav", ["-e", "float", "-b", "64"], "WAV 64 bit float", 1e-5),
      ("8.aiff", ["-b", "8"], "AIFF 8 bit", 0.01), ("16.aiff", ["-b", "16"], "AIFF 16 bit", 1e-4),
      ("f.aifc", ["-e", "float", "-b", "32"], "AIFF 32 bit float", 1e-5),
      ("16.flac", ["-b", "16"], "FLAC 16 bit", 1e-4),
      ("24.flac", ["-b", "24"], "FLAC 24 bit", 1e-5), ("v.ogg", [], "Ogg Vorbis", 0.01),
    ] as [(String, [String], String, Float)])
  func `reads what sox writes`(name: String, options: [String], format: String, tolerance: Float) throws {
    let folder = try ScratchFolder()
    let words =
      ["sox", "-n", "-r", "48000", "-c", "2", "-D"] + options + [name, "synth", "0.5", "sine", "1000", "vol", "0.5"]
    try folder.run(words)
    let reader = try SoundFileReader(name, in: folder.path)
    #expect(reader.info == SoundFileInfo(format: format, channels: 2, sampleRate: 48_000, frames: 24_000))
    #expect(reader.info.duration == .milliseconds(500))
    let clip = try clip(name, in: folder)
    #expect(clip.frames == 24_000)
    // A whole number of quarters of a period: the same value on either side of each extreme.
    #expect(abs(rms(clip.left) - Float(0.125).squareRoot()) < tolerance)
    #expect(abs(clip.left[12] - 0.5) < tolerance * 10)
    #expect(zip(clip.left, clip.right).allSatisfy { abs($0 - $1) < tolerance * 10 })
  }

  @Test(arguments: [("t.mp3", ["-c:a", "libmp3lame"], "MP3"), ("t.opus", ["-c:a", "libopus"], "Ogg Opus")])
  func `reads what ffmpeg writes`(name: String, options: [String], format: String) throws {
    let folder = try ScratchFolder()
    let source = "aevalsrc=0.5*sin(2*PI*1000*t)|0.5*sin(2*PI*1000*t):s=48000:d=0.5"
    try folder.run(["ffmpeg", "-f", "lavfi", "-i", source] + options + [name])
    let reader = try SoundFileReader(name, in: folder.path)
    #expect(reader.info.format == format && reader.info.channels == 2 && reader.info.sampleRate == 48_000)
    let clip = try clip(name, in: folder)
    #expect((23_500...27_000).contains(clip.frames))
    #expect(abs(rms(Array(clip.left[4_000..<20_000])) - 0.3536) < 0.02)
  }

  @Test func `puts mono on both sides, and brings other rates to that of the bus`() throws {
    let folder = try ScratchFolder()
    try folder.run(["sox", "-n", "-r", "44100", "-c", "1", "m.wav", "synth", "0.5", "sine", "1000", "vol", "0.5"])
    let clip = try clip("m.wav", in: folder)
    #expect(clip.frames == 24_000)
    #expect(clip.left == clip.right)
    #expect(abs(rms(Array(clip.left[1_000..<23_000])) - Float(0.125).squareRoot()) < 0.001)
  }

  @Test(arguments: ["a.wav", "a.flac", "a.ogg"], [1, 7, 1_000, 5_000])
  func `gives the same frames however they are asked for`(name: String, block: Int) throws {
    let folder = try ScratchFolder()
    try folder.run(["sox", "-n", "-r", "48000", "-c", "2", name, "synth", "0.2", "pinknoise", "vol", "0.5"])
    let whole = try clip(name, in: folder)
    let reader = try SoundFileReader(name, in: folder.path)
    for start in [0, 9_500, 4_321, 0] {
      try reader.seek(to: start)
      #expect(try drain(reader, block: block) == Array(whole.left[start...]))
    }
    try reader.seek(to: 1 << 40)
    #expect(try drain(reader, block: block) == [])
  }

  private func drain(_ reader: SoundFileReader, block: Int) throws -> [Float] {
    var (left, right) = ([Float](repeating: 0, count: block), [Float](repeating: 0, count: block))
    var all: [Float] = []
    while true {
      var leftSpan = left.mutableSpan
      var rightSpan = right.mutableSpan
      let count = try reader.read(left: &leftSpan, right: &rightSpan)
      all += left.prefix(count)
      if count < block { return all }
    }
  }

  @Test func `makes numbers of what are none`() throws {
    let folder = try ScratchFolder()
    let samples: [Float] = [.nan, .infinity, -.infinity, 1.5, -0.25, 1e30]
    let writer = try SoundFileWriter(path: folder["n.wav"], format: .wavFloat, channels: 1)
    try writer.write(samples.span)
    try writer.finish()
    #expect(try clip("n.wav", in: folder).left == [0, 4, -4, 1.5, -0.25, 4])
  }

  @Test func `holds ten minutes in memory and streams what is longer`() throws {
    let folder = try ScratchFolder()
    try folder.run(["sox", "-n", "-r", "8000", "-c", "1", "-b", "8", "long.wav", "trim", "0", "601"])
    try folder.run(["sox", "-n", "-r", "8000", "-c", "1", "-b", "8", "just.flac", "trim", "0", "600"])
    #expect(try clip("just.flac", in: folder).frames == 28_800_000)
    #expect(
      throws: SoundFileError.refused(
        path: "long.wav", reason: "it is longer than ten minutes; use it as a track or as ambient sound")
    ) { try clip("long.wav", in: folder) }
    let reader = try SoundFileReader("long.wav", in: folder.path)
    #expect(reader.info.duration == .seconds(601))
    try reader.seek(to: 600 * 8_000)
    #expect(try drain(reader, block: 4_096).count == 8_000)
  }
}
