import Foundation
import Glibc
import HostSystem
import TestSupport
import Testing

@Suite struct `A private file` {
  @Test func `is read as it was written, and only by its user`() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(PrivateFile.replace(folder["file"], with: bytes) && PrivateFile.replace(folder["file"], with: bytes))
    #expect(PrivateFile.read(folder["file"], atMost: bytes.count) == bytes)
    #expect(PrivateFile.read(folder["file"], atMost: bytes.count - 1) == nil)
    let mode = try FileManager.default.attributesOfItem(atPath: folder["file"])[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder[""]) == ["file"])
  }

  @Test func `isn't one that is empty, a link, a FIFO or a folder, or isn't there`() throws {
    let folder = try TemporaryFolder()
    #expect(PrivateFile.replace(folder["empty"], with: []) && PrivateFile.replace(folder["file"], with: [1]))
    try FileManager.default.createSymbolicLink(atPath: folder["link"], withDestinationPath: folder["file"])
    #expect(unsafe mkfifo(folder["fifo"], 0o600) == 0)
    for name in ["empty", "link", "fifo", "", "nowhere"] {
      #expect(PrivateFile.read(folder[name], atMost: 100) == nil, "\(name)")
    }
  }

  @Test func `isn't there where it can't be written, and leaves nothing behind`() {
    #expect(!PrivateFile.replace("/proc/nowhere/file", with: [1]))
  }
}
