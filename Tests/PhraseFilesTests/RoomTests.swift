import CueAudio
import Foundation
import PhraseFiles
import Testing

@Suite struct `The room for phrases` {
  /// A megabyte each, but for their heads.
  private static let frames = 1 << 19
  private static let day = 86_400

  @Test func `is never more than is allowed, and is made by those that were used least recently`() throws {
    let bench = try Workbench()
    let clip = phrase(0, frames: Self.frames)
    var names: [String] = []
    for number in 0..<63 {
      names.append(try bench.keep(clip, key(number)))
      bench.age(names[number], by: 100 * Self.day - number)
    }
    // One is used again.
    #expect(bench.folder().clip(key(3)) != nil && bench.age(of: names[3]) < 60)
    let folder = bench.folder()
    for number in 63..<80 { folder.put(clip, key(number)) }
    #expect(try bench.bytes() <= PhraseFolder.capacity && bench.names().count == 63)
    // A file of somebody else's is nobody's business.
    try bench.write([UInt8](repeating: 7, count: 100), as: "README")
    folder.close()
    let left = bench.names()
    #expect(try (40 << 20...48 << 20).contains(bench.bytes()) && left.contains("README") && left.contains(names[3]))
    let numbers = names.indices.filter { left.contains(names[$0]) }
    #expect(numbers == [3] + Array((names.count - numbers.count + 1)..<names.count))
    let next = bench.folder()
    next.put(clip, key(100))
    next.close()
    #expect(bench.names().count == left.count + 1)
  }

  @Test func `is looked at by nobody who has written nothing`() throws {
    let bench = try Workbench()
    let clip = phrase(0, frames: Self.frames)
    for number in 0..<63 { _ = try bench.keep(clip, key(number)) }
    let reader = bench.folder()
    #expect(reader.clip(key(1)) != nil)
    reader.close()
    #expect(bench.names().count == 63)
  }

  @Test func `is taken by no file whose writer is gone, nor kept by one of a time to come`() throws {
    let bench = try Workbench()
    let clip = phrase(0, frames: Self.frames)
    var names: [String] = []
    for number in 0..<60 { names.append(try bench.keep(clip, key(number))) }
    let hour = 3_600
    let (abandoned, underWay) = (names[0] + ".0123456789abcdef", names[1] + ".0123456789abcdef")
    for (name, seconds) in [(abandoned, 2 * hour), (underWay, 60)] {
      try bench.write([1, 2, 3], as: name)
      bench.age(name, by: seconds)
    }
    for (number, name) in names.enumerated() { bench.age(name, by: number == 0 ? -100 * Self.day : 1_000 - number) }
    let folder = bench.folder()
    folder.put(clip, key(60))
    folder.close()
    let left = bench.names()
    #expect(!left.contains(abandoned) && left.contains(underWay))
    #expect(!left.contains(names[1]) && left.contains(names[59]))
    // Its use gives the file the present time.
    #expect(bench.folder().clip(key(0)) != nil && bench.age(of: names[0]) < 60)
  }

  @Test func `is told of a use once a day`() throws {
    let bench = try Workbench()
    let name = try bench.keep(phrase(1), key(1))
    for (seconds, isTold) in [(60, false), (Self.day / 2, false), (Self.day + 60, true), (-2 * Self.day, true)] {
      bench.age(name, by: seconds)
      #expect(bench.folder().clip(key(1)) != nil)
      #expect((abs(bench.age(of: name)) < 30) == isTold, "\(seconds)")
    }
  }
}
