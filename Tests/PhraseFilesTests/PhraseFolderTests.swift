import AudioMixing
import CueAudio
import Dispatch
import Foundation
import Glibc
import PhraseFiles
import Synchronization
import TestSupport
import Testing

@Suite struct `A folder of phrases` {
  @Test func `has in the next process, to the last bit, what was kept in this one`() throws {
    let bench = try Workbench()
    let folder = bench.folder()
    for number in 0..<20 {
      #expect(folder.clip(key(number)) == nil)
      folder.put(phrase(number), key(number))
    }
    let next = bench.folder()
    for number in 0..<20 {
      #expect(folder.parts(key(number)) == Parts(phrase(number)) && next.parts(key(number)) == Parts(phrase(number)))
    }
    #expect(next.clip(key(20)) == nil)
  }

  @Test func `knows a phrase by all that its sound follows from`() throws {
    let bench = try Workbench()
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
      #expect(bench.folder().clip(key) == nil, "\(key)")
      bench.folder().put(phrase(number), key)
    }
    for (number, key) in keys.enumerated() { #expect(bench.folder().parts(key) == Parts(phrase(number))) }
    for name in ["espeak-ng 2", "", nil] { #expect(bench.folder(by: name).clip(keys[0]) == nil) }
  }

  @Test func `asks once by whom the phrases are, and keeps none of nobody`() throws {
    let bench = try Workbench()
    let asked = Mutex(0)
    for name in ["espeak-ng 1", nil] {
      asked.withLock { $0 = 0 }
      let folder = PhraseFolder.patient(bench.path) {
        asked.withLock { $0 += 1 }
        return name
      }
      for number in 0..<3 where folder.clip(key(number)) == nil { folder.put(phrase(number), key(number)) }
      #expect(asked.withLock { $0 } == 1 && bench.names().count == (name == nil ? 0 : 3))
      for name in bench.names() { try bench.remove(name) }
    }
  }

  @Test func `is closed to others, and its files are`() throws {
    let bench = try Workbench()
    // So that nothing but the folder itself keeps others out.
    let mask = umask(0)
    defer { umask(mask) }
    let name = try bench.keep(phrase(1), key(1))
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    for folder in ["", "/..", "/../.."] { #expect(try mode(bench.path + folder) == 0o700) }
    #expect(try mode("\(bench.path)/\(name)") == 0o600)
    unsafe chmod(bench.path, 0o777)
    #expect(bench.folder().clip(key(1)) != nil)
    #expect(try mode(bench.path) == 0o700)
  }

  @Test func `keeps nothing of a stereo or an endless phrase`() throws {
    let bench = try Workbench()
    let folder = bench.folder()
    folder.put(PackedClip(Clip(left: [0.5, 0.25], right: [0.25, 0.5])), key(1))
    folder.put(phrase(2, frames: 1 << 20), key(2))
    folder.put(phrase(3), key(saying: String(repeating: "a", count: 3 << 20)))
    #expect(bench.names().isEmpty)
    folder.put(phrase(4), key(4))
    #expect(bench.names().count == 1)
  }

  @Test func `is used by many at once, for the same phrases`() throws {
    let bench = try Workbench()
    let path = bench.path
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for round in 0..<5 {
        let folder = PhraseFolder.patient(path) { "espeak-ng 1" }
        for number in 0..<10 {
          let found = folder.parts(key(number))
          if let found, found != Parts(phrase(number)) { wrong.add(1, ordering: .relaxed) }
          if found == nil || round == 2 { folder.put(phrase(number), key(number)) }
        }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0 && bench.names().count == 10)
    for number in 0..<10 { #expect(bench.folder().parts(key(number)) == Parts(phrase(number))) }
  }

  @Test(arguments: ["/dev/null/cuebell/speech", "/proc/cuebell/speech", "/dev/full"])
  func `that can't be made costs nothing but itself`(path: String) {
    let folder = PhraseFolder.patient(path) { "espeak-ng 1" }
    for number in 0..<3 {
      #expect(folder.clip(key(number)) == nil)
      folder.put(phrase(number), key(number))
    }
    folder.close()
    #expect(folder.clip(key(0)) == nil)
  }

  @Test func `has all that was kept when it is closed`() throws {
    let bench = try Workbench()
    let folder = bench.folder()
    let clip = phrase(0, frames: 200_000)
    for number in 0..<15 { folder.keep(clip, key(number)) }
    folder.close()
    for number in 0..<15 { #expect(bench.folder().parts(key(number)) == Parts(clip)) }
  }

  @Test func `whose disk hangs isn't there, and takes no more than its share of memory`() throws {
    let bench = try Workbench()
    let gate = DispatchSemaphore(value: 0)
    let gaveUp = Mutex(false)
    let folder = PhraseFolder(bench.path, patience: .milliseconds(50)) {
      let isTooLate = gate.wait(timeout: .now() + 60) == .timedOut
      gaveUp.withLock { $0 = isTooLate }
      return "espeak-ng 1"
    }
    // A hundred megabytes, of which eight may wait.
    let clip = phrase(0, frames: 50 * 48_000 / 10)
    for number in 0..<200 { folder.keep(clip, key(number)) }
    for number in 0..<3 { #expect(folder.clip(key(number)) == nil) }
    folder.keep(clip, key(300))
    folder.close()
    gate.signal()
    folder.settle()
    #expect(!gaveUp.withLock { $0 }, "it has been waited for")
    #expect(bench.names().count == 18)
    #expect(bench.folder().clip(key(17)) != nil && bench.folder().clip(key(300)) == nil)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"), arguments: ["", "/cache", "/cache/cuebell"])
  func `is never made in what is another user's`(part: String) throws {
    let bench = try Workbench()
    let parent = bench.base + part
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    func give(to user: uid_t) throws { try #require(unsafe chown(parent, user, user) == 0) }
    try give(to: 12_345)
    bench.folder().put(phrase(1), key(1))
    #expect(try FileManager.default.contentsOfDirectory(atPath: parent).isEmpty)
    try give(to: geteuid())
    bench.folder().put(phrase(1), key(1))
    #expect(bench.names().count == 1)
  }

  @Test func `tries no second time to write when it has failed`() throws {
    let bench = try Workbench()
    let name = try bench.keep(phrase(1), key(1))
    try bench.remove(name)
    // A folder in the place of the file: it can't be replaced by one.
    try FileManager.default.createDirectory(atPath: "\(bench.path)/\(name)", withIntermediateDirectories: false)
    let folder = bench.folder()
    folder.put(phrase(1), key(1))
    folder.put(phrase(2), key(2))
    #expect(bench.names() == [name])
    bench.folder().put(phrase(2), key(2))
    #expect(bench.names().count == 2)
  }
}

@Suite struct `The place of phrases` {
  private static let places: [(environment: [String: String], folder: String?)] = [
    (["XDG_CACHE_HOME": "/c", "HOME": "/h"], "/c/cuebell/speech"), (["HOME": "/h"], "/h/.cache/cuebell/speech"),
    (["XDG_CACHE_HOME": "c", "HOME": "/h"], "/h/.cache/cuebell/speech"), (["XDG_CACHE_HOME": "", "HOME": "h"], nil),
    ([:], nil), (["XDG_CACHE_HOME": "c"], nil), (["HOME": "/\u{FFFD}"], nil),
  ]

  @Test(arguments: places) func `is named by the environment`(environment: [String: String], folder: String?) {
    #expect(PhrasePlace.folder(environment) == folder)
  }
}
