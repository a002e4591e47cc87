import AudioOutput
import Testing

@Suite struct `The pace of a FIFO` {
  private static let block = 960

  /// Writes a block into the pipe and returns for when the writer has to wait.
  private func write(_ pace: inout FifoPace, unread: Int, at milliseconds: Int) -> Duration? {
    pace.pass(Self.block)
    _ = pace.forgive(unread: unread, at: .milliseconds(milliseconds))
    return pace.due(unread: unread, at: .milliseconds(milliseconds))
  }

  /// A pace that the reader has taken over, at 1000 ms with a pipe of three blocks.
  private var readers: FifoPace {
    var pace = FifoPace(at: .seconds(1), unread: 3 * Self.block)
    for _ in 1...5 { _ = pace.wait(of: .milliseconds(20), until: .seconds(1), unread: 3 * Self.block) }
    return pace
  }

  @Test func `is the clock's where nothing reads`() {
    var pace = FifoPace(at: .seconds(5))
    let instants = [5_000, 5_021, 5_040].map { write(&pace, unread: 0, at: $0) }
    #expect(instants == [.milliseconds(5_020), .milliseconds(5_040), .milliseconds(5_060)])
  }

  @Test func `lets the pipe be filled at once`() {
    var pace = FifoPace(at: .zero)
    #expect((1...4).map { write(&pace, unread: $0 * Self.block, at: 0) } == [.zero, .zero, .zero, .zero])
  }

  @Test func `is the reader's once it has made the writer wait long enough`() {
    var pace = FifoPace(at: .zero)
    for round in 1...5 {
      #expect(!pace.isReaders)
      _ = pace.wait(of: .milliseconds(20), until: .milliseconds(20 * round), unread: 3 * Self.block)
      _ = write(&pace, unread: 4 * Self.block, at: 20 * round)
    }
    #expect(pace.isReaders)
    // A clock that is slow or fast by much has no say any more.
    #expect(write(&pace, unread: 3 * Self.block, at: 101) == nil && write(&pace, unread: 0, at: 5_000) == nil)
  }

  @Test func `goes back to the clock where the reader swallows half a second beyond its time`() {
    var pace = readers
    // 25 blocks are half a second, the reader empties three more out of the pipe.
    let early = (1...22).map { _ in write(&pace, unread: 0, at: 1_000) }
    #expect(early.allSatisfy { $0 == nil } && pace.isReaders)
    #expect(write(&pace, unread: 0, at: 1_000) == .milliseconds(1_520))
    #expect(!pace.isReaders && write(&pace, unread: 0, at: 1_520) == .milliseconds(1_540))
  }

  @Test(arguments: [200, -200, 0])
  func `is evened out where the reader's portions vary, and follows where it is slower or faster`(ppm: Int) {
    var pace = readers
    var (early, late) = (Duration.zero, Duration.zero)
    // A reader whose clock is off, and which is early or late by 10 ms, over twenty minutes.
    for portion in 1...60_000 {
      pace.pass(Self.block)
      let actual = Duration.milliseconds(1_000) + .nanoseconds((20_000_000 + 20 * ppm) * portion)
      let now = actual + .milliseconds(portion % 2 == 0 ? 10 : -10)
      let isNew = pace.wait(of: .milliseconds(20), until: now, unread: 3 * Self.block)
      #expect(!isNew)
      let error = pace.end(unread: 3 * Self.block) - actual
      // After half a minute its pace is known.
      if portion < 1_500 {
        early = max(early, error, .zero - error)
      } else if portion > 3_000 {
        late = max(late, error, .zero - error)
      }
    }
    #expect(early < .milliseconds(10) && late < .milliseconds(1), "\(early) \(late)")
  }

  @Test func `stays the clock's where a reader that stores was slow for a moment`() {
    var pace = FifoPace(at: .zero)
    for _ in 1...4 { pace.pass(Self.block) }
    let isNew = pace.wait(of: .milliseconds(30), until: .milliseconds(30), unread: 4 * Self.block)
    #expect(!isNew)
    #expect(pace.due(unread: 0, at: .milliseconds(30)) == .milliseconds(80))
  }

  @Test(arguments: [5, 60, 160])
  func `stays the clock's for an hour where a reader that stores is late once a second`(milliseconds: Int) {
    var (pace, now) = (FifoPace(at: .zero), Duration.zero)
    for block in 1...180_000 {
      if block % 50 == 1 {
        now += .milliseconds(milliseconds)
        let isNew = pace.wait(of: .milliseconds(milliseconds), until: now, unread: 4 * Self.block)
        #expect(!isNew)
      }
      now = write(&pace, unread: 0, at: Int(now / .milliseconds(1))) ?? now
    }
    #expect(!pace.isReaders && now == .seconds(3_600))
  }

  @Test func `is the clock's again, without a jump, where a reader taken for a player is far ahead of its time`() {
    var pace = readers
    for _ in 1...12 { _ = write(&pace, unread: 3 * Self.block, at: 1_000) }
    let end = pace.end(unread: 0)
    let isNew = pace.wait(of: .milliseconds(20), until: .milliseconds(1_020), unread: 0)
    #expect(!isNew && !pace.isReaders && pace.end(unread: 0) == end && end == .milliseconds(1_300))
  }

  /// A player: it fills its device with portions of blocks, plays, and reads the next portion when there is room.
  struct Player: CustomTestStringConvertible {
    let (blocks, portions, ppm): (Int, Int, Int)

    init(_ blocks: Int, _ portions: Int, _ ppm: Int) {
      (self.blocks, self.portions, self.ppm) = (blocks, portions, ppm)
    }

    var testDescription: String { "\(portions) portions of \(20 * blocks) ms, \(ppm) ppm" }

    /// When it begins to read a block, at the earliest; it has read all before it at these times.
    func turn(of block: Int, after read: [Duration]) -> Duration {
      let full = blocks * portions
      guard block >= full else { return .zero }
      let played = (block / blocks - portions + 1) * blocks * (20_000_000 + 20 * ppm)
      return max(read[block - 1], read[full - 1] + .nanoseconds(played))
    }
  }

  @Test(
    arguments: [1, 3, 4, 6, 12].flatMap { blocks in
      [1, 2, 4].flatMap { portions in [-300, 0, 20, 500].map { Player(blocks, portions, $0) } }
    })
  func `is settled before anything sounds where the reader plays`(player: Player) {
    var (pace, now, restarts, read) = (FifoPace(at: .zero), Duration.zero, [Duration](), [Duration]())
    func unread() -> Int { Self.block * read.suffix(5).count { $0 > now } }
    for block in 0..<30_000 {
      // The pipe holds four blocks.
      let wait = block < 4 ? .zero : max(read[block - 4] - now, .zero)
      now += wait
      if wait > .zero, pace.wait(of: wait, until: now, unread: unread()) { restarts.append(now) }
      read.append(max(now, player.turn(of: block, after: read)))
      pace.pass(Self.block)
      if pace.forgive(unread: unread(), at: now) { restarts.append(now) }
      now = pace.due(unread: unread(), at: now) ?? now
    }
    #expect(restarts.allSatisfy { $0 < FifoPace.learningTime }, "\(restarts)")
  }

  @Test func `is computed again where the reader lost time`() {
    var pace = readers
    pace.pass(Self.block)
    let isNew = pace.wait(of: .milliseconds(220), until: .milliseconds(1_220), unread: 3 * Self.block)
    #expect(isNew)
    #expect(pace.isReaders && pace.end(unread: 3 * Self.block) == .milliseconds(1_220))
  }

  @Test func `doesn't catch up with what a stall has cost`() {
    var pace = FifoPace(at: .zero)
    #expect(write(&pace, unread: 0, at: 200) == .milliseconds(200), "a short one is made good")
    #expect(write(&pace, unread: 0, at: 9_000) == .seconds(9))
    #expect(write(&pace, unread: 0, at: 9_000) == .milliseconds(9_020))
  }

  @Test func `has what a reader left behind pass before the next frame`() {
    var pace = FifoPace(at: .milliseconds(1_080))
    #expect(write(&pace, unread: 0, at: 1_000) == .milliseconds(1_100))
  }
}
