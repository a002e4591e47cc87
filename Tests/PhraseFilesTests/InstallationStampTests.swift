import Foundation
import PhraseFiles
import TestSupport
import Testing

@Suite struct `The stamp of an installation` {
  private let base = "/tmp/cuebell-stamp-\(UUID().uuidString)"

  private func stamp() -> String? { InstallationStamp.text(of: ["\(base)/data", "\(base)/lib.so"]) }

  @Test func `is the same for the same, and another after every change`() throws {
    defer { try? FileManager.default.removeItem(atPath: base) }
    try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: false)
    try shell("cd \(base); mkdir -p data/voices/v; echo one | tee data/de_dict data/voices/v/f1 lib.so")
    var seen = [try #require(stamp())]
    #expect(stamp() == seen[0] && seen[0].count == 32)
    let changes = [
      "echo two > lib.so", "echo longer > data/de_dict", "touch -d @1 data/de_dict", "echo x > data/voices/v/f2",
      "mv data/voices/v/f2 data/voices/v/f3", "rm data/voices/v/f3", "ln -s /nowhere data/dangling", "mkdir data/lang",
      "echo three > lib.so; touch -d @1 lib.so", "echo THREE > lib.so; touch -d @1 lib.so",
    ]
    for change in changes {
      // What the kernel notes has the grain of its tick.
      try shell("cd \(base); sleep 0.02; \(change)")
      let next = try #require(stamp())
      #expect(!seen.contains(next), "\(change)")
      seen.append(next)
    }
    try shell("cd \(base); ln -s .. data/lang/round")
    #expect(stamp() == nil)
    try shell("cd \(base); rm data/lang/round lib.so")
    #expect(stamp() == nil)
  }
}
