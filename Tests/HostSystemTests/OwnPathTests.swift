import FoundationEssentials
import Glibc
import HostSystem
import Testing

/// Folders that another user owns or can change; only root can give them away.
@Suite(.enabled(if: geteuid() == 0, "only root can give a folder away")) struct `A path of this user's own` {
  private static let stranger: uid_t = 12_345

  /// A folder that is gone after the test.
  private func withFolder(_ test: (String) throws -> Void) throws {
    let base = FileManager.default.temporaryDirectory.path + "/own-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: base) }
    try test(base)
  }

  private func problem(_ folder: String) -> String? { OwnPath.problem(ofFolder: folder, namedBy: "PLACE") }

  @Test func `is one that no other user owns or may write, wherever a link of the user's leads`() throws {
    try withFolder { base in
      try #require(unsafe chmod(base, 0o755) == 0 && symlink(base, base + "/link") == 0)
      #expect(problem(base) == nil && problem(base + "/link") == nil && problem(base + "/not/there") == nil)
      for mode in [0o775, 0o757, 0o1777] as [mode_t] {
        try #require(unsafe chmod(base, mode) == 0)
        let expected = "others can write to \(base): check that its files are yours, then run chmod 700 \(base)"
        #expect(problem(base) == expected, "\(mode)")
      }
      try #require(unsafe chmod(base, 0o700) == 0 && lchown(base + "/link", Self.stranger, 0) == 0)
      let foreign = "belongs to another user (12345): set PLACE to a folder of your own"
      #expect(problem(base) == nil && problem(base + "/link") == "\(base)/link \(foreign)")
      try #require(unsafe lchown(base, Self.stranger, 0) == 0)
      #expect(problem(base) == "\(base) \(foreign)")
    }
  }

  @Test func `is a regular file that belongs to the user`() throws {
    try withFolder { base in
      let file = base + "/it's"
      #expect(OwnPath.problem(ofFile: file) == nil)
      _ = FileManager.default.createFile(atPath: file, contents: nil)
      #expect(OwnPath.problem(ofFile: file) == nil)
      try #require(unsafe chown(file, Self.stranger, 0) == 0)
      #expect(OwnPath.problem(ofFile: file)?.contains(#"sudo chown "$(id -u)" '\#(base)/it'\''s'"#) == true)
      try #require(unsafe mkfifo(base + "/fifo", 0o600) == 0)
      #expect(OwnPath.problem(ofFile: base + "/fifo") == "\(base)/fifo isn't a regular file: remove it")
    }
  }

  @Test func `is made within a folder of the user's or of root's, and in no other`() throws {
    try withFolder { base in
      #expect(OwnPath.makeFolder(base + "/a/b") == nil && OwnPath.makeFolder(base + "/a/b") == nil)
      var status = stat()
      #expect(unsafe stat(base + "/a", &status) == 0 && status.st_mode & 0o777 == 0o700)
      try #require(unsafe chmod(base, 0o1777) == 0)
      #expect(OwnPath.makeFolder(base + "/c") == nil)
      try #require(unsafe chown(base, Self.stranger, 0) == 0)
      let expected = "\(base) belongs to another user (12345): it is not used"
      #expect(OwnPath.makeFolder(base + "/d/e") == expected && OwnPath.makeFolder(base + "/c") == nil)
      _ = FileManager.default.createFile(atPath: base + "/file", contents: nil)
      #expect(OwnPath.makeFolder(base + "/file/x") == "\(base)/file/x: Not a directory")
    }
  }
}
