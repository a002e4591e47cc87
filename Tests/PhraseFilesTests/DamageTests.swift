import AudioMixing
import CueAudio
import Foundation
import Glibc
import PhraseFiles
import TestSupport
import Testing

@Suite struct `A file that isn't what it was` {
  /// One of the many ways in which files go wrong.
  private static func damaged(_ file: [UInt8], _ other: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = file
    func place(_ random: inout SplitMix64) -> Int {
      // Half of the blows fall on the head and the key.
      random.below(2) == 0 ? random.below(160) : random.below(bytes.count)
    }
    switch random.below(8) {
    case 0: bytes[place(&random)] ^= 1 << UInt8(random.below(8))
    case 1: bytes.removeLast(1 + random.below(bytes.count))
    case 2: bytes += (0...random.below(40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    case 3: bytes.remove(at: place(&random))
    case 4: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place(&random))
    case 5:
      // A page that never reached the disk.
      let start = random.below(bytes.count)
      for index in start..<min(start + 512, bytes.count) { bytes[index] = 0 }
    case 6:
      // A length that lies.
      let field = 24 + 4 * random.below(5)
      let lie = [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, random.below(1 << 20)][random.below(6)]
      for index in 0..<4 { bytes[field + index] = UInt8(truncatingIfNeeded: lie >> (8 * index)) }
    default:
      // The middle of another.
      let start = random.below(min(bytes.count, other.count))
      let end = min(start + 1 + random.below(400), bytes.count, other.count)
      bytes.replaceSubrange(start..<end, with: other[start..<end])
    }
    return bytes
  }

  @Test func `is no phrase, whatever has become of it`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    let bench = try Workbench()
    let clips = [phrase(1, frames: 700), phrase(2, frames: 900)]
    let names = try clips.indices.map { try bench.keep(clips[$0], key($0)) }
    let files = try names.map { try bench.contents(of: $0) }
    let folder = bench.folder()
    var same = 0
    for round in 0..<12_000 {
      let which = round % 2
      var bytes = files[which]
      for _ in 0...random.below(3) where bytes.count > 200 { bytes = Self.damaged(bytes, files[1 - which], &random) }
      try bench.write(bytes, as: names[which])
      let found = folder.parts(key(which))
      if bytes == files[which] {
        same += 1
        #expect(found == Parts(clips[which]), "seed \(seed), round \(round)")
      } else if found != nil {
        Issue.record("seed \(seed), round \(round): a damaged file is a phrase")
        return
      }
    }
    #expect(same < 3_000, "seed \(seed)")
  }

  @Test func `is made anew in its place`() throws {
    let bench = try Workbench()
    let name = try bench.keep(phrase(1), key(1))
    try bench.write([1, 2, 3], as: name)
    let folder = bench.folder()
    #expect(folder.clip(key(1)) == nil)
    folder.put(phrase(1), key(1))
    #expect(bench.folder().parts(key(1)) == Parts(phrase(1)) && bench.names() == [name])
  }

  @Test func `is no phrase under the name of another`() throws {
    let bench = try Workbench()
    let names = try (0..<2).map { try bench.keep(phrase($0), key($0)) }
    try bench.write(bench.contents(of: names[0]), as: names[1])
    #expect(bench.folder().clip(key(1)) == nil && bench.folder().clip(key(0)) != nil)
  }

  /// What can stand in the place of a file, made by a line of shell at `$F`.
  @Test(arguments: [
    "rm $F; mkfifo $F", "rm $F; mkdir $F", "mv $F $F.old; ln -s $F.old $F", "rm $F; ln -s /dev/zero $F",
    "rm $F; ln -s $F $F", "truncate -s 3M $F", ": > $F", "truncate -s 100G $F",
    "rm $F; python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' $F",
  ])
  func `isn't waited for, nor followed, nor read without end`(line: String) throws {
    let bench = try Workbench()
    let name = try bench.keep(phrase(1), key(1))
    try shell("F=\(bench.path)/\(name); \(line)")
    let folder = bench.folder()
    #expect(folder.clip(key(1)) == nil)
    // Whatever can be replaced is, if only by the next process: a folder may seem to be full.
    folder.put(phrase(1), key(1))
    folder.close()
    bench.folder().put(phrase(1), key(1))
    #expect((bench.folder().parts(key(1)) == Parts(phrase(1))) == !line.contains("mkdir"))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give away what is its own"), arguments: ["/NAME", ""])
  func `is no phrase where it, or the folder, belongs to another`(place: String) throws {
    let bench = try Workbench()
    let name = try bench.keep(phrase(1), key(1))
    try #require(unsafe chown(bench.path + place.replacing("NAME", with: name), 12_345, 12_345) == 0)
    let folder = bench.folder()
    #expect(folder.clip(key(1)) == nil)
    folder.put(phrase(2), key(2))
    #expect(bench.names().count == (place.isEmpty ? 1 : 2))
  }
}
