import AudioMixing
import Glibc
import SoundFiles
import TestSupport
import Testing

@Suite struct `A sound file as a layer` {
  private func drain(_ source: any LayerSource, _ count: Int, block: Int) -> [Float] {
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
    let folder = try ScratchFolder()
    try folder.run(["sox", "-n", "-r", rate, "-c", "2", "a.wav", "synth", "0.3", "pinknoise", "vol", "0.5"])
    let whole = try SoundFileReader.clip("a.wav", in: folder.path)
    let source = try SoundFileSource("a.wav", in: folder.path)
    #expect(drain(source, 100_000, block: block) == whole.left)
  }

  @Test(arguments: ["44100", "48000"], [1, 4096, 9_999])
  func `begins at any frame`(rate: String, first: Int) throws {
    let folder = try ScratchFolder()
    try folder.run(["sox", "-n", "-r", rate, "-c", "1", "a.wav", "synth", "0.3", "pinknoise", "vol", "0.5"])
    let whole = try SoundFileReader.clip("a.wav", in: folder.path)
    let source = try SoundFileSource("a.wav", in: folder.path, from: first)
    #expect(drain(source, 100_000, block: 512) == Array(whole.left[first...]))
  }

  @Test(arguments: [4800, 4801, 300_000])
  func `goes round and round, its end going over into its beginning`(frames: Int) throws {
    let folder = try ScratchFolder()
    try folder.run(["sox", "-n", "-r", "48000", "-c", "1", "a.wav", "synth", "\(frames)s", "pinknoise", "vol", "0.5"])
    let whole = try SoundFileReader.clip("a.wav", in: folder.path).left
    let seam = min(48_000, frames / 4)
    let heard = drain(try SoundFileLoop("a.wav", in: folder.path).source(), 3 * frames, block: 700)
    try #require(heard.count == 3 * frames)
    let turn = frames - seam
    #expect(areEqual(heard[..<turn], whole[..<turn], within: rounding))
    // Behind the seam it continues in the file, and from then on each round is as long.
    #expect(areEqual(heard[frames..<frames + turn - seam], whole[seam..<turn], within: rounding))
    #expect(Array(heard[turn..<turn + turn]) == Array(heard[2 * turn..<3 * turn]))
  }

  /// What 16 bits round away.
  private let rounding: Float = 1 / 65_000

  /// Rates whose repetitions are and aren't whole numbers of frames; short files, whose seam is a quarter of them, long
  /// ones, and one that is streamed.
  @Test(arguments: [
    (8_000, 2.5, 1), (8_000, 121, 1), (11_111, 9, 2), (22_050, 0.01, 1), (22_050, 3.999, 2), (44_100, 0.4, 2),
    (44_100, 4.001, 1), (44_100, 11.3, 2), (96_000, 5.2, 2),
  ])
  func `begins as the file does and repeats to the last bit, at any rate and of any length`(
    rate: Int, seconds: Double, channels: Int
  ) throws {
    let folder = try ScratchFolder()
    try folder.run([
      "sox", "-n", "-r", "\(rate)", "-c", "\(channels)", "a.wav", "synth", "\(seconds)", "pinknoise", "vol", "0.5",
    ])
    let whole = try SoundFileReader.clip("a.wav", in: folder.path).left
    let loop = try SoundFileLoop("a.wav", in: folder.path)
    let heard = drain(try loop.source(), 3 * whole.count, block: 1_000)
    try #require(heard.count == 3 * whole.count)
    // The filter reaches 24 frames of the lower rate to either side, and the seam is at most a quarter.
    let reach = 24 * 48_000 / min(rate, 48_000) + 2
    let head = whole.count - whole.count / 4 - reach
    #expect(areEqual(heard[..<max(0, head)], whole[..<max(0, head)], within: rounding))
    #expect(drain(try loop.source(), 40_000, block: 77) == Array(drain(try loop.source(), 40_000, block: 40_000)))
    // Its repetitions are of one length, and equal.
    let end = heard.count - 256
    guard let period = period(of: heard, at: end) else {
      // A repetition that isn't a whole number of frames can't repeat to the last bit.
      #expect(rate == 11_111 || seconds < 0.1)
      return
    }
    #expect(Double(period) <= seconds * 48_000 && period * rate % 48_000 == 0 || seconds < 1)
    let tail = heard.count - period
    #expect(areEqual(heard[(tail - period / 2)..<tail], heard[(heard.count - period / 2)...]))
  }

  @Test(arguments: ["wav", "flac", "ogg", "opus"], [440.0, 523.25])
  func `makes no step where it begins again, whatever is in it and however it is packed`(
    ending: String, frequency: Double
  ) throws {
    let folder = try ScratchFolder()
    let name = "a.\(ending)"
    let format = try #require(SoundFileFormat(fileName: name))
    let samples = (0..<700_800).map { Int16(16_384 * sin(2 * Double.pi * frequency * Double($0 / 2) / 48_000)) }
    let writer = try SoundFileWriter(path: folder[name], format: format)
    try writer.write(samples.span)
    try writer.finish()
    let loop = try SoundFileLoop(name, in: folder.path)
    let heard = drain(try loop.source(), 48_000 * 16, block: 4096)
    // A sine's own steps are at most 2π · f / rate; lossy encoders add a little.
    let own = Float(2 * Double.pi * frequency / 48_000)
    #expect(largestStep(heard) <= own * 1.05 + 1e-3)
    #expect(heard.count == 48_000 * 16)
  }

  @Test func `is measured by its loudness, and played at the gain it is asked for`() throws {
    let folder = try ScratchFolder()
    try folder.run(["sox", "-n", "-r", "44100", "-c", "2", "a.wav", "synth", "4", "sine", "997", "vol", "-20dB"])
    let loop = try SoundFileLoop("a.wav", in: folder.path)
    #expect(abs(loop.loudness.value + 20) < 0.05)
    let (soft, loud) = (drain(try loop.source(), 9_000, block: 64), drain(try loop.source(gain: 6), 9_000, block: 64))
    #expect(zip(soft, loud).allSatisfy { ($0 * Decibels(6).amplitude - $1).magnitude < 1e-6 })
  }

  @Test func `of silence has no loudness, and is played all the same`() throws {
    let folder = try ScratchFolder()
    try folder.run(["sox", "-n", "-r", "48000", "-c", "2", "a.wav", "trim", "0", "0.5"])
    let loop = try SoundFileLoop("a.wav", in: folder.path)
    #expect(loop.loudness == .silence)
    #expect(drain(try loop.source(), 60_000, block: 999) == [Float](repeating: 0, count: 60_000))
  }
}
