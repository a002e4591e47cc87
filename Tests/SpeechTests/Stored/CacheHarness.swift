import AudioMixing
import CueAudio
import Foundation
import Glibc
import HostSystem
import Speech
import TestSupport

/// A private cache folder, which does not exist at first.
final class CacheHarness {
  static let capacity = 64 << 20

  /// The folder in place of a user's home.
  let base: String
  /// The cache folder.
  let path: String

  init() throws {
    var template = Array("/tmp/cuebell-phrases-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw TestSupportError("no temporary folder") }
    base = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = base + "/cache/cuebell/speech"
  }

  deinit {
    try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    try? FileManager.default.removeItem(atPath: base)
  }

  /// The cache of a new process, of 64 MiB.
  func cache(by synthesizer: String = "espeak-ng 1") -> SpeechDiskCache {
    SpeechDiskCache(path, capacity: Self.capacity, patience: Timeout.limit, synthesizer: { _ in synthesizer })
  }

  /// The names of all files there, hidden ones included, sorted.
  func names() -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  /// The bytes of all phrases there.
  func bytes() throws -> Int { try names().map { try contents(of: $0).count }.reduce(0, +) }

  func contents(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
  }

  func write(_ bytes: [UInt8], as name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }

  /// Keeps a phrase under a key, and returns the name of its file.
  func insert(_ phrase: PackedClip, _ key: PhraseKey) throws -> String {
    let before = Set(names())
    cache().put(phrase, key)
    guard let name = Set(names()).subtracting(before).first else { throw TestSupportError("nothing was kept") }
    return name
  }

  /// Sets the time of the last use to `seconds` before now.
  func age(_ name: String, by seconds: Int) {
    let used = timespec(tv_sec: time(nil) - seconds, tv_nsec: 0)
    unsafe utimensat(AT_FDCWD, "\(path)/\(name)", [used, used], 0)
  }

  /// The seconds since a file was last used.
  func age(of name: String) -> Int {
    var status = stat()
    return unsafe stat("\(path)/\(name)", &status) == 0 ? time(nil) - status.st_mtim.tv_sec : -1
  }
}

/// A phrase of noise, different for each number.
func phrase(_ number: Int, samples: Int = 5_000) -> PackedClip {
  var random = SplitMix64(seed: UInt64(number))
  let noise = (0..<samples).map { _ in Int16(random.below(60_001) - 30_000) }
  return PackedClip(Clip(mono: noise.map { Float($0) / 32_768 }, onset: number % 100, audibleEnd: samples))
}

/// A key, different for each number.
func key(_ number: Int) -> PhraseKey { key(saying: "phrase \(number)") }

func key(saying text: String) -> PhraseKey { PhraseKey(SpeechRequest(text: text), measuredBy: "sample") }

extension SpeechDiskCache {
  /// Stores a phrase, and waits until it is written.
  func put(_ phrase: PackedClip, _ key: PhraseKey) {
    insert(phrase, key)
    thread.wait()
  }
}
