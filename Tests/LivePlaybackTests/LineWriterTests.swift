import Glibc
import HostSystem
import LivePlayback
import TestSupport
import Testing

@Suite struct `A line writer` {
  /// The two ends of a pipe, which holds 64 KiB.
  private static func pipe() -> (reader: Int32, writer: Int32) {
    // A reader that goes away is an error to the writer, not the end of the tests.
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    _ = unsafe Glibc.pipe(&ends)
    return (ends[0], ends[1])
  }

  /// The lines that come from a pipe, up to one that ends so.
  private static func lines(_ descriptor: Int32, upTo end: String) -> [Substring] {
    var text = ""
    var bytes = [UInt8](repeating: 0, count: 4096)
    while !text.hasSuffix("\(end)\n") {
      let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
      guard count > 0 else { break }
      text += String(decoding: bytes[..<count], as: UTF8.self)
    }
    return text.split(separator: "\n")
  }

  private static func writer(_ descriptor: Int32, capacity: Int) throws -> LineWriter {
    try LineWriter(descriptor, capacity: capacity) { "dropped \($0.count) after \($0.before)" }
  }

  @Test func `writes all that is put, in order`() throws {
    let (reader, end) = Self.pipe()
    let writer = try Self.writer(end, capacity: 100)
    for number in 0..<50 { writer.put("line \(number)") }
    writer.finish()
    #expect(Self.lines(reader, upTo: "line 49") == (0..<50).map { "line \($0)" })
    close(reader)
    close(end)
  }

  @Test func `never holds up who puts, drops the oldest, and says how many and where`() throws {
    let (reader, end) = Self.pipe()
    let writer = try Self.writer(end, capacity: 10)
    let filling = String(repeating: "x", count: 500)
    // More than the pipe and the queue hold: only a writer that waits for nothing gets through.
    for number in 0..<1000 { writer.put("\(number) \(filling)") }
    writer.put("1000 last")
    var expected = 0
    var dropped = 0
    for line in Self.lines(reader, upTo: "last") {
      let words = line.split(separator: " ")
      if words[0] == "dropped" {
        #expect(words[3] == "\(expected)")
        dropped += try #require(Int(words[1]))
        expected += try #require(Int(words[1]))
      } else {
        #expect(words[0] == "\(expected)")
        expected += 1
      }
    }
    // The pipe takes about 130 of the lines, two rounds of the queue 20 more; when they do is the system's affair.
    #expect(expected == 1001 && dropped > 800)
    close(reader)
    close(end)
  }

  @Test func `writes it all to a descriptor that was set not to wait`() throws {
    let (reader, end) = Self.pipe()
    _ = fcntl(end, F_SETFL, O_NONBLOCK)
    let writer = try Self.writer(end, capacity: 1000)
    let filling = String(repeating: "x", count: 500)
    // Eight times what the pipe holds, so that it is full again and again.
    for number in 0..<999 { writer.put("\(number) \(filling)") }
    writer.put("last")
    let lines = Self.lines(reader, upTo: "last")
    #expect(lines.count == 1000 && lines.dropLast().enumerated().allSatisfy { $0.element == "\($0.offset) \(filling)" })
    writer.finish()
    #expect(writer.failure == nil)
    close(reader)
    close(end)
  }

  @Test func `knows why it could not write, and takes a reader that has gone away for no failure`() throws {
    let full = unsafe open("/dev/full", O_WRONLY | O_CLOEXEC)
    let writer = try Self.writer(full, capacity: 10)
    writer.put("lost")
    let hasFailed = Timeout.wait { writer.failure != nil }
    #expect(hasFailed && writer.failure == .noSpace)
    writer.finish()
    close(full)
    let (reader, end) = Self.pipe()
    close(reader)
    let unread = try Self.writer(end, capacity: 10)
    unread.put("lost")
    unread.finish()
    #expect(unread.failure == nil)
    close(end)
  }

  @Test func `ends though its reader doesn't read, or is gone`() throws {
    let (reader, end) = Self.pipe()
    let blocked = try Self.writer(end, capacity: 300)
    for _ in 0..<300 { blocked.put(String(repeating: "x", count: 500)) }
    blocked.finish()
    close(reader)
    let gone = try Self.writer(end, capacity: 100)
    gone.put("lost")
    gone.finish()
    close(end)
  }

  @Test func `loses no line to a thread that is held up for longer than a reader may be`() throws {
    let (reader, end) = Self.pipe()
    for descriptor in [reader, end] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    // A full pipe keeps the first lines, so that others are dropped; the thread is then held up before it says so.
    let filling = [UInt8](repeating: 10, count: 65_536)
    _ = unsafe Glibc.write(end, filling, filling.count)
    let writer = try LineWriter(end, capacity: 10) { _ in
      sleep(3)
      return "dropped"
    }
    for number in 0..<30 { writer.put("\(number)") }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    _ = unsafe Glibc.read(reader, &bytes, bytes.count)
    writer.finish()
    let count = unsafe Glibc.read(reader, &bytes, bytes.count)
    let lines = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n")
    #expect(lines.contains("dropped") && lines.last == "29")
    close(reader)
    close(end)
  }
}
