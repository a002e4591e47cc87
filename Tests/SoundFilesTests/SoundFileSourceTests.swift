import AudioMixing
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
    let source = try SoundFileSource("a.wav", in: folder.path, loops: false)
    #expect(drain(source, 100_000, block: block) == whole.left)
  }

  @Test(arguments: ["44100", "48000"], [1, 4096, 9_999])
  func `begins at any frame`(rate: String, first: Int) throws {
    let folder = try Folder()
    try folder.run(["sox", "-n", "-r", rate, "-c", "1", "a.wav", "synth", "0.3", "pinknoise", "vol", "0.5"])
    let whole = try SoundFileReader.clip("a.wav", in: folder.path)
    let source = try SoundFileSource("a.wav", in: folder.path, loops: false, from: first)
    #expect(drain(source, 100_000, block: 512) == Array(whole.left[first...]))
  }

  @Test func `goes round and round without losing a frame`() throws {
    let folder = try Folder()
    try folder.run(["sox", "-n", "-r", "48000", "-c", "1", "a.wav", "synth", "0.1", "pinknoise", "vol", "0.5"])
    let whole = try SoundFileReader.clip("a.wav", in: folder.path).left
    let source = try SoundFileSource("a.wav", in: folder.path, loops: true)
    #expect(drain(source, 12_000, block: 700) == whole + whole + whole[..<2400])
  }
}
