import Foundation
import SoundFiles
import Testing

@Suite struct `A sound file is refused` {
  private func refusal(of name: String, in folder: ScratchFolder) -> String? {
    do {
      _ = try SoundFileReader.clip(name, in: folder.path)
      return nil
    } catch {
      return error.description
    }
  }

  private static let cure = "; convert it with: ffmpeg -i x.wav -ac 2 -ar 48000 x.flac"

  @Test(arguments: [
    (["-e", "ima-adpcm"], "x.wav: IMA ADPCM is not supported" + cure),
    (["-e", "ms-adpcm"], "x.wav: Microsoft ADPCM is not supported" + cure),
    (["-e", "a-law"], "x.wav: A-law is not supported" + cure),
    (["-e", "mu-law"], "x.wav: µ-law is not supported" + cure),
    (["-e", "gsm-full-rate", "-r", "8000", "-c", "1"], "x.wav: GSM 6.10 is not supported" + cure),
    (
      ["-c", "32"],
      "x.wav: it has 32 channels; one or two are supported; convert it with: sox x.wav -c 2 -r 48000 x.flac"
    ),
    (["-r", "7999"], "x.wav: its rate is 7999 Hz; 8000 to 192000 Hz are supported" + cure),
    (["-r", "192001"], "x.wav: its rate is 192001 Hz; 8000 to 192000 Hz are supported" + cure),
    (["-t", "au"], "x.wav: it is not a supported sound file: WAV, AIFF, FLAC, Ogg Vorbis, Opus or MP3" + cure),
    (["-t", "caf"], "x.wav: it is not a supported sound file: WAV, AIFF, FLAC, Ogg Vorbis, Opus or MP3" + cure),
  ])
  func `for its encoding, by name and with a cure`(options: [String], expected: String) throws {
    let folder = try ScratchFolder()
    try folder.run(["sox", "-n"] + options + ["x.wav", "synth", "0.1", "sine", "300"])
    #expect(refusal(of: "x.wav", in: folder) == expected)
  }

  @Test(
    arguments: [
      ("libvorbis", "ogg", nil), ("flac", "ogg", "of Ogg files, only Vorbis and Opus are supported"),
      ("mp2", "mp2", "of MPEG sound, only Layer III (MP3) is supported"),
      ("adpcm_ima_qt", "aiff", "AIFF-C with 'ima4' is not supported"),
      ("pcm_alaw", "aiff", "AIFF-C with 'alaw' is not supported"),
      ("libmp3lame", "wav", "MPEG sound in a WAV file is not supported"),
    ] as [(String, String, String?)])
  func `for the encoding inside a known container`(codec: String, ending: String, reason: String?) throws {
    let folder = try ScratchFolder()
    try folder.run(["ffmpeg", "-f", "lavfi", "-i", "sine=d=0.2:r=48000", "-c:a", codec, "x.\(ending)"])
    let expected = reason.map { "x.\(ending): \($0); convert it with: ffmpeg -i x.\(ending) -ac 2 -ar 48000 x.flac" }
    #expect(refusal(of: "x.\(ending)", in: folder) == expected)
  }

  @Test func `with a cure that a shell understands`() throws {
    let folder = try ScratchFolder()
    try folder.run(["sox", "-n", "-e", "a-law", "it's mine.wav", "synth", "0.1", "sine", "300"])
    let cure = #"convert it with: ffmpeg -i 'it'\''s mine.wav' -ac 2 -ar 48000 'it'\''s mine.flac'"#
    #expect(refusal(of: "it's mine.wav", in: folder)?.hasSuffix(cure) == true)
  }

  /// What telephones and other programs write, and whatever else is refused for its kind.
  @Test(arguments: [
    "ffmpeg -i t.wav x.m4a", "ffmpeg -i t.wav x.aac", "ffmpeg -i t.wav x.wma", "ffmpeg -i t.wav -c:a libvorbis x.mka",
    "ffmpeg -i t.wav x.au", "ffmpeg -i t.wav x.caf", "ffmpeg -i t.wav x.mp2", "ffmpeg -i t.wav -rf64 always x.wav",
    "ffmpeg -i t.wav -c:a wavpack x.wv", "sox t.wav -c 32 x.wav", "sox t.wav -r 7999 x.wav", "sox t.wav -c 3 x.flac",
    "sox t.wav -e gsm-full-rate -r 8000 -c 1 x.wav", "ffmpeg -i t.wav -c:a flac x.ogg",
  ])
  func `with a cure that works`(made: String) throws {
    let folder = try ScratchFolder()
    try folder.run(["sox", "-n", "-r", "48000", "-c", "2", "t.wav", "synth", "0.3", "sine", "300"])
    try folder.run(["sh", "-c", made])
    let name = try #require(made.split(separator: " ").last.map(String.init))
    let message = try #require(refusal(of: name, in: folder))
    let cure = try #require(message.split(separator: "; convert it with: ").last.map(String.init))
    try #require(cure.hasPrefix("ffmpeg ") || cure.hasPrefix("sox "), "\(message)")
    try folder.run(["sh", "-c", cure])
    let cured = try #require(cure.split(separator: " ").last.map(String.init))
    #expect(cured != name && refusal(of: cured, in: folder) == nil)
  }

  @Test(arguments: [
    ("text.wav", Array("Not a sound at all, whatever it is called.\n".utf8)),
    ("zeros.wav", [UInt8](repeating: 0, count: 4_096)),
    ("short.wav", Array("RIFF".utf8)), ("riff.wav", Array("RIFF\u{4}\0\0\0WAVE".utf8)),
    ("id3.mp3", Array("ID3\u{4}\0\0\0\0\u{1}\0".utf8)),
  ])
  func `when it is no sound file, whatever its name`(name: String, bytes: [UInt8]) throws {
    let folder = try ScratchFolder()
    try folder.write(bytes, to: name)
    #expect(refusal(of: name, in: folder)?.hasPrefix("\(name): ") == true)
    #expect(refusal(of: name, in: folder)?.contains("convert") == false)
  }

  @Test func `when it is empty or holds no frame`() throws {
    let folder = try ScratchFolder()
    try folder.write([], to: "empty.wav")
    try folder.run(["sox", "-n", "-r", "48000", "silent.wav", "trim", "0", "0"])
    #expect(refusal(of: "empty.wav", in: folder) == "empty.wav: it is empty")
    #expect(refusal(of: "silent.wav", in: folder) == "silent.wav: it contains no sound")
  }

  /// Each description by itself is what a decoder that walks the chunks otherwise might take for the only one.
  @Test func `when a second description of the sound is hidden in it`() throws {
    let folder = try ScratchFolder()
    try folder.run(["sox", "-n", "-r", "48000", "-b", "16", "-c", "1", "good.wav", "synth", "0.1", "sine", "300"])
    try folder.run(["sox", "-n", "-r", "48000", "-e", "ima-adpcm", "-c", "1", "bad.wav", "synth", "0.1", "sine", "300"])
    let (good, bad) = (try folder.bytes("good.wav"), try folder.bytes("bad.wav"))
    let hidden = Array(bad[12..<40])
    let junk = Array("JUNK".utf8) + [UInt8(hidden.count), 0, 0, 0] + hidden
    try folder.write(good[..<12] + junk + good[12...], to: "before.wav")
    try folder.write(good[..<36] + junk + good[36...], to: "between.wav")
    try folder.write(good + junk, to: "after.wav")
    #expect(refusal(of: "before.wav", in: folder) == "before.wav: its header describes the sound twice")
    #expect(refusal(of: "between.wav", in: folder) == "between.wav: its header describes the sound twice")
    #expect(refusal(of: "after.wav", in: folder) == nil)
  }

  @Test func `when it is no more than the beginning of one`() throws {
    let folder = try ScratchFolder()
    for name in ["t.flac", "t.wav"] {
      try folder.run(["sox", "-n", "-r", "48000", "-b", "16", name, "synth", "1", "pinknoise"])
      try folder.write(Array(try folder.bytes(name).prefix(20)), to: "stump-\(name)")
      #expect(refusal(of: "stump-\(name)", in: folder) != nil)
    }
  }
}
