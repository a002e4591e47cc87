package import AudioMixing
package import CueAudio
import Glibc
package import HostSystem

/// Writes raw sound to a socket of another program, by the clock: interleaved 16-bit pairs, little-endian, at the bus
/// rate, without a header.
///
/// A `tcp` stream of a Snapcast server reads this format. What is sent ahead of the clock waits in the buffers of the
/// sockets, and the server never makes up for it: so nothing is sent more than a block ahead, and the time of a stall
/// is skipped. The server dates its first portion when it arrives; that one is sent exactly when its sound is due, and
/// later ones a block earlier, so that none is late. A sink that the other end leaves fails.
package final class SocketSink: LiveSink {
  /// The frames of 20 ms.
  package let blockFrames = Bus.sampleRate / 50
  package let startFrames = Bus.sampleRate * 3 / 100
  package let latencyOffset: Duration?
  /// Incremented when time was skipped.
  package private(set) var clockEpoch = 0

  /// The delay after which the server dates the next portion again: it waits for one as long as one lasts.
  private static let longestDelay = Duration.milliseconds(22)
  /// The bytes that may wait in the sender's buffer.
  private static let bufferBytes: Int32 = 8_192

  private let name: String
  private let socket: Int32
  private let clock: any HostClock
  private let portionFrames: Int
  private var block = RawSamples()
  /// When the first frame is due, later by the time that was skipped.
  private var start: Duration
  /// The frames sent so far, and how many of them when the server last dated a portion.
  private var (sent, dated) = (0, 0)

  /// Takes over a connected, non-blocking socket. `name` is that of its other end, which reads `portionFrames` at a
  /// time and is heard `latencyOffset` later.
  package init(_ socket: Int32, of name: String, portionFrames: Int, latencyOffset: Duration?, clock: any HostClock) {
    self.socket = socket
    self.name = name
    self.portionFrames = portionFrames
    self.latencyOffset = latencyOffset
    self.clock = clock
    start = clock.now()
    var bytes = Self.bufferBytes
    unsafe setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
    resets(true)
  }

  deinit { close(socket) }

  /// The number of frames sent before they are due.
  package var latencyFrames: Int { FrameClock.frames(in: end - clock.now()) }

  /// The session's own clock, by which the sound begins.
  package func heardClock(at position: Int, now: Duration) -> DeviceClock? {
    if block.frames == 0 { start = clock.now() }
    return DeviceClock(trusting: position - latencyFrames, heardAt: now)
  }

  /// Sends a block when its time has come.
  package func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {
    if block.frames == 0 { start = clock.now() }
    let begin = end
    block.convert(left, right)
    if clock.now() - end > Self.longestDelay { try skip(to: begin) }
    clock.wait(until: sent - dated < portionFrames ? end : begin)
    let samples = block.values
    try unsafe samples.span.withUnsafeBytes { (bytes) throws(SinkError) in try unsafe send(bytes) }
  }

  /// Leaves what has been sent to the other end, which hears its last portion.
  package func finish() throws(SinkError) { resets(false) }

  /// Skips the time until now, when the block that began at `begin` should have been sent: a portion that is late makes
  /// the server date the next one by its arrival.
  private func skip(to begin: Duration) throws(SinkError) {
    let silence = [Int16](repeating: 0, count: 2 * (portionFrames - sent % portionFrames))
    try unsafe silence.span.withUnsafeBytes { (bytes) throws(SinkError) in try unsafe send(bytes) }
    dated = sent
    start += clock.now() - begin
    clockEpoch += 1
  }

  private func send(_ bytes: UnsafeRawBufferPointer) throws(SinkError) {
    let count = unsafe Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    guard count < bytes.count else {
      sent += count / RawSamples.frameBytes
      return
    }
    guard count < 0, errno != EAGAIN else { throw .stalled("\(name) has stopped reading") }
    throw .lost("\(name) is gone: \(Errno.last)")
  }

  /// Whether closing the socket resets the connection: what the other end hasn't read yet would be heard late.
  private func resets(_ isOn: Bool) {
    var reset = linger(l_onoff: isOn ? 1 : 0, l_linger: 0)
    unsafe setsockopt(socket, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
  }

  /// The instant at which the last written frame is due.
  private var end: Duration { start + FrameClock.duration(of: block.frames) }
}
