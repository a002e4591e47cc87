import ControlSocket
import Testing

@Suite struct `What waits for a client` {
  private func sent(_ queue: inout OutgoingQueue) -> [String] {
    var bytes: [UInt8] = []
    _ = queue.send { part in
      bytes += part
      return part.count
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `gives the oldest events up for one line that counts them, and no reply`() {
    var queue = OutgoingQueue()
    for number in 0..<2_000 {
      if number.isMultiple(of: 10) { queue.add(reply: "reply \(number)") }
      queue.add(event: Array("event \(number)\n".utf8), at: .seconds(number))
    }
    #expect(queue.count == OutgoingQueue.lineCapacity)
    let lines = sent(&queue)
    #expect(lines.filter { $0.hasPrefix("reply") } == (0..<200).map { "reply \($0 * 10)" })
    let dropped = lines.filter { $0.contains("dropped") }
    let kept = lines.filter { $0.hasPrefix("event") }
    #expect(dropped.count == 1)
    #expect(dropped.first?.contains("\"count\":\(2_000 - kept.count)}") == true)
    #expect(kept.last == "event 1999" && queue.isEmpty && queue.byteCount == 0)
  }

  @Test func `is at most a mebibyte of events`() {
    var queue = OutgoingQueue()
    for _ in 0..<100 { queue.add(event: [UInt8](repeating: 0x78, count: 65_536), at: .zero) }
    #expect(queue.byteCount <= OutgoingQueue.byteCapacity && queue.count < 20)
  }

  @Test func `continues where it was cut`() {
    var queue = OutgoingQueue()
    queue.add(reply: "abcdef")
    queue.add(event: Array("xyz\n".utf8), at: .zero)
    var bytes: [UInt8] = []
    for _ in 0..<11 {
      var isOpen = true
      _ = queue.send { part in
        guard isOpen else { return nil }
        isOpen = false
        bytes += part.prefix(1)
        return 1
      }
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "abcdef\nxyz\n" && queue.isEmpty)
  }

  @Test func `comes out of a bucket that fills with time`() {
    var bucket = TokenBucket(rate: 20, capacity: 40, at: .seconds(5))
    let taken = (0..<41).map { _ in bucket.consume(at: .seconds(5)) }
    #expect(taken == Array(repeating: true, count: 40) + [false])
    let delay = bucket.delay(at: .seconds(5))
    #expect(delay == .milliseconds(50))
    let later = [5_049, 5_050].map { bucket.consume(at: .milliseconds($0)) }
    #expect(later == [false, true])
    let full = bucket.available(at: .seconds(9_999))
    #expect(full == 40)
    let many = bucket.consume(60, at: .seconds(9_999))
    let left = [10_000, 10_001].map { bucket.available(at: .seconds($0)) }
    #expect(many && left == [0, 20])
  }
}

@Suite struct `A buffer of lines` {
  @Test func `splits what comes in pieces`() {
    var buffer = LineBuffer()
    buffer.append("pa".utf8)
    #expect(buffer.next() == nil)
    buffer.append("use\nstop\n\nre".utf8)
    let holdsOne = buffer.holdsOneLine()
    #expect(!holdsOne)
    #expect(buffer.next() == Array("pause".utf8) && buffer.next() == Array("stop".utf8))
    #expect(buffer.next() == [] && buffer.next() == nil && !buffer.isEmpty)
    #expect(buffer.rest() == Array("re".utf8) && buffer.isEmpty)
  }

  @Test func `overflows where no line ends for too long`() {
    var buffer = LineBuffer()
    buffer.append([UInt8](repeating: 0x78, count: LineBuffer.capacity))
    #expect(buffer.next() == nil && !buffer.hasOverflowed)
    buffer.append("\nx\n".utf8)
    #expect(buffer.next()?.count == LineBuffer.capacity && buffer.next() == [0x78])
    buffer.append([UInt8](repeating: 0x78, count: LineBuffer.capacity + 1))
    #expect(buffer.next() == nil && buffer.hasOverflowed)
  }
}
