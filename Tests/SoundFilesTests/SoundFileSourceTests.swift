import AudioMixing
import Glibc
import SoundFiles
import Testing

@Suite struct `A sound file as a layer` {
  private func drain(_ source: SoundFileSource, _ count: Int, block: Int) -> [Float] {
    var result: [Float] = []
    while result.count < count {
      let wanted = min(block, count - result.count)
      var left = [Float](repeating: 0, count: wanted)
      var right = left
      var leftSpan = left.mutableSpan
      var rightSpan = right.mutableSpan
      let got = source.read(wanted, left: &leftSpan, right: &rightSpan)
      result += left[..<got]
      if got < wanted { break }
    }
    return result
  }

  @Test(arguments: ["22050", "44100", "48000", "96000"], [1, 1000, 5000])
  func `gives what the whole file at once would, at any rate and in any blocks`(rate: String, block: Int) throws {
    let folder = try Folder()
    try folder.run(["sox", "-n", "-r", rate, "-c", "2", "a.wav", "synth", "0.3", "pinknoise", "vol", "0.5"])
    let whole = try SoundFileReader.clip("a.wav", in: folder.path)
    let source = try SoundFileSource("a.wav", in: folder.path)
    #expect(drain(source, 100_000, block: block) == whole.left)
  }

  @Test(arguments: ["44100", "48000"], [1, 4096, 9_999])
  func `begins at any frame`(rate: String, first: Int) throws {
    let folder = try Folder()
    try folder.run(["sox", "-n", "-r", rate, "-c", "1", "a.wav", "synth", "0.3", "pinknoise", "vol", "0.5"])
    let whole = try SoundFileReader.clip("a.wav", in: folder.path)
    let source = try SoundFileSource("a.wav", in: folder.path, from: first)
    #expect(drain(source, 100_000, block: 512) == Array(whole.left[first...]))
  }

  @Test(arguments: [4800, 4801, 300_000])
  func `goes round and round, its end going over into its beginning`(frames: Int) throws {
    let folder = try Folder()
    try folder.run(["sox", "-n", "-r", "48000", "-c", "1", "a.wav", "synth", "\(frames)s", "pinknoise", "vol", "0.5"])
    let whole = try SoundFileReader.clip("a.wav", in: folder.path).left
    let seam = min(48_000, frames / 4)
    let heard = drain(try SoundFileLoop("a.wav", in: folder.path).source(), 3 * frames, block: 700)
    try #require(heard.count == 3 * frames)
    let turn = frames - seam
    #expect(Array(heard[..<turn]) == Array(whole[..<turn]))
    // Behind the seam it continues in the file, and from then on each round is as long.
    #expect(Array(heard[frames..<frames + turn - seam]) == Array(whole[seam..<turn]))
    #expect(Array(heard[turn..<turn + turn]) == Array(heard[2 * turn..<3 * turn]))
  }

  @Test(arguments: ["wav", "flac", "ogg", "opus"], [440.0, 523.25])
  func `makes no step where it begins again, whatever is in it and however it is packed`(
    ending: String, frequency: Double
  ) throws {
    let folder = try Folder()
    let name = "a.\(ending)"
    let format = try #require(SoundFileFormat(fileName: name))
    let samples = (0..<350_400).flatMap { frame in
      let sample = Int16(16_384 * sin(2 * Double.pi * frequency * Double(frame) / 48_000))
      return [sample, sample]
    }
    let writer = try SoundFileWriter(path: folder[name], format: format)
    try writer.write(samples.span)
    try writer.finish()
    let loop = try SoundFileLoop(name, in: folder.path)
    let heard = drain(try loop.source(), 48_000 * 16, block: 4096)
    let steps = zip(heard, heard.dropFirst()).map { ($1 - $0).magnitude }
    // A sine's own steps are at most 2π · f / rate; lossy encoders add a little.
    let own = Float(2 * Double.pi * frequency / 48_000)
    #expect((steps.max() ?? 1) <= own * 1.05 + 1e-3)
    #expect(heard.count == 48_000 * 16)
  }

  @Test func `is measured by its loudness, and played at the gain it is asked for`() throws {
    let folder = try Folder()
    try folder.run(["sox", "-n", "-r", "44100", "-c", "2", "a.wav", "synth", "4", "sine", "997", "vol", "-20dB"])
    let loop = try SoundFileLoop("a.wav", in: folder.path)
    #expect(abs(loop.loudness.value + 20) < 0.05)
    let (soft, loud) = (drain(try loop.source(), 9_000, block: 64), drain(try loop.source(gain: 6), 9_000, block: 64))
    #expect(zip(soft, loud).allSatisfy { ($0 * Decibels(6).amplitude - $1).magnitude < 1e-6 })
  }

  @Test func `of silence has no loudness, and is played all the same`() throws {
    let folder = try Folder()
    try folder.run(["sox", "-n", "-r", "48000", "-c", "2", "a.wav", "trim", "0", "0.5"])
    let loop = try SoundFileLoop("a.wav", in: folder.path)
    #expect(loop.loudness == .silence)
    #expect(drain(try loop.source(), 60_000, block: 999) == [Float](repeating: 0, count: 60_000))
  }
}
