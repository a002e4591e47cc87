import AudioMixing
import CueAudio
import Dispatch
import Foundation
import Glibc
import HostSystem
import Speech
import Synchronization
import TestSupport
import Testing

@Suite struct `A speech cache on disk` {
  @Test func `returns in the next process, to the last bit, what was stored in this one`() throws {
    let harness = try CacheHarness()
    let cache = harness.cache()
    for number in 0..<20 {
      #expect(cache.phrase(key(number)) == nil)
      cache.put(phrase(number), key(number))
    }
    let next = harness.cache()
    for number in 0..<20 {
      #expect(cache.phrase(key(number)) == phrase(number) && next.phrase(key(number)) == phrase(number))
    }
    #expect(next.phrase(key(20)) == nil)
  }

  @Test func `returns samples of every kind`() throws {
    let harness = try CacheHarness()
    let speech = (0..<22_050).map { (index: Int) -> Int16 in
      let (low, high): (Double, Double) = (sin(Double(index) / 18), sin(Double(index) / 5))
      return Int16(6_000 * low + 2_000 * high) + Int16(index % 64)
    }
    let extremes = (0..<999).map { (index: Int) -> Int16 in index.isMultiple(of: 2) ? .min : .max }
    let ramp = (0..<128).map { (index: Int) -> Int16 in Int16(index * 500 - 32_000) }
    let constants: [[Int16]] = [[], [7], Array(repeating: 0, count: 1_000), Array(repeating: .min, count: 65)]
    let kinds = constants + [extremes, ramp, speech]
    for (number, samples) in kinds.enumerated() {
      let phrase = try #require(
        PackedClip(mono: samples, step: 0.5 / Float(1 + number), onset: samples.count / 3, audibleEnd: samples.count))
      harness.cache().put(phrase, key(number))
      #expect(harness.cache().phrase(key(number)) == phrase, "\(number)")
    }
  }

  @Test func `finds a phrase by everything that determines its sound`() throws {
    let harness = try CacheHarness()
    let request = SpeechRequest(text: "Work", language: "en", variant: nil, rate: 165, pitch: 50)
    func changed(_ change: (inout SpeechRequest) -> Void) -> PhraseKey {
      var other = request
      change(&other)
      return PhraseKey(other, measuredBy: "sample")
    }
    let keys = [
      changed { _ in }, changed { $0.text = "work" }, changed { $0.language = "en-GB" }, changed { $0.variant = "f3" },
      changed { $0.variant = "" }, changed { $0.rate = 166 }, changed { $0.pitch = 51 },
      PhraseKey(request, measuredBy: "another"), changed { ($0.rate, $0.pitch) = (16, 550) },
      changed { $0.text = "4:Work,6:sample," }, changed { ($0.language, $0.variant) = ("e", "n") },
    ]
    for (number, key) in keys.enumerated() {
      #expect(harness.cache().phrase(key) == nil, "\(key)")
      harness.cache().put(phrase(number), key)
    }
    for (number, key) in keys.enumerated() { #expect(harness.cache().phrase(key) == phrase(number)) }
    for name in ["espeak-ng 2", ""] { #expect(harness.cache(by: name).phrase(keys[0]) == nil) }
  }

  @Test func `is closed to other users`() throws {
    let harness = try CacheHarness()
    // So that nothing but the folder itself keeps others out.
    let mask = umask(0)
    defer { umask(mask) }
    let name = try harness.insert(phrase(1), key(1))
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    for folder in ["", "/..", "/../.."] { #expect(try mode(harness.path + folder) == 0o700) }
    #expect(try mode("\(harness.path)/\(name)") == 0o600)
    unsafe chmod(harness.path, 0o777)
    #expect(harness.cache().phrase(key(1)) != nil)
    #expect(try mode(harness.path) == 0o700)
  }

  @Test func `does not store an endless phrase`() throws {
    let harness = try CacheHarness()
    let cache = harness.cache()
    cache.put(phrase(2, samples: 4 << 20), key(2))
    cache.put(phrase(3), key(saying: String(repeating: "a", count: 9 << 20)))
    #expect(harness.names().isEmpty)
    cache.put(phrase(4), key(4))
    #expect(harness.names().count == 1)
  }

  @Test func `is used by several processes at once, for the same phrases`() throws {
    let harness = try CacheHarness()
    let path = harness.path
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for round in 0..<5 {
        let cache = SpeechDiskCache(path, patience: Timeout.limit, synthesizer: { _ in "espeak-ng 1" })
        for number in 0..<10 {
          let found = cache.phrase(key(number))
          if let found, found != phrase(number) { wrong.add(1, ordering: .relaxed) }
          if found == nil || round == 2 { cache.put(phrase(number), key(number)) }
        }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0 && harness.names().count == 10)
    for number in 0..<10 { #expect(harness.cache().phrase(key(number)) == phrase(number)) }
  }

  @Test(arguments: ["/dev/null/cuebell/speech", "/proc/cuebell/speech", "/dev/full"])
  func `stores nothing where its folder can't be created`(path: String) {
    let cache = SpeechDiskCache(path, patience: Timeout.limit, synthesizer: { _ in "espeak-ng 1" })
    for number in 0..<3 {
      #expect(cache.phrase(key(number)) == nil)
      cache.put(phrase(number), key(number))
    }
    cache.close()
    #expect(cache.phrase(key(0)) == nil)
  }

  @Test func `has written all phrases when it is closed`() throws {
    let harness = try CacheHarness()
    let cache = harness.cache()
    let clip = phrase(0, samples: 200_000)
    for number in 0..<15 { cache.insert(clip, key(number)) }
    cache.close()
    for number in 0..<15 { #expect(harness.cache().phrase(key(number)) == clip) }
  }

  @Test func `is unavailable while its disk hangs, and takes a limited amount of memory`() throws {
    let harness = try CacheHarness()
    let gate = DispatchSemaphore(value: 0)
    let timedOut = Mutex(false)
    let cache = SpeechDiskCache(harness.path, patience: .milliseconds(50), synthesizer: { _ in "espeak-ng 1" })
    cache.thread.later {
      let isTooLate = gate.wait(timeout: .now() + 60) == .timedOut
      timedOut.withLock { $0 = isTooLate }
    }
    // A hundred megabytes, of which eight may wait.
    let clip = phrase(0, samples: 50 * 48_000 / 10)
    for number in 0..<200 { cache.insert(clip, key(number)) }
    for number in 0..<3 { #expect(cache.phrase(key(number)) == nil) }
    cache.insert(clip, key(300))
    cache.close()
    gate.signal()
    cache.thread.wait()
    #expect(!timedOut.withLock { $0 }, "a caller waited for the disk")
    #expect(harness.names().count == 17)
    #expect(harness.cache().phrase(key(16)) != nil && harness.cache().phrase(key(300)) == nil)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"), arguments: ["", "/cache", "/cache/cuebell"])
  func `is never created in a folder of another user`(part: String) throws {
    let harness = try CacheHarness()
    let parent = harness.base + part
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    func give(to user: uid_t) throws { try #require(unsafe chown(parent, user, user) == 0) }
    try give(to: 12_345)
    harness.cache().put(phrase(1), key(1))
    #expect(try FileManager.default.contentsOfDirectory(atPath: parent).isEmpty)
    try give(to: geteuid())
    harness.cache().put(phrase(1), key(1))
    #expect(harness.names().count == 1)
  }

  @Test func `does not write again after a failure`() throws {
    let harness = try CacheHarness()
    let name = try harness.insert(phrase(1), key(1))
    try harness.remove(name)
    // A folder in the place of the file: it can't be replaced by one.
    try FileManager.default.createDirectory(atPath: "\(harness.path)/\(name)", withIntermediateDirectories: false)
    let cache = harness.cache()
    cache.put(phrase(1), key(1))
    cache.put(phrase(2), key(2))
    #expect(harness.names() == [name])
    harness.cache().put(phrase(2), key(2))
    #expect(harness.names().count == 2)
  }
}

@Suite struct `The folder of the speech cache` {
  private static let cases: [(environment: [String: String], folder: String?)] = [
    (["XDG_CACHE_HOME": "/c", "HOME": "/h"], "/c/cuebell/speech"), (["HOME": "/h"], "/h/.cache/cuebell/speech"),
    (["XDG_CACHE_HOME": "c", "HOME": "/h"], "/h/.cache/cuebell/speech"), (["XDG_CACHE_HOME": "", "HOME": "h"], nil),
    ([:], nil), (["XDG_CACHE_HOME": "c"], nil), (["HOME": "/\u{FFFD}"], nil),
  ]

  @Test(arguments: cases) func `is named by the environment`(environment: [String: String], folder: String?) {
    #expect(SpeechDiskCache.path(in: environment) == folder)
  }
}
