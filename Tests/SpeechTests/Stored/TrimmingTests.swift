import CueAudio
import Foundation
import Speech
import TestSupport
import Testing

@Suite struct `The size of a speech cache` {
  /// Sixty-three phrases of this many samples fit into the cache, and no more.
  private static let samples = 528_000
  private static let day = 86_400

  @Test func `never exceeds the capacity: the least recently used phrases are removed`() throws {
    let harness = try CacheHarness()
    let clip = phrase(0, samples: Self.samples)
    var names: [String] = []
    for number in 0..<63 {
      names.append(try harness.insert(clip, key(number)))
      harness.age(names[number], by: 100 * Self.day - number)
    }
    // One is used again.
    #expect(harness.cache().phrase(key(3)) != nil && harness.age(of: names[3]) < 60)
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
    #expect(try harness.bytes() <= CacheHarness.capacity + 100)
    #expect(cache.phrase(key(99)) != nil && cache.phrase(key(30)) == nil)
  }

  @Test func `is used up to its limit by sessions with more phrases than fit`() throws {
    let harness = try CacheHarness()
    let count = 100
    func synthesizedPhrases() -> Int {
      let cache = SpeechDiskCache(
        harness.path, capacity: 500_000, patience: Timeout.limit, synthesizer: { _ in "espeak-ng 1" })
      return (0..<count).filter { number in
        if cache.phrase(key(number)) != nil { return false }
        cache.put(phrase(number), key(number))
        return true
      }.count
    }
    #expect(synthesizedPhrases() == count)
    // A phrase takes 10 kB. What a session has used stays, so the next one doesn't push out what it is yet to use.
    for _ in 0..<3 { #expect((50...55).contains(synthesizedPhrases())) }
    #expect(try harness.bytes() <= 500_000)
    // Another session takes their place.
    let other = SpeechDiskCache(
      harness.path, capacity: 500_000, patience: Timeout.limit, synthesizer: { _ in "espeak-ng 1" })
    other.put(phrase(1), key(1_000))
    #expect(other.phrase(key(1_000)) != nil)
  }

  @Test func `is reduced by no process that only reads`() throws {
    let harness = try CacheHarness()
    let clip = phrase(0, samples: Self.samples)
    for number in 0..<63 { _ = try harness.insert(clip, key(number)) }
    let reader = harness.cache()
    #expect(reader.phrase(key(1)) != nil)
    reader.close()
    #expect(harness.names().count == 63)
  }

  @Test func `includes unfinished files, and files of the future count as new`() throws {
    let harness = try CacheHarness()
    let clip = phrase(0, samples: Self.samples)
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
    #expect(harness.cache().phrase(key(0)) != nil && harness.age(of: names[0]) < 60)
  }

  @Test func `depends on uses that are recorded once a day`() throws {
    let harness = try CacheHarness()
    let name = try harness.insert(phrase(1), key(1))
    for (seconds, isRecorded) in [(60, false), (Self.day / 2, false), (Self.day + 60, true), (-2 * Self.day, true)] {
      harness.age(name, by: seconds)
      #expect(harness.cache().phrase(key(1)) != nil)
      #expect((abs(harness.age(of: name)) < 30) == isRecorded, "\(seconds)")
    }
  }
}
