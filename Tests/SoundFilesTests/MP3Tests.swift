import AudioMixing
import Foundation
import SoundFiles
import Testing

/// Files as encoders leave them that write no tally of their frames first, and as they come from transfers.
@Suite struct `An MP3 file` {
  private func refusal(_ read: () throws -> Void) -> String? {
    do { try read() } catch { return "\(error)" }
    return nil
  }

  /// A minute of noise.
  private func folder(_ options: String...) throws -> ScratchFolder { try folder(options) }

  private func folder(_ options: [String], rate: String = "44100", channels: String = "2") throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let sound = ["-r", rate, "-c", channels, "p.wav", "synth", "60", "pinknoise", "vol", "0.3"]
    try folder.run(["sox", "-n", "-R"] + sound)
    try folder.run(["ffmpeg", "-i", "p.wav"] + options + ["p.mp3"])
    return folder
  }

  private func length(_ folder: ScratchFolder, _ name: String = "p.mp3") throws -> Double {
    let length = try SoundFileReader.length(of: name, in: folder.path)
    return Double(length.components.seconds) + Double(length.components.attoseconds) / 1e18
  }

  @Test(arguments: [
    (["-b:a", "128k"], "44100", "2"), (["-q:a", "4"], "44100", "2"), (["-q:a", "0"], "48000", "1"),
    (["-b:a", "32k"], "22050", "1"), (["-q:a", "5"], "8000", "2"), (["-b:a", "320k"], "32000", "2"),
  ])
  func `without a tally of its frames is as long as it is, and read from any place to its end`(
    options: [String], rate: String, channels: String
  ) throws {
    let folder = try folder(options + ["-write_xing", "0"], rate: rate, channels: channels)
    // Encoders put up to three frames of silence around the sound.
    let seconds = try length(folder)
    #expect((60..<60.25).contains(seconds), "\(seconds)")
    let clip = try SoundFileReader.clip("p.mp3", in: folder.path)
    #expect((2_880_000..<2_892_000).contains(clip.frames))
    #expect(clip.left[2_850_000..<2_870_000].contains { $0.magnitude > 0.05 })
    let source = try SoundFileSource("p.mp3", in: folder.path, from: 2_400_000)
    var left = [Float](repeating: 0, count: 20_000)
    var right = left
    var leftSpan = left.mutableSpan
    var rightSpan = right.mutableSpan
    let count = source.read(20_000, left: &leftSpan, right: &rightSpan)
    #expect(count == 20_000 && source.failure == nil)
    let worst = zip(left, clip.left[2_400_000...]).reduce(0) { max($0, ($1.0 - $1.1).magnitude) }
    #expect(worst < 1e-4, "\(worst)")
    #expect(try SoundFileLoop("p.mp3", in: folder.path).frames > 60 * (Int(rate) ?? 0))
  }

  @Test func `with a tally is as long as that says`() throws {
    let folder = try folder("-b:a", "128k")
    #expect(try abs(length(folder) - 60) < 0.1)
    #expect(try SoundFileReader.clip("p.mp3", in: folder.path).frames >= 2_880_000)
  }

  @Test func `that was put together of two is as long as both, tags between them and all`() throws {
    let folder = try folder("-b:a", "64k", "-write_id3v1", "1")
    try folder.run(["sh", "-c", "cat p.mp3 p.mp3 > two.mp3"])
    #expect(try (120..<120.5).contains(length(folder, "two.mp3")))
    try folder.run(["sh", "-c", "printf 'APETAGEX\\320\\7\\0\\0\\40\\0\\0\\0' >> p.mp3; head -c 48 /dev/zero >> p.mp3"])
    #expect(try abs(length(folder) - 60) < 0.1)
  }

  @Test(arguments: ["0", "1"])
  func `that is damaged in its middle is refused before anything of it is played`(tally: String) throws {
    let folder = try folder("-b:a", "128k", "-write_xing", tally)
    var bytes = try folder.bytes("p.mp3")
    bytes.replaceSubrange(480_000..<481_500, with: [UInt8](repeating: 0xA5, count: 1_500))
    try folder.write(bytes, to: "p.mp3")
    let text = "p.mp3: it is damaged 30 s from its beginning; convert it with: ffmpeg -i p.mp3 -ac 2 -ar 48000 p.flac"
    #expect(refusal { _ = try length(folder) } == text)
    #expect(refusal { _ = try SoundFileReader.clip("p.mp3", in: folder.path) } == text)
    #expect(refusal { _ = try SoundFileLoop("p.mp3", in: folder.path) } == text)
  }

  @Test func `whose end was overwritten breaks off`() throws {
    let folder = try folder("-b:a", "128k", "-write_xing", "0")
    var bytes = try folder.bytes("p.mp3")
    bytes.replaceSubrange(480_000..., with: [UInt8](repeating: 0, count: bytes.count - 480_000))
    try folder.write(bytes, to: "p.mp3")
    #expect(refusal { _ = try length(folder) } == "p.mp3: it ends too early")
  }
}
