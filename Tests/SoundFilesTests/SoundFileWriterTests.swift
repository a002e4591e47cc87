import AudioMixing
import Foundation
import SoundFiles
import TestSupport
import Testing

@Suite struct `A sound file writer` {
  private func write(_ samples: [Int16], to path: String, as format: SoundFileFormat) throws {
    let writer = try SoundFileWriter(path: path, format: format)
    for start in stride(from: 0, to: samples.count, by: 2_000) {
      try writer.write(samples[start..<min(start + 2_000, samples.count)].span)
    }
    #expect(writer.framesWritten == samples.count / 2)
    try writer.finish()
  }

  private func interleaved(_ clip: Clip) -> [Float] { zip(clip.left, clip.right).flatMap { [$0, $1] } }

  @Test(arguments: [
    (SoundFileFormat.wav16, "WAV 16 bit", Float(0)), (.wav24, "WAV 24 bit", 0), (.wavFloat, "WAV 32 bit float", 0),
    (.flac, "FLAC 16 bit", 0), (.vorbis, "Ogg Vorbis", 0.02), (.opus, "Ogg Opus", 0.05), (.mp3, "MP3", 0.02),
  ])
  func `writes what a reader reads back`(format: SoundFileFormat, name: String, tolerance: Float) throws {
    let folder = try ScratchFolder()
    let samples = tones(frames: 24_000) + [.max, .min]
    try write(samples, to: folder["x"], as: format)
    #expect(
      try SoundFileReader("x", in: folder.path).info
        == SoundFileInfo(format: name, channels: 2, sampleRate: 48_000, frames: 24_001))
    let back = interleaved(try SoundFileReader.clip("x", in: folder.path))
    let wanted = samples.map { Float($0) / 32_768 }
    // The last frame is a click, which only lossless formats keep.
    let compared = tolerance == 0 ? wanted.count : wanted.count - 4_000
    #expect(zip(back, wanted).prefix(compared).allSatisfy { abs($0 - $1) <= tolerance })
  }

  @Test func `clips floating point that is too loud instead of wrapping it round`() throws {
    let folder = try ScratchFolder()
    let loud: [Float] = [1.5, -1.5, 0.5, -0.5]
    for format in [SoundFileFormat.wav16, .wav24, .flac] {
      let writer = try SoundFileWriter(path: folder["x"], format: format)
      try writer.write(loud.span)
      try writer.finish()
      let back = interleaved(try SoundFileReader.clip("x", in: folder.path))
      #expect(zip(back, [1, -1, 0.5, -0.5]).allSatisfy { abs($0 - $1) < 1e-4 })
    }
  }

  @Test(arguments: [SoundFileFormat.wav16, .wav24, .wavFloat, .flac, .vorbis, .opus, .mp3])
  func `writes the same bytes for the same sound, tags and chapters, whenever it does`(format: SoundFileFormat) throws {
    let folder = try ScratchFolder()
    for name in ["a", "b"] { try write(tones(frames: 5_000), to: folder[name], as: format) }
    #expect(try folder.bytes("a") == folder.bytes("b"))
    // Enough chapters for the comment to take pages of its own.
    let chapters = (0..<400).map { SoundChapter(start: 100 * $0, name: "Work, hard and long, of 400: \($0)") }
    func tagged(_ name: String, title: String) throws -> [UInt8] {
      let tags = SoundTags(title: title, workout: "w.json", software: "Cuebell")
      let writer = try SoundFileWriter(path: folder[name], format: format, tags: tags)
      try writer.write(tones(frames: 48_000).span)
      try writer.finish(chapters: chapters)
      let info = try SoundFileReader(name, in: folder.path).info
      #expect(info.frames == 48_000)
      return try folder.bytes(name)
    }
    let one = try tagged("c", title: "One")
    #expect(try tagged("d", title: "One") == one)
    let other = try tagged("e", title: "Two")
    guard format == .vorbis || format == .opus else { return }
    // Streams that say something else of themselves can be chained: they have other serial numbers, one in each.
    let (serials, others) = (Self.serials(of: one), Self.serials(of: other))
    #expect(serials.count == 1 && others.count == 1 && serials != others)
  }

  /// The serial numbers of the pages of an Ogg stream.
  private static func serials(of bytes: [UInt8]) -> Set<[UInt8]> {
    let marks = bytes.indices.dropLast(27).filter { bytes[$0..<$0 + 5].elementsEqual(Array("OggS\0".utf8)) }
    return Set(marks.map { Array(bytes[$0 + 14..<$0 + 18]) })
  }

  @Test func `lets a file appear only when it is whole, and leaves nothing otherwise`() throws {
    let folder = try ScratchFolder()
    try folder.write([1, 2, 3], to: "x.wav")
    let writer = try SoundFileWriter(path: folder["x.wav"], format: .wav16)
    try writer.write(tones(frames: 100).span)
    #expect(try folder.bytes("x.wav") == [1, 2, 3] && folder.names.count == 2)
    try writer.finish()
    #expect(try folder.bytes("x.wav").count > 400 && folder.names == ["x.wav"])
    #expect(throws: SinkError.self) { try writer.finish() }
    #expect(throws: SinkError.self) { try writer.write(tones(frames: 1).span) }

    try SoundFileWriter(path: folder["y.flac"], format: .flac).abandon()
    var dropped: SoundFileWriter? = try SoundFileWriter(path: folder["z.ogg"], format: .vorbis)
    try dropped?.write(tones(frames: 100).span)
    dropped = nil
    #expect(folder.names == ["x.wav"])
  }

  @Test func `gives the file the mode that the user's mask leaves`() throws {
    let folder = try ScratchFolder()
    try write(tones(frames: 10), to: folder["x.wav"], as: .wav16)
    try folder.run(["touch", "like"])
    let modes = try ["x.wav", "like"].map {
      try FileManager.default.attributesOfItem(atPath: folder[$0])[.posixPermissions] as? Int
    }
    #expect(modes[0] == modes[1].map { $0 & 0o644 })
  }

  @Test func `writes through a link, and over neither a folder nor a device`() throws {
    let folder = try ScratchFolder()
    try folder.write([], to: "real.wav")
    try folder.run(["ln", "-s", "real.wav", "link.wav"])
    try folder.run(["ln", "-s", "nowhere.wav", "broken.wav"])
    try write(tones(frames: 10), to: folder["link.wav"], as: .wav16)
    #expect(try folder.bytes("real.wav").count > 40)
    #expect(folder.names == ["broken.wav", "link.wav", "real.wav"])
    let refusals = [
      (folder.path, "it is a folder"), ("/dev/null", "it isn't a regular file"),
      (folder["broken.wav"], "it is a broken link"), (folder["no/x.wav"], "No such file or directory"),
    ]
    for (path, reason) in refusals {
      #expect(throws: SinkError.cannotWrite("\(path): \(reason)")) { try SoundFileWriter(path: path, format: .wav16) }
    }
    #expect(throws: SinkError.cannotWrite("a file name is expected")) { try SoundFileWriter(path: "", format: .wav16) }
  }

  @Test func `refuses what the encoder can't do`() throws {
    let folder = try ScratchFolder()
    #expect(throws: SinkError.self) { try SoundFileWriter(path: folder["x.opus"], format: .opus, sampleRate: 44_100) }
    #expect(throws: SinkError.self) { try SoundFileWriter(path: folder["x.wav"], format: .wav16, channels: 0) }
    #expect(folder.names == [])
  }

  @Test(arguments: [SoundFileFormat.wav16, .wavFloat, .flac, .vorbis, .opus, .mp3])
  func `reports a full disk, whether it fills while writing or at the end`(format: SoundFileFormat) throws {
    let folder = try ScratchFolder()
    let full = unsafe open("/dev/full", O_RDWR)
    defer { close(full) }
    #expect(throws: SinkError.cannotWrite("x: No space left on device")) {
      let writer = try SoundFileWriter(
        pending: AtomicFile(for: folder["x"]), descriptor: full, path: "x", format: format, tags: SoundTags(),
        channels: 2,
        sampleRate: 48_000)
      for _ in 0..<10 { try writer.write(tones(frames: 4_800).span) }
      try writer.finish()
    }
    #expect(folder.names == [])
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "mounting a small disk takes the right to mount"))
  func `leaves a full disk as it was`() throws {
    let disk = try SmallDisk()
    for format in [SoundFileFormat.wav16, .flac, .vorbis, .opus, .mp3] {
      let path = disk.folder["x"]
      #expect(throws: SinkError.cannotWrite("\(path): No space left on device")) {
        let writer = try SoundFileWriter(path: path, format: format)
        var random = SplitMix64(seed: 3)
        let noise = (0..<9_600).map { _ in Int16(truncatingIfNeeded: random.next()) }
        for _ in 0..<50 { try writer.write(noise.span) }
        try writer.finish()
      }
      #expect(disk.folder.names == [])
    }
  }

  @Test func `ends a WAV file before its length fields overflow`() throws {
    let folder = try ScratchFolder()
    let pending = try AtomicFile(for: folder["x.wav"])
    let writer = try SoundFileWriter(
      pending: pending, descriptor: pending.descriptor, path: "x.wav", format: .wav16, tags: SoundTags(), channels: 2,
      sampleRate: 48_000, maximumWaveBytes: 400)
    try writer.write(tones(frames: 100).span)
    #expect(throws: SinkError.cannotWrite("x.wav: a WAV file can't be longer than 4 GiB; write .flac instead")) {
      try writer.write(tones(frames: 1).span)
    }
    #expect(SoundFileWriter.maximumWaveBytes < Int(UInt32.max) - 100_000)
  }

  @Test func `of Opus takes about as many bits as are heard`() throws {
    let folder = try ScratchFolder()
    let writer = try SoundFileWriter(path: folder["x.opus"], format: .opus)
    var random = SplitMix64(seed: 7)
    let noise = (0..<20 * 2 * 48_000).map { _ in Int16(truncatingIfNeeded: random.next()) / 16 }
    try writer.write(noise.span)
    try writer.finish()
    let rate = try folder.bytes("x.opus").count * 8 / 20
    #expect((90_000...135_000).contains(rate), "\(rate) bit/s")
  }

  @Test func `refuses what it has no space for before it begins`() throws {
    let folder = try ScratchFolder()
    let problem = "\(folder["x.wav"]): a WAV file can't be longer than 4 GiB"
    let most = SoundFileWriter.maximumWaveBytes
    #expect(throws: SinkError.cannotWrite("\(problem); write .flac instead")) {
      try SoundFileWriter(path: folder["x.wav"], format: .wav16, expectedFrames: most / 4 + 1)
    }
    #expect(throws: SinkError.cannotWrite("\(problem), in floating point")) {
      try SoundFileWriter(path: folder["x.wav"], format: .wavFloat, expectedFrames: most / 8 + 1)
    }
    #expect(folder.names == [])
    try SoundFileWriter(path: folder["x.wav"], format: .wav16, expectedFrames: most / 4).abandon()
    try SoundFileWriter(path: folder["x.flac"], format: .flac, expectedFrames: most).abandon()
  }

  @Test(arguments: ["x.flac", "x.ogg", "x.opus", "x.wav", "x.mp3"])
  func `says what it is`(name: String) throws {
    let folder = try ScratchFolder()
    let tags = SoundTags(title: "Tabata", artist: "Ana", software: "Cuebell 1", comment: "eight sets")
    let format = try #require(SoundFileFormat(fileName: name))
    let writer = try SoundFileWriter(path: folder[name], format: format, tags: tags)
    try writer.write(tones(frames: 960).span)
    try writer.finish()
    let out = try folder.run(["ffprobe", "-v", "error", "-show_entries", "stream_tags:format_tags", name]).lowercased()
    for text in ["tabata", "ana", "cuebell 1", "eight sets"] { #expect(out.contains(text), "\(text) in \(out)") }
  }

  @Test(
    arguments: [
      ("a.wav", SoundFileFormat.wav16), ("A.WAVE", .wav16), ("b.flac", .flac), ("c.d.ogg", .vorbis), ("e.oga", .vorbis),
      ("f.Opus", .opus), ("wav", nil), ("g.mp3", .mp3), ("g.mp2", nil), ("h.", nil),
    ] as [(String, SoundFileFormat?)])
  func `knows formats by the ending of a name`(name: String, format: SoundFileFormat?) {
    #expect(SoundFileFormat(fileName: name) == format)
  }
}

/// A disk of 64 KiB in memory.
final class SmallDisk {
  let folder: ScratchFolder

  static var isAllowed: Bool { (try? SmallDisk()) != nil }

  init() throws {
    folder = try ScratchFolder()
    let status = unsafe mount("cuebell", folder.path, "tmpfs", 0, "size=64k")
    try #require(status == 0)
  }

  /// At once, even while a program that another test has just started holds a descriptor of the disk.
  deinit { unsafe umount2(folder.path, Int32(MNT_DETACH)) }
}
