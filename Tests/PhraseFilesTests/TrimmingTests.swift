import CueAudio
import Foundation
import PhraseFiles
import Testing

@Suite struct `The size of a speech cache` {
  /// The samples of a phrase take one megabyte.
  private static let frames = 1 << 19
  private static let day = 86_400

  @Test func `never exceeds the capacity: the least recently used phrases are removed`() throws {
    let harness = try CacheHarness()
    let clip = phrase(0, frames: Self.frames)
    var names: [String] = []
    for number in 0..<63 {
      names.append(try harness.insert(clip, key(number)))
      harness.age(names[number], by: 100 * Self.day - number)
    }
    // One is used again.
    #expect(harness.cache().clip(key(3)) != nil && harness.age(of: names[3]) < 60)
    // A file of another program is ignored.
    try harness.write([UInt8](repeating: 7, count: 100), as: "README")
    let cache = harness.cache()
    cache.put(clip, key(63))
    // The last phrase did not fit: a quarter was freed, and then it was written.
    let left = harness.names()
    #expect(try (45 << 20...50 << 20).contains(harness.bytes()) && left.contains("README") && left.contains(names[3]))
    let numbers = names.indices.filter { left.contains(names[$0]) }
    #expect(numbers == [3] + Array((names.count - numbers.count + 1)..<names.count))
    for number in 64..<100 { cache.put(clip, key(number)) }
    #expect(try harness.bytes() <= SpeechDiskCache.capacity + 100)
    #expect(cache.clip(key(99)) != nil && cache.clip(key(30)) == nil)
  }

  @Test func `is reduced by no process that only reads`() throws {
    let harness = try CacheHarness()
    let clip = phrase(0, frames: Self.frames)
    for number in 0..<63 { _ = try harness.insert(clip, key(number)) }
    let reader = harness.cache()
    #expect(reader.clip(key(1)) != nil)
    reader.close()
    #expect(harness.names().count == 63)
  }

  @Test func `includes unfinished files, and files of the future count as new`() throws {
    let harness = try CacheHarness()
    let clip = phrase(0, frames: Self.frames)
    var names: [String] = []
    for number in 0..<63 { names.append(try harness.insert(clip, key(number))) }
    let hour = 3_600
    let (abandoned, recent) = (names[0] + ".0123456789abcdef", names[1] + ".0123456789abcdef")
    for (name, seconds) in [(abandoned, 2 * hour), (recent, 60)] {
      try harness.write([1, 2, 3], as: name)
      harness.age(name, by: seconds)
    }
    for (number, name) in names.enumerated() { harness.age(name, by: number == 0 ? -100 * Self.day : 1_000 - number) }
    harness.cache().put(clip, key(63))
    let left = harness.names()
    #expect(!left.contains(abandoned) && left.contains(recent))
    #expect(!left.contains(names[1]) && left.contains(names[59]))
    // Its use gives the file the present time.
    #expect(harness.cache().clip(key(0)) != nil && harness.age(of: names[0]) < 60)
  }

  @Test func `depends on uses that are recorded once a day`() throws {
    let harness = try CacheHarness()
    let name = try harness.insert(phrase(1), key(1))
    for (seconds, isRecorded) in [(60, false), (Self.day / 2, false), (Self.day + 60, true), (-2 * Self.day, true)] {
      harness.age(name, by: seconds)
      #expect(harness.cache().clip(key(1)) != nil)
      #expect((abs(harness.age(of: name)) < 30) == isRecorded, "\(seconds)")
    }
  }
}
