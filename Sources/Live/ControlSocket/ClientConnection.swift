import Glibc
import HostSystem
import SessionControl

/// A client of a run: what it has sent and not finished, what it has yet to read, and what it asked to be told.
struct ClientConnection {
  /// The longest text without a line break, in bytes; a client that sends a longer one is hung up on.
  private static let inputLimit = 64 * 1024
  /// How much may wait to be read by a client, in bytes and in lines.
  private static let (outputLimit, lineLimit) = (1 << 20, 1_024)
  /// How long a client may leave what waits for it unread.
  private static let patience = Duration.seconds(10)
  /// How many lines of a client are answered in a turn, and how long one that asks too often waits for the next.
  private static let (linesATurn, pause) = (40, Duration.milliseconds(50))

  private enum Line {
    /// An event, which may give way to newer ones.
    case event([UInt8])
    case reply([UInt8])

    var bytes: [UInt8] {
      switch self {
      case .event(let bytes), .reply(let bytes): bytes
      }
    }
  }

  let descriptor: Int32
  /// The number by which answers find the client.
  let number: Int
  /// What the client calls itself.
  var name: String?
  var watched: Set<SessionProperty> = []
  var events: Set<String> = []
  /// Whether events are sent as soon as they are decided.
  var isAhead = false
  /// Whether the client has hung up, or is to be hung up on.
  private(set) var isOver = false
  private var input: [UInt8] = []
  private var output: [Line] = []
  private var outputBytes = 0
  /// How much of the first line has been written.
  private var written = 0
  /// How many events gave way since the last line that says so.
  private var dropped = 0
  /// Since when the client has taken nothing of what waits; `nil` where nothing waits.
  private var stuckSince: Duration?
  private var requests: TokenBucket
  /// Until when nothing more is read of a client that asks too often.
  private var pausedUntil: Duration?

  init(_ descriptor: Int32, number: Int, at now: Duration) {
    self.descriptor = descriptor
    self.number = number
    requests = TokenBucket(capacity: 40, rate: 20, at: now)
  }

  // MARK: Waiting

  /// What to poll the client for at `now`.
  func interest(at now: Duration) -> Int16 {
    let reads = pausedUntil.map { now >= $0 } ?? true
    return Int16(reads && !isFull ? POLLIN : 0) | Int16(output.isEmpty ? 0 : POLLOUT)
  }

  /// When something is to be done for the client by itself.
  var deadline: Duration? {
    [pausedUntil, stuckSince.map { $0 + Self.patience }].compactMap { $0 }.min()
  }

  /// Whether so much waits that nothing more is read: what is asked then would have to be kept.
  private var isFull: Bool { outputBytes > Self.outputLimit || output.count > Self.lineLimit }

  /// Hangs up on a client that has left what waits for it unread for too long; lets one that asked too often ask again.
  mutating func check(at now: Duration) {
    if let stuckSince, now - stuckSince >= Self.patience { isOver = true }
    if let end = pausedUntil, now >= end { pausedUntil = nil }
  }

  // MARK: Reading

  /// What is to be done with a line.
  enum Turn {
    case request([UInt8])
    /// The client has asked too often; its line is answered so.
    case tooMany([UInt8])
  }

  /// Reads what the client has sent.
  mutating func read() {
    var bytes = [UInt8](repeating: 0, count: Self.inputLimit)
    let count = unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    if count > 0 {
      input += bytes[..<count]
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      isOver = true
    }
  }

  /// The lines that are to be answered now, at most some of those that have come.
  mutating func turns(at now: Duration) -> [Turn] {
    var turns: [Turn] = []
    var start = 0
    while turns.count < Self.linesATurn, let end = input[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = Array(input[start..<end])
      start = end + 1
      turns.append(requests.take(at: now) ? .request(line) : .tooMany(line))
    }
    input.removeFirst(start)
    if case .tooMany? = turns.last { pausedUntil = now + Self.pause }
    if input.count > Self.inputLimit, !input.contains(UInt8(ascii: "\n")) { isOver = true }
    return turns
  }

  /// Whether lines wait to be answered that no further input announces.
  var hasLines: Bool { pausedUntil == nil && input.contains(UInt8(ascii: "\n")) }

  // MARK: Writing

  /// Queues a reply, which is never dropped.
  mutating func reply(_ line: String, at now: Duration) { append(.reply(Array((line + "\n").utf8)), at: now) }

  /// Queues an event; where too much waits, the oldest events give way.
  mutating func tell(_ line: String, at now: Duration) {
    append(.event(Array((line + "\n").utf8)), at: now)
    while isFull, let index = output.indices.dropFirst(written > 0 ? 1 : 0).first(where: { isEvent(output[$0]) }) {
      outputBytes -= output[index].bytes.count
      output.remove(at: index)
      dropped += 1
    }
  }

  private func isEvent(_ line: Line) -> Bool { if case .event = line { true } else { false } }

  private mutating func append(_ line: Line, at now: Duration) {
    if output.isEmpty { stuckSince = now }
    output.append(line)
    outputBytes += line.bytes.count
  }

  /// Writes what the client takes.
  mutating func flush(at now: Duration) {
    while let first = output.first {
      if written == 0, dropped > 0, isEvent(first) {
        let line = Line.reply(Array((ControlReply.dropped(dropped) + "\n").utf8))
        output.insert(line, at: 0)
        outputBytes += line.bytes.count
        dropped = 0
        continue
      }
      let bytes = first.bytes
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe send(
          descriptor, buffer.baseAddress.map { unsafe $0 + written }, bytes.count - written,
          Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      }
      guard count > 0 else {
        if errno != EAGAIN, errno != EINTR { isOver = true }
        return
      }
      stuckSince = now
      written += count
      if written == bytes.count {
        outputBytes -= bytes.count
        output.removeFirst()
        written = 0
      }
    }
    stuckSince = nil
  }

  /// Whether everything has been written.
  var isFlushed: Bool { output.isEmpty }

  /// Hangs up.
  func hangUp() { close(descriptor) }
}
