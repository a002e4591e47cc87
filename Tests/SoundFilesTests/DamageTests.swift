import AudioMixing
import Foundation
import SoundFiles
import TestSupport
import Testing

@Suite struct `A damaged sound file` {
  private func refusal(_ read: () throws -> Void) -> String? {
    do { try read() } catch { return "\(error)" }
    return nil
  }

  /// What is said of a file by each of the ways in which a workout may use it.
  private func refusals(of name: String, in folder: ScratchFolder) -> [String?] {
    [
      refusal { _ = try SoundFileReader.clip(name, in: folder.path) },
      refusal { _ = try SoundFileSource(name, in: folder.path) },
      refusal { _ = try SoundFileReader.length(of: name, in: folder.path) },
      refusal { _ = try SoundFileLoop(name, in: folder.path) },
    ]
  }

  @Test func `is refused where it was cut, before anything of it is played`() throws {
    let folder = try ScratchFolder()
    try SampleFiles.fill(folder, seconds: "2")
    for name in SampleFiles.names {
      #expect(refusals(of: name, in: folder) == [nil, nil, nil, nil])
      let bytes = try folder.bytes(name)
      // Of MP3 a frame may be missing, here a hundredth of it.
      for part in [0.05, 0.5, 0.9] + (name == "i.mp3" ? [] : [0.99]) {
        try folder.write(Array(bytes.prefix(Int(Double(bytes.count) * part))), to: "cut-\(name)")
        for refusal in refusals(of: "cut-\(name)", in: folder) {
          #expect(refusal?.hasPrefix("cut-\(name): it ") == true, "\(part): \(refusal ?? "read")")
        }
      }
    }
  }

  @Test func `is refused with its actual length, where its header says what it should be`() throws {
    let folder = try ScratchFolder()
    try SampleFiles.fill(folder, seconds: "2")
    for name in ["a.wav", "b.wav", "c.wav", "d.aiff", "e.aifc"] {
      let bytes = try folder.bytes(name)
      try folder.write(Array(bytes.prefix(bytes.count / 2)), to: name)
      let expected = "\(name): it is truncated: only 0.9 s of 2.0 s are present"
      #expect(refusals(of: name, in: folder) == [expected, expected, expected, expected])
    }
  }

  @Test func `is one whose header claims what no file has`() throws {
    let folder = try ScratchFolder()
    try SampleFiles.fill(folder, seconds: "0.2")
    let wave = try folder.bytes("a.wav")
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func expect(_ message: String, _ place: Int, _ lie: [UInt8]) throws {
      var bytes = wave
      bytes.replaceSubrange(place..<place + lie.count, with: lie)
      try folder.write(bytes, to: "lie.wav")
      for refusal in refusals(of: "lie.wav", in: folder) {
        #expect(refusal?.hasPrefix("lie.wav: \(message)") == true, "\(refusal ?? "read")")
      }
    }
    try expect("its header contradicts itself: 32 channels of 16 bits in 4 bytes", 22, number(32, 2))
    try expect("its header contradicts itself: 0 channels of 16 bits in 4 bytes", 22, number(0, 2))
    try expect("it is damaged: ", 24, number(0, 4))
    try expect("its rate is 10000000 Hz; 8000 to 192000 Hz are supported", 24, number(10_000_000, 4))
    try expect("IMA ADPCM is not supported; convert it with: ffmpeg -i ", 20, number(0x11, 2))
    // Two gigabytes of sound in forty kilobytes.
    let place = try #require(wave.firstRange(of: Array("data".utf8))).upperBound
    try expect("it is truncated: only 0.2 s of 10737.4 s are present", place, number(2_061_584_302, 4))
    // FLAC: 64 billion frames, in 36 bits from the middle of byte 21 on.
    var flac = try folder.bytes("f.flac")
    flac[21] |= 0x0F
    flac.replaceSubrange(22..<26, with: [0xFF, 0xFF, 0xFF, 0xF0])
    try folder.write(flac, to: "lie.flac")
    #expect(refusals(of: "lie.flac", in: folder).allSatisfy { $0 == "lie.flac: it ends too early" })
  }

  @Test func `is none where a pipe left its length open`() throws {
    let folder = try ScratchFolder()
    try folder.run(["sh", "-c", "sox -n -r 48000 -c 2 -b 16 -t wav - synth 0.2 pinknoise | cat > sox.wav"])
    try folder.run(["sh", "-c", "ffmpeg -f lavfi -i anoisesrc=d=0.2:r=48000 -f wav - | cat > ffmpeg.wav"])
    for name in ["sox.wav", "ffmpeg.wav"] {
      #expect(refusals(of: name, in: folder) == [nil, nil, nil, nil])
      #expect(try SoundFileReader.clip(name, in: folder.path).frames == 9_600)
    }
  }

  @Test func `of more than four gigabytes, or more than ten minutes to be held, is refused at once`() throws {
    let folder = try ScratchFolder()
    try folder.run(["sox", "-n", "-r", "8000", "-c", "1", "-b", "8", "long.wav", "trim", "0", "601"])
    try folder.run(["truncate", "-s", "5G", "huge.wav"])
    #expect(refusals(of: "huge.wav", in: folder).allSatisfy { $0 == "huge.wav: it is larger than 4 GiB" })
    let tooLong = "long.wav: it is longer than ten minutes; use it as a track or as ambient sound"
    #expect(refusals(of: "long.wav", in: folder) == [tooLong, nil, nil, nil])
  }

  /// What its header doesn't show: as bed and track it is refused before anything of it is played.
  @Test(arguments: ["x.flac", "x.ogg", "x.opus"])
  func `is refused where it is damaged in its middle, or pages of it are lost`(name: String) throws {
    let folder = try ScratchFolder()
    try folder.run(["sox", "-n", "-R", "-r", "48000", "-c", "2", "w.wav", "synth", "10", "pinknoise", "vol", "0.3"])
    try folder.run(["ffmpeg", "-i", "w.wav", name])
    let bytes = try folder.bytes(name)
    #expect(refusals(of: name, in: folder) == [nil, nil, nil, nil])
    var damaged = bytes
    for place in bytes.count / 2..<bytes.count / 2 + 400 { damaged[place] ^= 0x5A }
    var damages = [damaged]
    if name != "x.flac" {
      let pages = bytes.indices.dropLast(4).filter { bytes[$0..<$0 + 4].elementsEqual("OggS".utf8) }
      let middle = pages.count / 2
      damages.append(Array(bytes[..<pages[middle]] + bytes[pages[middle + 1]...]))
    }
    for damage in damages {
      try folder.write(damage, to: "y-\(name)")
      // A track of FLAC is decoded when its length is measured, and not again when it is opened.
      for (use, refusal) in refusals(of: "y-\(name)", in: folder).enumerated() where name != "x.flac" || use != 1 {
        #expect(refusal?.hasPrefix("y-\(name): it is damaged") == true, "\(use): \(refusal ?? "read")")
      }
    }
  }

  @Test func `is reported once where it can't be read on while it is heard`() throws {
    let folder = try ScratchFolder()
    try folder.run(["sox", "-n", "-R", "-r", "48000", "-c", "2", "x.flac", "synth", "2", "pinknoise", "vol", "0.3"])
    var bytes = try folder.bytes("x.flac")
    for place in bytes.count / 2..<bytes.count / 2 + 400 { bytes[place] ^= 0x5A }
    try folder.write(bytes, to: "x.flac")
    let source = try SoundFileSource("x.flac", in: folder.path)
    var left = [Float](repeating: 0, count: 96_000)
    var right = left
    var leftSpan = left.mutableSpan
    var rightSpan = right.mutableSpan
    #expect(source.failure == nil)
    let count = source.read(96_000, left: &leftSpan, right: &rightSpan)
    #expect(count < 90_000)
    #expect(source.failure?.hasPrefix("x.flac: it is damaged") == true)
  }

  @Test func `is one without a frame, as bed and track too`() throws {
    let folder = try ScratchFolder()
    try folder.run(["sox", "-n", "-r", "48000", "x.wav", "trim", "0", "0"])
    let expected = "x.wav: it contains no sound"
    #expect(refusals(of: "x.wav", in: folder) == [expected, nil, expected, expected])
  }

  @Test func `is one whose header contradicts itself`() throws {
    let folder = try ScratchFolder()
    try folder.run(["sox", "-n", "-r", "48000", "-c", "1", "-b", "16", "x.wav", "synth", "0.1", "sine", "300"])
    let wave = try folder.bytes("x.wav")
    let lies = [
      (8, 2, "its header contradicts itself: 1 channel of 8 bits in 2 bytes"),
      (24, 2, "its header contradicts itself: 1 channel of 24 bits in 2 bytes"),
      (16, 4, "its header contradicts itself: 1 channel of 16 bits in 4 bytes"),
      (3, 1, "WAV with 3 bits per sample is not supported"), (17, 3, "WAV with 17 bits per sample is not supported"),
    ]
    for (bits, block, message) in lies {
      var bytes = wave
      (bytes[32], bytes[34]) = (UInt8(block), UInt8(bits))
      try folder.write(bytes, to: "x.wav")
      for refusal in refusals(of: "x.wav", in: folder) {
        #expect(refusal?.hasPrefix("x.wav: \(message)") == true, "\(refusal ?? "read")")
      }
    }
    var bytes = wave
    bytes[20] = 3
    try folder.write(bytes, to: "x.wav")
    let expected = "x.wav: WAV with 16 bits per sample in floating point is not supported"
    #expect(refusals(of: "x.wav", in: folder).allSatisfy { $0?.hasPrefix(expected) == true })
  }

  /// Headers, ends and middles: every mutant is read or refused, quickly, and what is read stays within its bounds.
  @Test func `never crashes or hangs its reader`() throws {
    // In memory, as the time that a disk takes for thousands of files is another matter.
    let folder = try ScratchFolder(in: "/dev/shm")
    try SampleFiles.fill(folder, seconds: "0.05")
    let originals = try SampleFiles.names.map { try folder.bytes($0) }
    let seed: UInt64 = 20_261_121
    var mutator = Mutator(seed: seed)
    var (read, refused) = (0, 0)
    for round in 0..<400 {
      for (index, original) in originals.enumerated() {
        let other = originals[(index + round) % originals.count]
        try folder.write(mutator.mutant(of: original, beside: other), to: "mutant")
        let start = ContinuousClock.now
        let message = refusal { try use("mutant", of: folder, round: round) }
        if message == nil { read += 1 } else { refused += 1 }
        let note = Comment(rawValue: "seed \(seed), \(SampleFiles.names[index]), round \(round): \(message ?? "read")")
        #expect(ContinuousClock.now - start < Timeout.limit, note)
        #expect(message?.hasPrefix("mutant: ") ?? true, note)
      }
    }
    #expect(read + refused == 3_600 && read > 160 && refused > 1_600, "\(read) read, \(refused) refused")
  }

  /// In turns as a sound, as a track, as an endless loop, and frame by frame to its end.
  private func use(_ name: String, of folder: ScratchFolder, round: Int) throws {
    var left = [Float](repeating: 0, count: 24_000)
    var right = left
    switch round % 8 {
    case 0: _ = try SoundFileReader.clip(name, in: folder.path)
    case 1, 2:
      let source =
        round % 8 == 1
        ? try SoundFileSource(name, in: folder.path) : try SoundFileLoop(name, in: folder.path).source(gain: 3)
      var leftSpan = left.mutableSpan
      var rightSpan = right.mutableSpan
      _ = source.read(24_000, left: &leftSpan, right: &rightSpan)
    default:
      let reader = try SoundFileReader(name, in: folder.path)
      for _ in 0..<100 {
        var leftSpan = left.mutableSpan
        var rightSpan = right.mutableSpan
        if try reader.read(left: &leftSpan, right: &rightSpan) < 24_000 { break }
      }
      #expect((left + right).allSatisfy { abs($0) <= SoundFileReader.ceiling })
    }
  }
}
