package import AudioMixing
package import CueAudio
import Glibc
package import HostSystem

/// Writes raw sound to a FIFO for another program: interleaved 16-bit pairs, little-endian, at the bus rate, without a
/// header.
///
/// A Snapcast server reads this format. The reader sets the pace: `write` waits until the pipe, which holds 85 ms, has
/// space. While there is no reader, the sound is dropped at the pace of the clock, and a new reader hears the current
/// sound, not what it missed. A reader that has the FIFO open and reads nothing for a quarter of a second counts as
/// absent until it reads again; a block is then accepted or dropped in whole frames. A reader that reads faster than
/// real time, such as `cat`, is limited to the clock. A sink is used by one thread at a time. SIGPIPE is ignored from
/// the first sink on.
package final class FifoSink: LiveSink {
  package enum Reader: String, Equatable, Sendable {
    case present
    /// No process has the FIFO open for reading.
    case absent
    /// A reader has it open and reads nothing.
    case stalled
  }

  package let path: String
  /// The frames of 20 ms, which fit into one piece of the pipe.
  package let blockFrames = Bus.sampleRate / 50
  /// The frames of 30 ms: more than a reader reads at a time.
  package let startFrames = Bus.sampleRate * 3 / 100
  /// The last known state of the other end.
  package private(set) var reader = Reader.absent
  /// The latency of the reader, if it is known.
  package let latencyOffset: Duration?
  /// Incremented when the relation of written to heard frames breaks: a reader arrived, left, stalled, continued or
  /// changed its pace, or the host held up the session.
  package private(set) var clockEpoch = 0

  private let clock: any HostClock
  private let patience: Duration
  private let needsReader: Bool
  private let observe: @Sendable (Reader, Duration) -> Void
  private var end: FifoEnd?
  private var pace: FifoPace
  private var block = RawSamples()

  /// The number of checks for a reader at the beginning, every 10 ms.
  private static let looks = 25

  /// Opens the FIFO at `path`, whose reader is heard `latencyOffset` later; the sink fails where it has none.
  package convenience init(readPath path: String, latencyOffset: Duration, clock: any HostClock) throws(SinkError) {
    try self.init(path: path, clock: clock, needsReader: true, latencyOffset: latencyOffset)
    if let error = reader.error(path) { throw error }
  }

  /// Opens the FIFO at `path`, which must exist; a missing reader is no error, and `clock` sets the pace meanwhile.
  ///
  /// A reader may read nothing for `patience`, less than the gap that a session notices. `observe` is called on the
  /// writing thread with the new value and its time when `reader` changes, and with the first block where there is no
  /// reader.
  package init(
    path: String, clock: any HostClock, patience: Duration = .milliseconds(250), needsReader: Bool = false,
    latencyOffset: Duration? = nil, observe: @escaping @Sendable (Reader, Duration) -> Void = { _, _ in }
  ) throws(SinkError) {
    self.path = path
    self.clock = clock
    self.patience = patience
    self.needsReader = needsReader
    self.latencyOffset = latencyOffset
    self.observe = observe
    pace = FifoPace(at: clock.now())
    signal(SIGPIPE, SIG_IGN)
    end = try FifoEnd(path)
    // A reader that only looks from time to time stays if it finds a writer.
    for _ in 0..<Self.looks where end?.hasReader != true { usleep(10_000) }
    if end?.hasReader == true { reader = .present }
  }

  /// The number of frames in the pipe, plus those read or dropped before they are due.
  package var latencyFrames: Int {
    let unread = unread
    return unread + FrameClock.frames(in: pace.end(unread: unread) - clock.now())
  }

  private var unread: Int { (end?.waiting ?? 0) / RawSamples.frameBytes }

  /// The session's own clock, by which the sound begins.
  package func heardClock(at position: Int, now: Duration) -> DeviceClock? {
    if block.frames == 0 { pace = FifoPace(at: clock.now(), unread: unread) }
    return DeviceClock(trusting: position - latencyFrames, heardAt: now)
  }

  /// Accepts a block of any length, and returns when there is space for the next one or its time has come.
  package func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {
    if block.frames == 0 { begin() }
    block.convert(left, right)
    if reader == .absent { reopen() }
    deliver()
    if needsReader, let error = reader.error(path) { throw error }
    let (unread, now) = (unread, clock.now())
    if pace.forgive(unread: unread, at: now) { clockEpoch += 1 }
    if let due = pace.due(unread: unread, at: now) { clock.wait(until: due) }
  }

  /// Leaves the contents of the pipe to the reader, which finds the end of the sound after them.
  package func finish() throws(SinkError) { end = nil }

  private func begin() {
    let now = clock.now()
    pace = FifoPace(at: now, unread: unread)
    if reader == .absent { observe(.absent, now) }
  }

  /// Ensures that a reader finds a writer at the path, even if the FIFO was recreated.
  private func reopen() {
    if end?.lies(at: path) == true { return }
    // A FIFO that was removed, or is not writable now, may become available again.
    do throws(SinkError) { end = try FifoEnd(path) } catch { end = nil }
  }

  /// Writes as many samples as the reader accepts; the rest is dropped.
  private func deliver() {
    let count = 2 * block.values.count
    var sent = 0
    var patience = reader == .stalled ? Duration.zero : patience
    while sent < count {
      do throws(Errno) {
        let bytes = try write(sent..<min(sent + FifoEnd.pieceBytes, count))
        sent += bytes
        pace.pass(bytes / RawSamples.frameBytes)
        if reader == .stalled { patience = self.patience }
        become(.present)
      } catch .resourceTemporarilyUnavailable where patience > .zero {
        awaitSpace(&patience)
      } catch .resourceTemporarilyUnavailable where reader != .stalled {
        become(.stalled)
        // The time of this block was spent waiting.
        pace = FifoPace(at: clock.now(), unread: unread)
        return
      } catch {
        if error != .resourceTemporarilyUnavailable { leave() }
        return pace.pass((count - sent) / RawSamples.frameBytes)
      }
    }
  }

  private func write(_ range: Range<Int>) throws(Errno) -> Int {
    let samples = block.values
    return try unsafe samples.span.withUnsafeBytes { (bytes) throws(Errno) in
      let piece = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
      guard let count = try unsafe end?.write(piece) else { throw .brokenPipe }
      return count
    }
  }

  /// Waits for the reader, and subtracts that time from `patience`.
  private func awaitSpace(_ patience: inout Duration) {
    let begin = SuspendingClock().now
    end?.wait(atMost: patience)
    let waited = SuspendingClock().now - begin
    patience -= waited
    if pace.wait(of: waited, until: clock.now(), unread: unread) { clockEpoch += 1 }
  }

  /// Records that the reader has left; what it left passes at the pace of the clock, and isn't kept for the next one.
  private func leave() {
    guard reader != .absent else { return }
    pace = FifoPace(at: clock.now() + FrameClock.duration(of: unread))
    // Closing the last descriptor discards the contents of the pipe.
    end = nil
    become(.absent)
    reopen()
  }

  private func become(_ new: Reader) {
    guard new != reader else { return }
    reader = new
    clockEpoch += 1
    let now = clock.now()
    if new == .present { pace.learn(from: now) }
    observe(new, now)
  }
}

extension FifoSink.Reader {
  /// Why the FIFO at `path` isn't heard; `nil` if its reader reads.
  package func error(_ path: String) -> SinkError? {
    switch self {
    case .present: nil
    case .absent: .lost("\(path): nothing reads from it")
    case .stalled: .stalled("\(path): its reader has stopped reading")
    }
  }
}
