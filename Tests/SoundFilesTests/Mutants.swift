import TestSupport

/// One small sound file of each container and encoding that is read.
enum SampleFiles {
  static let names = ["a.wav", "b.wav", "c.wav", "d.aiff", "e.aifc", "f.flac", "g.ogg", "h.opus", "i.mp3"]

  /// Fills a folder with the files, of `seconds` seconds of noise.
  static func fill(_ folder: ScratchFolder, seconds: String) throws {
    let options = [
      "a.wav": ["-b", "16"], "b.wav": ["-b", "24"], "c.wav": ["-e", "float", "-b", "32"], "d.aiff": ["-b", "16"],
      "e.aifc": ["-e", "float", "-b", "32"], "f.flac": ["-b", "16"], "g.ogg": [],
    ]
    for (name, options) in options.sorted(by: { $0.key < $1.key }) {
      try folder.run(["sox", "-n", "-R", "-r", "48000", "-c", "2"] + options + [name, "synth", seconds, "pinknoise"])
    }
    for (name, codec) in [("h.opus", "libopus"), ("i.mp3", "libmp3lame")] {
      try folder.run(["ffmpeg", "-i", "a.wav", "-c:a", codec, name])
    }
  }
}

/// Makes damaged files out of sound ones, the same ones for the same seed.
struct Mutator {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// A copy with some of what goes wrong on disks, in transfers and in ill will.
  mutating func mutant(of original: [UInt8], beside other: [UInt8]) -> [UInt8] {
    var bytes = original
    for _ in 0...random.below(4) { change(&bytes) }
    switch random.below(12) {
    case 0: bytes.removeLast(random.below(bytes.count))
    case 1: bytes += other.prefix(random.below(other.count))
    case 2: bytes.insert(contentsOf: other.prefix(random.below(64)), at: random.below(bytes.count))
    case 3:
      let start = random.below(bytes.count)
      bytes.removeSubrange(start..<min(start + random.below(64), bytes.count))
    default: break
    }
    return bytes
  }

  /// Changes a byte or a number of four, mostly where headers are, at times at the end or anywhere.
  private mutating func change(_ bytes: inout [UInt8]) {
    guard bytes.count > 8 else { return }
    let place =
      switch random.below(8) {
      case 0: random.below(bytes.count)
      case 1: bytes.count - 1 - random.below(min(bytes.count, 200))
      default: random.below(min(bytes.count, 200))
      }
    if random.below(4) == 0, place + 4 <= bytes.count {
      // Sizes at the edges of what can be counted.
      let edges: [UInt32] = [
        0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 10_000_000, UInt32(truncatingIfNeeded: random.next()),
      ]
      let number = edges[random.below(edges.count)]
      let isBig = random.below(2) == 0
      for index in 0..<4 {
        bytes[place + index] = UInt8(truncatingIfNeeded: number >> (8 * UInt32(isBig ? 3 - index : index)))
      }
    } else {
      bytes[place] = [0, 255, 128, bytes[place] ^ 1, UInt8(truncatingIfNeeded: random.next())][random.below(5)]
    }
  }
}
