import AudioMixing
import CueAudio
import Foundation
import Glibc
import Speech
import TestSupport
import Testing

@Suite struct `A damaged file of a speech cache` {
  /// A copy with one kind of damage.
  private static func damaged(_ file: [UInt8], _ other: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = file
    func place(_ random: inout SplitMix64) -> Int {
      // Half of the damage is in the header and the key.
      random.below(2) == 0 ? random.below(160) : random.below(bytes.count)
    }
    switch random.below(8) {
    case 0: bytes[place(&random)] ^= 1 << UInt8(random.below(8))
    case 1: bytes.removeLast(1 + random.below(bytes.count))
    case 2: bytes += (0...random.below(40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    case 3: bytes.remove(at: place(&random))
    case 4: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place(&random))
    case 5:
      // A page that was never written.
      let start = random.below(bytes.count)
      for index in start..<min(start + 512, bytes.count) { bytes[index] = 0 }
    case 6:
      // A wrong number in the header.
      let field = 16 + 4 * random.below(6)
      let number = [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, random.below(1 << 20)][random.below(6)]
      for index in 0..<4 { bytes[field + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
    default:
      // A part of another file.
      let start = random.below(min(bytes.count, other.count))
      let end = min(start + 1 + random.below(400), bytes.count, other.count)
      bytes.replaceSubrange(start..<end, with: other[start..<end])
    }
    return bytes
  }

  @Test func `contains no phrase`() throws {
    let seed = SplitMix64.seed(20_261_124)
    var random = SplitMix64(seed: seed)
    let harness = try CacheHarness()
    let clips = [phrase(1, samples: 700), phrase(2, samples: 900)]
    let names = try clips.indices.map { try harness.insert(clips[$0], key($0)) }
    let files = try names.map { try harness.contents(of: $0) }
    let cache = harness.cache()
    var same = 0
    for round in 0..<1_000 {
      let which = round % 2
      var bytes = files[which]
      for _ in 0...random.below(3) where bytes.count > 200 { bytes = Self.damaged(bytes, files[1 - which], &random) }
      try harness.write(bytes, as: names[which])
      let found = cache.phrase(key(which))
      if bytes == files[which] {
        same += 1
        #expect(found == clips[which], "seed \(seed), round \(round)")
      } else if found != nil {
        Issue.record("seed \(seed), round \(round): a damaged file is a phrase")
        return
      }
    }
    #expect(same < 250, "seed \(seed)")
  }

  @Test func `is replaced`() throws {
    let harness = try CacheHarness()
    let name = try harness.insert(phrase(1), key(1))
    try harness.write([1, 2, 3], as: name)
    let cache = harness.cache()
    #expect(cache.phrase(key(1)) == nil)
    cache.put(phrase(1), key(1))
    #expect(harness.cache().phrase(key(1)) == phrase(1) && harness.names() == [name])
  }

  @Test func `contains no phrase where its key is another one`() throws {
    let harness = try CacheHarness()
    let names = try (0..<2).map { try harness.insert(phrase($0), key($0)) }
    try harness.write(harness.contents(of: names[0]), as: names[1])
    #expect(harness.cache().phrase(key(1)) == nil && harness.cache().phrase(key(0)) != nil)
  }

  /// A line of shell that puts something else in place of the file `$F`.
  @Test(arguments: [
    "rm $F; mkfifo $F", "rm $F; mkdir $F", "mv $F $F.old; ln -s $F.old $F", "rm $F; ln -s /dev/zero $F",
    "rm $F; ln -s $F $F", "truncate -s 3M $F", ": > $F", "truncate -s 100G $F",
    "rm $F; python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' $F",
  ])
  func `is not waited for, followed or read without end`(line: String) throws {
    let harness = try CacheHarness()
    let name = try harness.insert(phrase(1), key(1))
    try shell("F=\(harness.path)/\(name); \(line)")
    let cache = harness.cache()
    #expect(cache.phrase(key(1)) == nil)
    // All but a folder is replaced, at the latest by the next process.
    cache.put(phrase(1), key(1))
    harness.cache().put(phrase(1), key(1))
    #expect((harness.cache().phrase(key(1)) == phrase(1)) == !line.contains("mkdir"))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give away what is its own"), arguments: ["/NAME", ""])
  func `contains no phrase where it, or its folder, belongs to another user`(place: String) throws {
    let harness = try CacheHarness()
    let name = try harness.insert(phrase(1), key(1))
    try #require(unsafe chown(harness.path + place.replacing("NAME", with: name), 12_345, 12_345) == 0)
    let cache = harness.cache()
    #expect(cache.phrase(key(1)) == nil)
    cache.put(phrase(2), key(2))
    #expect(harness.names().count == (place.isEmpty ? 1 : 2))
  }
}
