import AudioMixing
import Foundation
import Speech
import TestSupport
import Testing

@Suite struct `The installation of espeak-ng` {
  @Test func `is found with its library and its data, without loading them`() throws {
    let paths = EspeakInstallation.paths
    #expect(paths == EspeakInstallation.paths)
    try #require(paths.count == 3)
    let (library, data, mathematics) = (paths[0], paths[1], paths[2])
    // A program by itself isn't one of them.
    for (path, name) in [(library, "libespeak-ng.so"), (mathematics, "/libm.so")] {
      #expect(path.contains(name))
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
      #expect(bytes.starts(with: [0x7F] + "ELF".utf8))
    }
    for name in ["phontab", "phondata", "phonindex", "en_dict", "voices"] {
      #expect(FileManager.default.fileExists(atPath: "\(data)/\(name)"), "\(data)/\(name)")
    }
    // A copy of the library that comes with the program brings its own.
    #expect(data == URL(fileURLWithPath: library).deletingLastPathComponent().path + "/espeak-ng-data")
  }

  @Test func `has another identity after each change of a file or of the entries of its folder`() throws {
    let base = "/tmp/cuebell-identity-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: base) }
    func identity() -> String? { EspeakInstallation.identity(of: ["\(base)/data", "\(base)/lib.so"]) }
    try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: false)
    try shell("cd \(base); mkdir -p 'data/voices/!v' data/lang/gmw; echo one | tee data/de_dict lib.so")
    try shell("cd \(base)/data; echo one | tee 'voices/!v/f1' lang/gmw/en-GB")
    var seen = [try #require(identity())]
    #expect(identity() == seen[0] && seen[0].hasPrefix("espeak-ng 1."))
    let changes = [
      "echo two > lib.so", "echo two > data/new; mv data/new data/de_dict", "echo x > data/fr_dict",
      "mv data/fr_dict data/es_dict", "rm data/es_dict", "echo x > new; mv new 'data/voices/!v/f1'",
      "echo x > 'data/voices/!v/f2'", "echo x > new; mv new data/lang/gmw/en-GB", "rm data/lang/gmw/en-GB",
      "echo three > lib.so; touch -d @1 lib.so",
      "echo THREE > lib.so; touch -d @1 lib.so",
    ]
    for change in changes {
      // File times have the resolution of the kernel's tick.
      try shell("cd \(base); sleep 0.02; \(change)")
      let next = try #require(identity())
      #expect(!seen.contains(next), "\(change)")
      seen.append(next)
    }
    try shell("rm \(base)/lib.so")
    #expect(identity() == nil)
  }
}

@Suite struct `Speech in this process` {
  @Test func `is made by any number of synthesisers, which share one library`() async throws {
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask { try EspeakSynthesizer().synthesize(SpeechRequest(text: "Three")).samples.count }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts.count == 8 && counts.allSatisfy { (6_000...9_000).contains($0) })
  }

  @Test func `keeps the errors of the worker`() {
    #expect(throws: SpeechError.noVoice(language: "tlh")) {
      try EspeakSynthesizer().synthesize(SpeechRequest(text: "One", language: "tlh"))
    }
    #expect(throws: SpeechError.nothingToSay) { try EspeakSynthesizer().synthesize(SpeechRequest(text: "...")) }
  }
}
