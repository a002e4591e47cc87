import Foundation
import Glibc
import SoundFiles
import Testing

@Suite struct `A file that is written behind` {
  private static let (window, kept) = (1 << 20, 4 << 20)

  /// What share of a stretch of a file is in memory.
  private static func share(of range: Range<Int>, in file: Int32) throws -> Double {
    let page = sysconf(Int32(_SC_PAGESIZE))
    var pages = [UInt8](repeating: 0, count: range.count / page)
    let memory = unsafe mmap(nil, range.count, PROT_READ, MAP_SHARED, file, off_t(range.lowerBound))
    let isMapped = unsafe memory != MAP_FAILED
    try #require(isMapped)
    defer { unsafe munmap(memory, range.count) }
    try #require(unsafe mincore(memory, range.count, &pages) == 0)
    return Double(pages.count { $0 & 1 == 1 }) / Double(pages.count)
  }

  /// Does something with the descriptor of a new file, which lies where no memory is its disk.
  private static func withFile<Answer>(_ use: (Int32) throws -> Answer) throws -> Answer {
    let folder = try Folder(in: "/var/tmp")
    let file = unsafe open(folder["out"], O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    return try use(file)
  }

  private static func write(_ count: Int, to file: Int32, reached: (Int) -> Void = { _ in }) throws {
    let chunk = [UInt8](repeating: 7, count: 1 << 18)
    for end in stride(from: chunk.count, through: count, by: chunk.count) {
      try #require(unsafe pwrite(file, chunk, chunk.count, off_t(end - chunk.count)) == chunk.count)
      reached(end)
    }
  }

  /// Whether the file system drops what it is told to drop; one in memory has nowhere else to keep it.
  private static let drops =
    (try? withFile { file in
      try write(window, to: file)
      try #require(fsync(file) == 0 && posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0)
      return try share(of: 0..<window, in: file) < 0.1
    }) ?? false

  @Test(.enabled(if: drops, "the file system of /var/tmp drops nothing from memory"))
  func `stays in memory at its beginning and its end, but not between`() throws {
    try Self.withFile { file in
      var behind = WriteBehind(file, window: Self.window, kept: Self.kept)
      try Self.write(16 << 20, to: file) { behind.reached($0) }
      // The last window is still on its way.
      let shares = try [0..<4, 4..<15, 15..<16].map { megabytes in
        try Self.share(of: megabytes.lowerBound << 20..<megabytes.upperBound << 20, in: file)
      }
      print("in memory: \(shares)")
      #expect(shares[0] > 0.9 && shares[1] < 0.1 && shares[2] > 0.9, "\(shares)")
    }
  }

  @Test(.enabled(if: drops, "the file system of /var/tmp drops nothing from memory"))
  func `stays in memory where it is short`() throws {
    try Self.withFile { file in
      var behind = WriteBehind(file, window: Self.window, kept: Self.kept)
      try Self.write(6 << 20, to: file) { behind.reached($0) }
      #expect(try Self.share(of: 0..<Self.kept, in: file) > 0.9)
      var usual = WriteBehind(file)
      try Self.write(40 << 20, to: file) { usual.reached($0) }
      #expect(try Self.share(of: Self.kept + Self.window..<40 << 20, in: file) > 0.9)
    }
  }
}
