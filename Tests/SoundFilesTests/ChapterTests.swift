import AudioMixing
import Foundation
import SoundFiles
import TestSupport
import Testing

@Suite struct `Chapters of a sound file` {
  private static let names = ["Get ready", "Work 1/2", "Größe & \"rest\" <2>; 休憩", ""]

  /// Four chapters in two seconds, and all tags.
  private func write(_ name: String, in folder: ScratchFolder, chapters: [SoundChapter]? = nil) throws {
    let format = try #require(SoundFileFormat(fileName: name))
    let tags = SoundTags(
      title: "Tabata", artist: "Ana", workout: "tabata.json", software: "Cuebell 1", comment: "eight sets")
    let writer = try SoundFileWriter(path: folder[name], format: format, tags: tags)
    try writer.write(tones(frames: 96_000).span)
    let usual = Self.names.enumerated().map { SoundChapter(start: $0 * 24_024, name: $1) }
    try writer.finish(chapters: chapters ?? usual)
    #expect(folder.names == [name])
  }

  private struct Probe: Decodable {
    struct Chapter: Decodable {
      private enum CodingKeys: String, CodingKey {
        case startTime = "start_time"
        case tags
      }

      let startTime: String
      let tags: [String: String]?
    }

    struct Place: Decodable { let tags: [String: String]? }

    let chapters: [Chapter]
    let streams: [Place]
    let format: Place

    var tags: [String: String] {
      let pairs = (streams.flatMap { ($0.tags ?? [:]).map { $0 } } + (format.tags ?? [:]).map { $0 })
      return Dictionary(pairs.map { ($0.key.lowercased(), $0.value) }) { _, last in last }
    }
  }

  private func probe(_ name: String, in folder: ScratchFolder) throws -> Probe {
    let words = ["ffprobe", "-v", "error", "-show_chapters", "-show_streams", "-show_format", "-of", "json", name]
    return try JSONDecoder().decode(Probe.self, from: Data(try folder.run(words).utf8))
  }

  @Test(arguments: ["x.flac", "x.ogg", "x.opus", "x.mp3"])
  func `are read by another program from tags, and the sound stays as it is`(name: String) throws {
    let folder = try ScratchFolder()
    try write(name, in: folder)
    let found = try probe(name, in: folder)
    // In MP3 a chapter without a title has at least an identifier.
    let names = Self.names.map { $0.isEmpty && name == "x.mp3" ? "chapter4" : $0 }
    #expect(found.chapters.map { $0.tags?["title"] ?? "" } == names)
    #expect(found.chapters.compactMap { Double($0.startTime) } == [0, 0.501, 1.001, 1.502])
    for (tag, text) in ["title": "Tabata", "artist": "Ana", "workout": "tabata.json"] {
      #expect(found.tags[tag] == text)
    }
    #expect(found.tags.values.contains { $0.hasPrefix("Cuebell 1") } && found.tags.values.contains("eight sets"))
    let plain = try ScratchFolder()
    let writer = try SoundFileWriter(path: plain[name], format: try #require(SoundFileFormat(fileName: name)))
    try writer.write(tones(frames: 96_000).span)
    try writer.finish()
    let samples = ["ffmpeg", "-v", "error", "-i", name, "-f", "s16le", "sound"]
    for folder in [folder, plain] { try folder.run(samples) }
    // The difference of two files is no help, and takes for ever to print.
    let isSame = try folder.bytes("sound") == plain.bytes("sound")
    #expect(isSame)
  }

  @Test func `are cue points with labels and lengths in WAV`() throws {
    let folder = try ScratchFolder()
    try write("x.wav", in: folder)
    let bytes = try folder.bytes("x.wav")
    let wave = try #require(Chunks(bytes))
    #expect(wave.all.map(\.name) == ["fmt ", "LIST", "data", "LIST", "cue ", "LIST"])
    let samples = tones(frames: 96_000).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let isSame = wave.all[2].contents == samples
    #expect(isSame)
    #expect(wave.all[3].contents == Array("INFOISRC\u{C}\0\0\0tabata.json\0".utf8))
    let points = wave.all[4].contents
    #expect(points.count == 4 + 4 * 24 && Chunks.number(points, 0) == 4)
    #expect((0..<4).map { Chunks.number(points, 4 + $0 * 24 + 20) } == [0, 24_024, 48_048, 72_072])
    let labels = try #require(Chunks(list: wave.all[5].contents))
    let named = labels.all.filter { $0.name == "labl" }
    #expect(named.map { String(decoding: $0.contents.dropFirst(4).dropLast(), as: UTF8.self) } == Self.names)
    let lengths = labels.all.filter { $0.name == "ltxt" }.map { Chunks.number($0.contents, 4) }
    #expect(lengths == [24_024, 24_024, 24_024, 23_928])
    // Other programs agree on the sound, and on the cues.
    let found = try probe("x.wav", in: folder)
    #expect(found.chapters.map { $0.tags?["title"] ?? "" } == Self.names)
    #expect(found.chapters.compactMap { Double($0.startTime) } == [0, 0.5005, 1.001, 1.5015])
    #expect(try folder.run(["soxi", "-s", "x.wav"]) == "96000\n")
    #expect(try folder.run(["ffprobe", "-v", "error", "-show_entries", "format_tags", "x.wav"]).contains("Tabata"))
    #expect(try SoundFileReader("x.wav", in: folder.path).info.frames == 96_000)
  }

  /// The disk has space for the file once, and for half of it again.
  @Test(.enabled(if: SmallDisk.isAllowed, "mounting a small disk takes the right to mount"))
  func `leave a disk that is full as it was`() throws {
    let disk = try SmallDisk()
    for (format, frames) in [(SoundFileFormat.flac, 10_000), (.vorbis, 48_000), (.opus, 144_000)] {
      var random = SplitMix64(seed: 5)
      let noise = (0..<2 * frames).map { _ in Int16(truncatingIfNeeded: random.next()) }
      let path = disk.folder["x"]
      let writer = try SoundFileWriter(path: path, format: format)
      try writer.write(noise.span)
      #expect(throws: SinkError.cannotWrite("\(path): No space left on device"), "\(format)") {
        try writer.finish(chapters: [SoundChapter(start: 0, name: "A")])
      }
      #expect(disk.folder.names == [])
    }
  }

  @Test func `make no difference to files without them`() throws {
    let folder = try ScratchFolder()
    for name in ["a.wav", "b.wav"] {
      let writer = try SoundFileWriter(path: folder[name], format: .wav16)
      try writer.write(tones(frames: 10).span)
      if name == "a.wav" { try writer.finish() } else { try writer.finish(chapters: []) }
    }
    #expect(try folder.bytes("a.wav") == folder.bytes("b.wav"))
  }

  /// More than one page of comments: the pages behind them are renumbered, and every checksum holds.
  @Test(arguments: ["x.flac", "x.ogg", "x.opus", "x.wav"])
  func `are as many as a file can have, however long their names`(name: String) throws {
    let folder = try ScratchFolder()
    let long = String(repeating: "長い", count: 150)
    let chapters = (0..<1_200).map { SoundChapter(start: $0 * 80, name: "\($0) \(long)") }
    try write(name, in: folder, chapters: chapters)
    #expect(try SoundFileReader.clip(name, in: folder.path).frames >= 95_000)
    if name == "x.wav" {
      let chunks = try #require(Chunks(try folder.bytes(name)))
      #expect(Chunks.number(chunks.all[4].contents, 0) == 999)
    } else {
      #expect(try probe(name, in: folder).chapters.count == 999)
    }
    let judges = ["x.flac": ["flac", "-t", "-s"], "x.ogg": ["ogginfo"], "x.opus": ["opusinfo"]]
    if let judge = judges[name] { #expect(try !folder.run(judge + [name]).contains("WARNING")) }
  }
}

/// A RIFF file, taken apart by its chunks.
private struct Chunks {
  let all: [(name: String, contents: [UInt8])]

  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: "RIFF".utf8), Self.number(bytes, 4) == bytes.count - 8 else { return nil }
    self.init(bytes, from: 12)
  }

  init?(list: [UInt8]) { self.init(list, from: 4) }

  private init?(_ bytes: [UInt8], from start: Int) {
    var (all, place): ([(String, [UInt8])], Int) = ([], start)
    while place + 8 <= bytes.count {
      let length = Self.number(bytes, place + 4)
      guard place + 8 + length <= bytes.count else { return nil }
      all.append(
        (String(decoding: bytes[place..<place + 4], as: UTF8.self), Array(bytes[place + 8..<place + 8 + length])))
      place += 8 + length + length % 2
    }
    guard place == bytes.count else { return nil }
    self.all = all.map { (name: $0.0, contents: $0.1) }
  }

  static func number(_ bytes: [UInt8], _ place: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }
}
